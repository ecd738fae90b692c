package lsp

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// offer is what may be written at a place.
type offer struct {
	words []string
	kind  protocol.CompletionItemKind
	// after is written behind a word, such as ": " behind a key.
	after string
	// from is where the word begins that is being written.
	from int
}

func (s *Server) completion(ctx context.Context, p *protocol.CompletionParams) (any, error) {
	items := []protocol.CompletionItem{}
	d, ok := s.open(p.TextDocument.URI)
	if !ok {
		return items, nil
	}
	off := offsetAt(d.file, p.Position)
	o := s.offerAt(ctx, d, off)
	at := rangeOf(d.file, source.Span{Start: o.from, End: off})
	for _, word := range o.words {
		items = append(items, protocol.CompletionItem{Label: word, Kind: ptr(o.kind),
			TextEdit: protocol.TextEdit{Range: at, NewText: word + o.after}})
	}
	return items, nil
}

func (s *Server) offerAt(ctx context.Context, d snapshot, off int) offer {
	linter := s.linterOf(d.project)
	names := func() []string { return s.agentNames(ctx, d.project) }
	kind, ok := linter.KindOf(d.file)
	c := cursor{file: d.file, off: off, names: names, lang: linter.Language}
	c.line = lineBefore(d.file.Src, off)
	switch {
	case path.Base(d.file.Path) == config.Name:
		return c.configuration()
	case !ok:
		return offer{}
	case kind == lint.CodexAgent:
		return c.codex()
	case kind == lint.AgentSpec:
		if front := source.CutFront(d.file.Src); inFront(front, off) {
			return c.front(front)
		}
		fallthrough
	case kind == lint.Output, kind == lint.Document:
		return c.body()
	}
	return offer{}
}

func inFront(front source.Front, off int) bool {
	return front.State != source.FrontNone && off >= front.Text.Start && off <= front.Text.End
}

// lineBefore is the part of a line before a place.
func lineBefore(src []byte, off int) string {
	start := bytes.LastIndexAny(src[:off], "\r\n") + 1
	return string(src[start:off])
}

