package lint

import (
	"bytes"
	"fmt"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

var ruleFrontmatterCut = Rule{
	Name:     "frontmatter-cut",
	Summary:  "three dashes inside the front matter, where Claude Code ends it",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      frontmatterCut,
}

func frontmatterCut(p *Pass) {
	front := p.Spec.Front
	if front.State == source.FrontRagged {
		p.Report(Diagnostic{Span: front.Close, Severity: Warning,
			Message: fmt.Sprintf("the front matter is closed by %q; not every client takes that for its end", bytes.TrimSpace(p.File.Text(front.Close))),
			Help:    "write --- alone in the line"})
	}
	if front.State != source.FrontClosed || p.Home != ClaudeHome && p.Home != PluginHome {
		return
	}
	n := bytes.Index(p.File.Text(front.Text), []byte("---"))
	if n < 0 {
		return
	}
	at := front.Text.Start + n
	d := Diagnostic{Span: source.Span{Start: at, End: at + 3},
		Message: "Claude Code ends the front matter at these three dashes and does not see the rest of it",
		Help:    "write another dash here, such as two of them"}
	if loadsUpTo(p, at) {
		d.Severity = Warning
	}
	p.Report(d)
}

// loadsUpTo reports whether the agent is loaded, though cut, if its front
// matter ends at offset at.
func loadsUpTo(p *Pass, at int) bool {
	front := p.Spec.Front
	cut := string(p.File.Src[:at]) + "\n---\n"
	s := agentspec.Parse(source.NewFile(p.File.Path, []byte(cut)))
	return front.Open.End <= at && s.Reading != agentspec.Lenient && len(s.Stray) == 0 && s.Name() != "" && s.Description() != ""
}
