package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/jsontree"
)

var rulePluginPathOutside = Rule{
	Name:     "plugin-path-outside",
	Summary:  "a path of a manifest that leads out of the plugin or marketplace",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginPathOutside,
}

// A plugin is copied when it is installed: what lies outside is not there.
func pluginPathOutside(p *Pass) {
	m := p.Manifest
	for _, e := range m.parts(p.Kind) {
		for _, listed := range e.paths() {
			if leavesFolder(listed.text) {
				p.Report(Diagnostic{Span: m.span(listed.span), Message: fmt.Sprintf("the path %q leads out of the plugin; clients refuse it", listed.text),
					Help: "move the file into the plugin"})
			}
		}
		if src := e.value.Get("source"); e.entry && src.Is(jsontree.String) && leavesFolder(src.Text) {
			p.Report(Diagnostic{Span: m.span(src.Span), Message: fmt.Sprintf("the source %q leads out of the marketplace; clients refuse it", src.Text),
				Help: "paths count from the folder that holds the folder of the manifest"})
		}
	}
}
