package lint

import (
	"bytes"
	"path"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

// refFact is the name of an agent or skill in the text of another file.
type refFact struct {
	name string
	span source.Span
	kind refKind
}

type refKind int

const (
	agentCalled refKind = iota // subagent_type, agent: of a skill
	agentSpoken                // @agent-NAME, "the `name` agent"
	skillListed                // skills: of an agent
)

// maxRefs bounds the names that are kept of one file.
const maxRefs = 1000

// gatherRefs finds the names of agents and skills that a file calls.
func gatherRefs(p *Pass) []refFact {
	if p.Kind&fronted == 0 {
		return nil
	}
	var refs []refFact
	add := func(kind refKind, s source.Span) {
		name := string(p.File.Text(s))
		if len(refs) < maxRefs && agentName(name) {
			refs = append(refs, refFact{name, s, kind})
		}
	}
	if text, at := body(p); namesAgents(text) {
		for _, s := range calledNames(text) {
			add(agentCalled, source.Span{Start: at + s.Start, End: at + s.End})
		}
		for _, s := range append(mentionedNames(text), spokenNames(text)...) {
			add(agentSpoken, source.Span{Start: at + s.Start, End: at + s.End})
		}
	}
	if e := p.Spec.Entry("agent"); p.Kind == Skill && e != nil && e.Kind == agentspec.String && p.Spec.Text("context") == "fork" {
		add(agentCalled, e.Span)
	}
	if p.Kind == AgentSpec && claudeKeysCount(p) {
		for _, item := range p.Spec.List("skills") {
			if len(refs) < maxRefs && agentName(item.Text) {
				refs = append(refs, refFact{strings.Clone(item.Text), item.Span, skillListed})
			}
		}
	}
	return refs
}

// namesAgents is a quick look whether a text can name an agent in one of the
// forms that the functions below know.
func namesAgents(text []byte) bool {
	const word = "agent"
	for off := 0; ; {
		n := bytes.Index(text[off:], []byte(word))
		if n < 0 {
			return false
		}
		at := off + n
		off = at + len(word)
		before := bytes.TrimSuffix(bytes.TrimSuffix(text[max(0, at-6):at], []byte("-")), []byte("sub"))
		if bytes.HasPrefix(text[off:], []byte("_type")) || bytes.HasSuffix(before, []byte("@")) || bytes.HasSuffix(before, []byte("` ")) {
			return true
		}
	}
}

// calledNames are the names behind subagent_type.
func calledNames(text []byte) []source.Span {
	var found []source.Span
	for off := 0; ; {
		n := bytes.Index(text[off:], []byte("subagent_type"))
		if n < 0 {
			return found
		}
		off += n + len("subagent_type")
		if s, ok := quotedAfter(text, off); ok {
			found = append(found, s)
			off = s.End
		}
	}
}

// mentionedNames are the names behind @agent-.
func mentionedNames(text []byte) []source.Span {
	var found []source.Span
	for off := 0; ; {
		n := bytes.Index(text[off:], []byte("@agent-"))
		if n < 0 {
			return found
		}
		start := off + n + len("@agent-")
		end := start
		for end < len(text) && nameByte(text[end]) {
			end++
		}
		if before := off + n; before == 0 || !nameByte(text[before-1]) {
			found = append(found, source.Span{Start: start, End: start + len(bytes.TrimRight(text[start:end], "-:."))})
		}
		off = end
	}
}

// quotedAfter is the name in quotes behind a key at offset off: `: "name"`,
// `="name"`, with quotes of any kind around the key as well.
func quotedAfter(text []byte, off int) (s source.Span, ok bool) {
	skip := func(set string) {
		for off < len(text) && strings.IndexByte(set, text[off]) >= 0 {
			off++
		}
	}
	skip("`\"'*")
	skip(" ")
	if off == len(text) || text[off] != ':' && text[off] != '=' {
		return s, false
	}
	off++
	skip(" ")
	if off == len(text) || strings.IndexByte("\"'`", text[off]) < 0 {
		return s, false
	}
	quote := text[off]
	off++
	n := bytes.IndexByte(text[off:min(len(text), off+200)], quote)
	if n < 0 {
		return s, false
	}
	return source.Span{Start: off, End: off + n}, true
}

// spokenNames are the names in back ticks before the word agent or subagent.
func spokenNames(text []byte) []source.Span {
	var found []source.Span
	for _, word := range []string{"` agent", "` subagent", "` sub-agent"} {
		for off := 0; ; {
			n := bytes.Index(text[off:], []byte(word))
			if n < 0 {
				break
			}
			end := off + n
			off = end + len(word)
			if off < len(text) && nameByte(text[off]) && text[off] != '.' {
				continue // agents, agent_id
			}
			if start := bytes.LastIndexByte(text[max(0, end-80):end], '`'); start >= 0 {
				found = append(found, source.Span{Start: max(0, end-80) + start + 1, End: end})
			}
		}
	}
	return found
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.'
}

// agentName reports whether a word can be the name of an agent, and is no
// placeholder for one.
func agentName(name string) bool {
	if name == "" || len(name) > 100 || strings.Trim(name, "-_:.") != name {
		return false
	}
	for i := range len(name) {
		if !nameByte(name[i]) || name[i] == '.' {
			return false
		}
	}
	lower := strings.ToLower(name)
	switch lower {
	case "name", "agent", "agent-name", "agent_name", "agentname", "type", "xxx", "x", "string", "subagent_type", "your-agent", "my-agent", "custom-agent", "agent-type":
		return false
	}
	return !strings.Contains(lower, "your-") && !strings.Contains(lower, "example") && !strings.Contains(lower, "placeholder") && !strings.Contains(lower, "xxx")
}

// bareName is the part of a name after the last colon.
func bareName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// skillName is what a skill is called by its folder.
func skillName(file string) string { return path.Base(path.Dir(file)) }
