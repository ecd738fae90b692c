package lint

import (
	"slices"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

// tableFact is a table [agents.NAME] as the rules across files see it.
type tableFact struct {
	name, description, file string
	span, fileSpan          source.Span
	blank                   source.Span // of a blank description
}

func tableFacts(p *Pass) []tableFact {
	var list []tableFact
	for _, t := range project.CodexTables(p.File) {
		f := tableFact{name: t.Name, description: t.Description, file: t.File, span: t.Span, fileSpan: t.FileSpan}
		if t.DescriptionSpan.Len() > 0 {
			f.blank = t.DescriptionSpan
		}
		list = append(list, f)
	}
	return list
}

// namedByConfig reports whether a configuration of Codex names the agent file
// by config_file: it then needs no key of its own.
func namedByConfig(p *Pass) bool {
	if p.linter.Layout == nil {
		return false
	}
	_, _, ok := p.linter.Layout.CodexTableOf(p.File.Path)
	return ok
}

// withoutMissing leaves out the keys that a table of config.toml can give.
func withoutMissing(problems []agenttoml.Problem) []agenttoml.Problem {
	return slices.DeleteFunc(problems, func(p agenttoml.Problem) bool {
		return p.Code == agenttoml.Missing && p.Span == (source.Span{})
	})
}
