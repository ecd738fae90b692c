package lint

import (
	"fmt"
	"path"
	"strings"
)

var ruleNameFileMismatch = Rule{
	Name:     "name-file-mismatch",
	Summary:  "an agent whose name differs from the name of its file",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      nameFileMismatch,
}

func nameFileMismatch(p *Pass) {
	name := p.Spec.Name()
	stem := strings.TrimSuffix(path.Base(p.File.Path), path.Ext(p.File.Path))
	// A name of another shape is one trouble, not two, and no file is to be
	// called like one that is not loaded.
	if p.Home != ClaudeHome || name == "" || name == stem || toKebab(name) == stem || reservedIn(name) != "" {
		return
	}
	p.Report(Diagnostic{Span: placeOf(p, "name"),
		Message: fmt.Sprintf("the agent is called %q but its file %q; only the name counts when it is called", name, path.Base(p.File.Path)),
		Help:    fmt.Sprintf("write name: %s, or rename the file to %s.md", stem, name)})
}
