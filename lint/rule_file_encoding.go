package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/source"
)

var ruleFileEncoding = Rule{
	Name:     "file-encoding",
	Summary:  "a file that is not UTF-8",
	Severity: Error,
	Kinds:    markdown | HookSettings | manifests,
	Since:    "0.1.0",
	Run:      fileEncoding,
}

func fileEncoding(p *Pass) {
	if p.File.UTF16() {
		p.Report(Diagnostic{Span: source.Span{End: 2}, Message: "the file is UTF-16, which no client reads", Help: "save it as UTF-8"})
		return
	}
	at := p.File.InvalidUTF8()
	if at < 0 {
		return
	}
	d := Diagnostic{Span: source.Span{Start: at, End: at + 1}, Help: "save the file as UTF-8",
		Message: fmt.Sprintf("the byte 0x%02x is no UTF-8; clients show another character here and the mirrors refuse the file", p.File.Src[at])}
	if p.Kind&(Document|Skill|Command) != 0 || p.Kind == AgentSpec && claudeKeysCount(p) {
		d.Severity = Warning // Claude Code loads the agent, with the other characters
	}
	p.Report(d)
}