// agentNames are the names of all agents of a project, sorted.
func (s *Server) agentNames(ctx context.Context, p *project) []string {
	p.wait(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, e := range p.files {
		names = append(names, e.name)
	}
	for _, d := range s.docs {
		if kind, ok := p.linter.KindOf(d.file); ok && d.project == p {
			names = append(names, agentName(d.file, kind))
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(n string) bool { return n == "" })
}

// cursor is a place in a text with what is known around it.
type cursor struct {
	file  *source.File
	off   int
	line  string // before the place
	names func() []string
	lang  verdict.Language
}

// words offers words for what is written behind the last of some characters.
func (c *cursor) words(words []string, kind protocol.CompletionItemKind, after, cut string) offer {
	written := c.line[strings.LastIndexAny(c.line, cut)+1:]
	return offer{words: words, kind: kind, after: after, from: c.off - len(written)}
}

// front offers keys and values of an agent's front matter.
func (c *cursor) front(front source.Front) offer {
	key, value, isValue := strings.Cut(c.line, ":")
	key = strings.TrimSpace(key)
	if item, ok := strings.CutPrefix(strings.TrimLeft(c.line, " "), "- "); ok || !isValue && strings.HasPrefix(c.line, " ") {
		key, value, isValue = c.keyAbove(front), item, ok // an element of a list
	}
	if !isValue {
		return c.words(c.missingKeys(front), protocol.CompletionItemKindProperty, ": ", "\r\n")
	}
	const cut = " :,[\"'("
	switch {
	case (key == "tools" || key == "disallowedTools") && insideCall(value):
		return c.words(c.names(), protocol.CompletionItemKindReference, "", cut)
	case key == "tools" || key == "disallowedTools":
		return c.words(platform.ClaudeTools(), protocol.CompletionItemKindFunction, "", cut)
	case key == "model":
		return c.words(platform.ClaudeModels(), protocol.CompletionItemKindValue, "", cut)
	}
	for _, v := range platform.ClaudeValues() {
		if v.Key != key {
			continue
		}
		if v.Boolean {
			v.Words = []string{"true", "false"}
		}
		return c.words(v.Words, protocol.CompletionItemKindEnumMember, "", cut)
	}
	return offer{}
}

// insideCall reports whether the place stands in the parentheses of Agent(…).
func insideCall(value string) bool {
	open := strings.LastIndexByte(value, '(')
	return open > strings.LastIndexByte(value, ')') && (strings.HasSuffix(value[:open], "Agent") || strings.HasSuffix(value[:open], "Task"))
}

// keyAbove is the last key at the left edge above the place.
func (c *cursor) keyAbove(front source.Front) string {
	key := ""
	for line := range strings.Lines(string(c.file.Src[front.Text.Start:c.off])) {
		if k, _, ok := strings.Cut(line, ":"); ok && k == strings.TrimLeft(k, " \t-#") {
			key = k
		}
	}
	return key
}

// missingKeys are the keys that the front matter does not have yet.
func (c *cursor) missingKeys(front source.Front) []string {
	have := agentspec.Parse(c.file)
	return slices.DeleteFunc(platform.ClaudeKeys(), func(key string) bool {
		e := have.Entry(key)
		return e != nil && !(e.KeySpan.Start <= c.off && c.off <= e.KeySpan.End)
	})
}

// codex offers the keys of a Codex agent, and inside its instructions what a
// body offers.
func (c *cursor) codex() offer {
	a := agenttoml.Parse(c.file)
	for _, e := range a.Entries {
		if e.Value.Start < c.off && c.off < e.Value.End {
			switch {
			case len(e.Path) == 1 && e.Path[0] == agenttoml.Instructions:
				return c.body()
			case len(e.Path) == 1 && e.Path[0] == "model_reasoning_effort":
				return c.words(platform.CodexEfforts(), protocol.CompletionItemKindEnumMember, "", "\"' =")
			}
			return offer{}
		}
	}
	if strings.ContainsAny(c.line, "=\"'[") {
		return offer{}
	}
	keys := slices.Concat([]string{agenttoml.Name, agenttoml.Description, agenttoml.Instructions}, platform.CodexAgentKeys())
	keys = slices.DeleteFunc(keys, func(key string) bool { return a.Find(key) != nil })
	return c.words(keys, protocol.CompletionItemKindProperty, " = ", "\r\n")
}

// body offers agents where one is named, and what a verdict block may hold.
func (c *cursor) body() offer {
	for _, sign := range []string{"@agent-", "subagent_type: ", "subagent_type: \"", "subagent_type=\""} {
		if i := strings.LastIndex(c.line, sign); i >= 0 && !strings.ContainsAny(c.line[i+len(sign):], " \"`") {
			return offer{words: c.names(), kind: protocol.CompletionItemKindReference, from: c.off - len(c.line[i+len(sign):])}
		}
	}
	lines, ok := c.blockAbove()
	if !ok {
		return offer{}
	}
	agent, have := "", map[string]bool{}
	for _, l := range lines {
		key, value, _ := strings.Cut(l, ":")
		have[strings.TrimSpace(key)] = true
		if strings.TrimSpace(key) == "agent" {
			agent = strings.TrimSpace(value)
		}
	}
	return c.block(c.lang.Kind(agent), have)
}

// block offers the keys and words of a verdict block of a kind.
func (c *cursor) block(k verdict.Kind, have map[string]bool) offer {
	line := strings.TrimLeft(c.line, " \t>")
	key, _, isValue := strings.Cut(line, ":")
	switch {
	case !isValue:
		keys := slices.Concat([]string{"agent", "verdict"}, k.Counts)
		if k.Findings() {
			keys = []string{"agent", "finding"}
			delete(have, "finding")
		}
		keys = slices.DeleteFunc(keys, func(key string) bool { return have[key] })
		return c.words(keys, protocol.CompletionItemKindProperty, ": ", " \t>")
	case key == "agent":
		return c.words(c.names(), protocol.CompletionItemKindReference, "", ": ")
	case key == "verdict":
		return c.words(k.Verdicts, protocol.CompletionItemKindEnumMember, "", ": ")
	case key == "finding" && strings.Contains(line, "action:"):
		return c.words(k.Actions, protocol.CompletionItemKindEnumMember, "", ": ")
	}
	return offer{}
}

// blockAbove are the lines of the verdict block that the place stands in, up to
// it and after it; ok is false outside of one. The block may be unfinished.
func (c *cursor) blockAbove() (lines []string, ok bool) {
	above := strings.Split(string(c.file.Src[:c.off]), "\n")
	above = above[:len(above)-1] // without the line of the place
	i := len(above) - 1
	for ; i >= 0; i-- {
		fence := strings.Trim(above[i], " \t\r>")
		if word, is := fenceWord(fence); is {
			if word != c.lang.Word() {
				return nil, false
			}
			break
		}
		lines = append(lines, fence)
	}
	if i < 0 {
		return nil, false
	}
	below := strings.Split(string(c.file.Src[c.off:]), "\n")
	for _, l := range below[1:] {
		l = strings.Trim(l, " \t\r>")
		if _, is := fenceWord(l); is {
			break
		}
		lines = append(lines, l)
	}
	return lines, true
}

// fenceWord is the language of a line that opens or closes a fence.
func fenceWord(line string) (word string, ok bool) {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			fields := strings.Fields(strings.TrimLeft(line, mark[:1]))
			if len(fields) == 0 {
				return "", true
			}
			return fields[0], true
		}
	}
	return "", false
}

// configuration offers agents in the lists of a configuration that hold them.
func (c *cursor) configuration() offer {
	before, _, isValue := strings.Cut(c.line, "=")
	key := strings.TrimSpace(before)
	if !isValue { // an element on a line of its own
		for _, l := range slices.Backward(strings.Split(string(c.file.Src[:c.off]), "\n")) {
			if k, rest, ok := strings.Cut(l, "="); ok {
				if !strings.Contains(rest, "]") {
					key = strings.TrimSpace(k)
				}
				break
			}
		}
	}
	if !slices.Contains([]string{"judges", "not_judges", "agents", "exclude"}, key) || strings.Count(c.line, `"`)%2 == 0 {
		return offer{}
	}
	return c.words(c.names(), protocol.CompletionItemKindReference, "", `"`)
}
