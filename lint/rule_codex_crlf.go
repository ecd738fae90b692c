package lint

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

var ruleCodexCRLF = Rule{
	Name:     "codex-crlf",
	Summary:  "carriage returns in a Codex agent file, which reach the agent or not, depending on the reader",
	Severity: Warning,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      codexCRLF,
}

func codexCRLF(p *Pass) {
	if n := bytes.IndexByte(p.File.Src, '\r'); n >= 0 && p.Codex.Problem == nil {
		p.Report(Diagnostic{Span: source.Span{Start: n, End: n + 1}, Message: "the lines end in CRLF, which some readers keep in the instructions and others do not",
			Help: "save the file with LF line endings", Fix: lineFeedFix(p.File.Src)})
	}
}
