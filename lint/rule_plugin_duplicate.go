package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

var rulePluginDuplicate = Rule{
	Name:     "plugin-duplicate",
	Summary:  "two plugins of a marketplace with one name",
	Severity: Error,
	Kinds:    MarketplaceManifest,
	Since:    "0.2.0",
	Run:      pluginDuplicate,
}

func pluginDuplicate(p *Pass) {
	m := p.Manifest
	first := map[string]source.Span{}
	for _, e := range m.parts(p.Kind) {
		name := e.value.Get("name")
		if !name.Is(jsontree.String) || name.Text == "" {
			continue
		}
		at := m.span(name.Span)
		earlier, twice := first[name.Text]
		if !twice {
			first[name.Text] = at
			continue
		}
		p.Report(Diagnostic{Span: at, Message: fmt.Sprintf("two plugins bear the name %q; Claude Code refuses the marketplace", name.Text), Help: "give one of them another name",
			Related: []Related{{Span: earlier, Message: "the other plugin"}}})
	}
}
