package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

var rulePluginVersion = Rule{
	Name:     "plugin-version",
	Summary:  "a version of a plugin that is no semantic version",
	Severity: Warning,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginVersion,
}

func pluginVersion(p *Pass) {
	m := p.Manifest
	for _, e := range m.parts(p.Kind) {
		v := e.value.Get("version")
		if v.Is(jsontree.String) && !semantic(v.Text) {
			p.Report(Diagnostic{Span: m.span(v.Span), Message: fmt.Sprintf("%q is no semantic version, by which clients see what is newer", v.Text), Help: "write MAJOR.MINOR.PATCH, as in 1.0.0"})
		}
	}
}

// semantic reports whether a text is a semantic version: three numbers, and
// what may follow them.
func semantic(version string) bool {
	core, _, _ := strings.Cut(version, "+")
	core, _, _ = strings.Cut(core, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return false
	}
	for _, part := range parts {
		if part == "" || strings.Trim(part, "0123456789") != "" || len(part) > 1 && part[0] == '0' {
			return false
		}
	}
	return true
}
