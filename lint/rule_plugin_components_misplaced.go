package lint

import (
	"fmt"
	"io/fs"
	"path"
)

var rulePluginComponentsMisplaced = Rule{
	Name:     "plugin-components-misplaced",
	Summary:  "agents, commands, skills or hooks beside the manifest, where no client looks",
	Severity: Warning,
	Kinds:    PluginManifest,
	Since:    "0.2.0",
	Run:      pluginComponentsMisplaced,
}

func pluginComponentsMisplaced(p *Pass) {
	dir := path.Dir(p.File.Path)
	for _, name := range []string{"agents", "commands", "skills", "hooks"} {
		mode, exists, known := p.stat(path.Join(dir, name))
		if known && exists && mode&fs.ModeDir != 0 {
			p.Report(Diagnostic{Span: p.Manifest.top(), Message: fmt.Sprintf("the folder %s lies in %s beside the manifest; clients look for it in the folder of the plugin", name, path.Base(dir)),
				Help: "move it up"})
		}
	}
}
