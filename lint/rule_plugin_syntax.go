package lint

import (
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

var rulePluginSyntax = Rule{
	Name:     "plugin-syntax",
	Summary:  "a manifest of a plugin or marketplace that is no JSON object",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginSyntax,
}

func pluginSyntax(p *Pass) {
	m := p.Manifest
	switch {
	case p.File.UTF16() || p.File.InvalidUTF8() >= 0: // file-encoding tells it
	case m.broken != nil:
		at := min(m.broken.Offset+m.base, len(p.File.Src))
		p.Report(Diagnostic{Span: source.Span{Start: at, End: min(at+1, len(p.File.Src))}, Message: "the manifest is no JSON: " + m.broken.Message + "; no client takes it",
			Help: "mend the JSON; comments and commas at the end of a list are none"})
	case m.root.Kind != jsontree.Object:
		p.Report(Diagnostic{Span: m.span(m.root.Span), Message: "the manifest is " + m.root.Kind.String() + ", not an object", Help: `begin it with {"name": …`})
	}
}
