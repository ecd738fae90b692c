package lsp

import (
	"bytes"
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// mention is one place of a file that names an agent.
type mention struct {
	// name is the agent's, without the prefix of a plugin; span is where it
	// stands, without that prefix.
	name string
	span source.Span
	// defines is true for the name in the agent's own file.
	defines bool
}

// mentions finds the places of a file that name agents, in document order, each
// once. What an answer of an agent says is left out: it tells what was.
func mentions(f *source.File, linter *lint.Linter) []mention {
	var m mentionList
	m.file = f
	kind, ok := linter.KindOf(f)
	switch {
	case path.Base(f.Path) == config.Name:
		for _, p := range config.AgentPlaces(f.Src) {
			m.add(p.Span, false)
		}
	case !ok:
	case kind == lint.AgentSpec:
		m.spec(agentspec.Parse(f))
	case kind == lint.CodexAgent:
		m.codex(agenttoml.Parse(f))
	case kind == lint.HookSettings:
		m.hooks(f)
	case kind == lint.Document:
		m.prose(source.Span{End: len(f.Src)})
	}
	slices.SortStableFunc(m.found, func(a, b mention) int { return cmp.Compare(a.span.Start, b.span.Start) })
	return slices.CompactFunc(m.found, func(a, b mention) bool { return a.span == b.span })
}

type mentionList struct {
	file  *source.File
	found []mention
}

// add notes a name; the prefix of a plugin stays outside of its span.
func (m *mentionList) add(s source.Span, defines bool) {
	text := string(m.file.Text(s))
	bare := verdict.BareName(text)
	s.Start += len(text) - len(bare)
	if bare != "" {
		m.found = append(m.found, mention{bare, s, defines})
	}
}

func (m *mentionList) spec(s *agentspec.Spec) {
	if e := s.Entry("name"); e != nil && e.Kind == agentspec.String {
		if span, ok := inner(m.file, e.Span, e.Value); ok {
			m.add(span, true)
		}
	}
	for _, key := range []string{"tools", "disallowedTools"} {
		for _, item := range s.List(key) {
			m.called(item)
		}
	}
	m.prose(s.Body())
}

// inner is the place of a value without its quotes; not ok if it is written
// with escapes.
func inner(f *source.File, s source.Span, value string) (source.Span, bool) {
	i := strings.Index(string(f.Text(s)), value)
	return source.Span{Start: s.Start + i, End: s.Start + i + len(value)}, i >= 0 && i <= 1 && value != ""
}

// called notes the agents in an item such as "Agent(one, two)".
func (m *mentionList) called(item agentspec.Item) {
	tool, _, ok := strings.Cut(item.Text, "(")
	text := string(m.file.Text(item.Span))
	open := strings.IndexByte(text, '(')
	if !ok || open < 0 || tool != "Agent" && tool != "Task" {
		return
	}
	at := item.Span.Start + open + 1
	for name := range strings.SplitSeq(strings.TrimSuffix(text[open+1:], ")"), ",") {
		lead := len(name) - len(strings.TrimLeft(name, " "))
		word := strings.TrimSpace(name)
		m.add(source.Span{Start: at + lead, End: at + lead + len(word)}, false)
		at += len(name) + 1
	}
}

func (m *mentionList) codex(a *agenttoml.Agent) {
	for _, e := range a.Entries {
		switch {
		case len(e.Path) != 1 || e.Kind != agenttoml.String:
		case e.Path[0] == agenttoml.Name:
			if span, ok := inner(m.file, e.Value, e.Text); ok {
				m.add(span, true)
			}
		case e.Path[0] == agenttoml.Instructions:
			m.prose(e.Value)
		}
	}
}

// hooks notes the agents in the matchers of events about subagents; a matcher
// that is an expression names none.
func (m *mentionList) hooks(f *source.File) {
	dialect, _ := hookset.DialectOf(f.Path)
	for _, h := range hookset.Read(f, dialect).Handlers {
		if !strings.HasPrefix(strings.ToLower(h.Event), "subagent") {
			continue
		}
		span, ok := inner(f, h.MatcherSpan, h.Matcher)
		if !ok || strings.ContainsAny(h.Matcher, `*?+()[]{}^$\.`) {
			continue
		}
		at := span.Start
		for name := range strings.SplitSeq(h.Matcher, "|") {
			m.add(source.Span{Start: at, End: at + len(name)}, false)
			at += len(name) + 1
		}
	}
}

// called agents in prose: the agent's line of a verdict block, wherever it is
// shown, the argument of the tool that starts agents, the sign of a client.
// A word in code marks counts if "agent" stands beside it, or if it is made of
// several words, as names of agents are and few others.
var (
	namedInProse = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:^[ \t>]*agent:[ \t]*|@agent-|\bsubagent_type["']?[ \t]*[:=][ \t]*["'` + "`" + `]?)([\p{L}\p{N}_][\p{L}\p{N}_.:-]*)`)
	})
	namedInCode = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("`([\\p{L}\\p{N}_][\\p{L}\\p{N}_:-]*)`( (?:sub)?agent)?")
	})
)

// prose notes the agents in a part of the text.
func (m *mentionList) prose(part source.Span) {
	text := m.file.Text(part)
	note := func(start, end int) {
		word := bytes.TrimRight(text[start:end], ".:-")
		m.add(source.Span{Start: part.Start + start, End: part.Start + start + len(word)}, false)
	}
	for _, at := range namedInProse().FindAllSubmatchIndex(text, -1) {
		note(at[2], at[3])
	}
	for _, at := range namedInCode().FindAllSubmatchIndex(text, -1) {
		if at[4] >= 0 || bytes.ContainsAny(text[at[2]:at[3]], "-_") {
			note(at[2], at[3])
		}
	}
}

// mentionAt is the mention that a place touches, its end included.
func mentionAt(all []mention, off int) (mention, bool) {
	for _, m := range all {
		if m.span.Start <= off && off <= m.span.End {
			return m, true
		}
	}
	return mention{}, false
}
