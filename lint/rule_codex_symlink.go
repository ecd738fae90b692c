package lint

var ruleCodexSymlink = Rule{
	Name:     "codex-symlink",
	Summary:  "a Codex agent file that is a link: Codex lists the agent but cannot start it",
	Severity: Warning,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      codexSymlink,
}

func codexSymlink(p *Pass) {
	if p.linter.IsLink != nil && p.linter.IsLink(p.File.Path) {
		p.Report(Diagnostic{Span: p.File.Line(1), Message: "the file is a symbolic link; Codex lists the agent, but starting it fails",
			Help: "put a copy of the file here; mirrorgen writes one"})
	}
}
