package lint

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/judgelint/judgelint/project"
)

var rulePluginPathMissing = Rule{
	Name:     "plugin-path-missing",
	Summary:  "a path of a manifest at which nothing lies",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginPathMissing,
}

func pluginPathMissing(p *Pass) {
	m := p.Manifest
	severity := Error
	if !claudeManifest(p) {
		severity = Warning // what the other clients do is not known
	}
	for _, e := range m.parts(p.Kind) {
		if !e.known {
			continue
		}
		if e.entry {
			if mode, exists, known := p.stat(e.dir); known && (!exists || mode&fs.ModeDir == 0) {
				src := e.value.Get("source")
				p.Report(Diagnostic{Span: m.span(src.Span), Message: fmt.Sprintf("there is no folder %s, so the plugin cannot be installed", e.dir), Severity: severity, Help: "mend the path, or take the entry out"})
				continue
			}
		}
		for _, listed := range e.paths() {
			name, ok := project.Below(e.dir, listed.text)
			if !ok {
				continue
			}
			if _, exists, known := p.stat(name); known && !exists {
				p.Report(Diagnostic{Span: m.span(listed.span), Message: fmt.Sprintf("%s lists %q, which does not exist in %s", listed.key.Name, listed.text, path.Join(e.dir, ".")),
					Severity: severity, Help: "mend the path, or take it out"})
			}
		}
	}
}
