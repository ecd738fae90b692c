package lint

import "fmt"

var ruleCodexConfigFile = Rule{
	Name:     "codex-config-file",
	Summary:  "a config_file that does not exist, so that Codex drops the agent",
	Severity: Error,
	Kinds:    CodexConfig,
	Since:    "0.2.0",
	Run:      codexConfigFile,
}

func codexConfigFile(p *Pass) {
	for _, t := range tableFacts(p) {
		if t.file == "" {
			continue
		}
		mode, exists, known := p.stat(t.file)
		d := Diagnostic{Span: t.fileSpan, Help: "name an existing file; the path counts from the folder of config.toml"}
		switch text := clip(p.File.Text(t.fileSpan), 120); {
		case known && !exists:
			d.Message = fmt.Sprintf("config_file of the agent %q is %s, which does not exist; Codex drops the agent", t.name, text)
		case known && mode.IsDir():
			d.Message = fmt.Sprintf("config_file of the agent %q is the folder %s; Codex drops the agent", t.name, text)
		default:
			continue
		}
		p.Report(d)
	}
}
