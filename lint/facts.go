package lint

import (
	"bytes"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
)

// facts is what the rules across files need to know of one file. It keeps no
// part of the text alive.
type facts struct {
	home Home
	// name and its place; the start of the file if there is none.
	name     string
	nameSpan source.Span
	// description is its length in bytes.
	description int
	// blocks are the verdict blocks of an agent spec.
	blocks []blockFact
	hooks  *hookset.Set
	// workflow is a specification or prompts; nil for other files.
	workflow *source.File
	// judge is the bare name of the judge that the spec defines, or empty.
	judge string
	// document is true for an agent file or skill without front matter, first is
	// its first line. shipped is true for the folder of agents of a plugin, of
	// which Claude Code loads every file.
	document, shipped bool
	first             source.Span
	// refs are names of agents and skills that the file calls.
	refs []refFact
	// tables are those of a configuration of Codex, known whether a Codex agent
	// is named by one.
	tables []tableFact
	// suppressions of rules across files.
	suppressions []suppression
}

// blockFact is a verdict block as other files see it.
type blockFact struct {
	agent string
	span  source.Span // the value of its agent, or its opening line
	last  bool        // nothing but blanks follows
}

func (l *Linter) gather(p *Pass, s *suppressions) facts {
	f := facts{home: p.Home, hooks: p.Hooks, judge: l.judgeOf(p)}
	for _, v := range s.valid {
		if Lookup(v.rule).Across != nil {
			f.suppressions = append(f.suppressions, v)
		}
	}
	f.refs = gatherRefs(p)
	switch {
	case p.Kind == CodexConfig:
		f.tables = tableFacts(p)
	case p.Spec != nil:
		f.document = p.Kind != Command && p.Spec.Front.State == source.FrontNone && !p.File.UTF16()
		f.first = p.File.Line(1)
		f.shipped = itemOf(p).Origin == project.ByManifest && p.Home == PluginHome
		f.name = string([]byte(p.Spec.Name()))
		f.nameSpan = placeOf(p, "name")
		f.description = len(p.Spec.Description())
	case p.Codex != nil:
		f.name = p.Codex.Text("name")
		f.description = len(strings.TrimSpace(p.Codex.Text("description")))
		if e := p.Codex.Find("name"); e != nil {
			f.nameSpan = e.Value
		}
	case p.Kind == Document && itemOf(p).Kind == project.Document:
		f.document, f.first = true, p.File.Line(1)
	case p.Kind == WorkflowSpec || p.Kind == Prompts:
		f.workflow = p.File
	}
	if p.Text != nil {
		for _, b := range p.taught() {
			f.blocks = append(f.blocks, blockFactOf(p, b))
		}
	}
	return f
}

func blockFactOf(p *Pass, b roster.Taught) blockFact {
	f := blockFact{agent: b.Agent.Value, span: b.Lesson.Place(b.Agent.ValueSpan)}
	if f.agent == "" {
		f.span = b.Lesson.Place(b.Open)
	}
	f.last = b.Lesson.Text == p.Text && len(bytes.TrimSpace(p.File.Src[b.Span.End:])) == 0
	return f
}

// placeOf is the value of a key in the front matter; if there is none, the key,
// the opening line of the front matter or the first line of the file.
func placeOf(p *Pass, key string) source.Span {
	switch e := p.Spec.Entry(key); {
	case e != nil && e.Span.Len() > 0:
		return e.Span
	case e != nil:
		return e.KeySpan
	case p.Spec.Front.Open.Len() > 0:
		return p.Spec.Front.Open
	}
	return p.File.Line(1)
}
