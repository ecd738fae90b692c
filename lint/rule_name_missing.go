package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
)

var ruleNameMissing = Rule{
	Name:     "name-missing",
	Summary:  "an agent without a name, which Claude Code does not load",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      nameMissing,
}

func nameMissing(p *Pass) {
	if !readable(p) || p.Home != ClaudeHome && p.Home != PluginHome {
		return
	}
	d := Diagnostic{Span: placeOf(p, "name"), Help: "add a line name: with lower-case words joined by dashes"}
	if p.Home == PluginHome {
		d.Severity = Warning // a plugin's agent is then called like its file
	}
	switch e := p.Spec.Entry("name"); {
	case e == nil:
		d.Message = "the agent has no name"
		d.nearMiss(p, "name")
	case e.Kind == agentspec.Null, e.Kind == agentspec.String && e.Value == "":
		d.Message = "name is empty"
	case e.Kind != agentspec.String:
		d.Message = fmt.Sprintf("name is %s, not text", e.Kind)
		d.Help = "put it in quotes, or choose a name that begins with a letter"
	default:
		return
	}
	p.Report(d)
}

// readable reports whether the front matter was read well enough to miss a key
// in it; if not, another rule has told what is wrong.
func readable(p *Pass) bool {
	switch p.Spec.Front.State {
	case source.FrontNone, source.FrontUnclosed:
		return false
	}
	return p.Spec.Reading != agentspec.Lenient
}

// nearMiss says that a missing key is there under a slip of its name, and
// offers to mend that.
func (d *Diagnostic) nearMiss(p *Pass, key string) {
	for _, e := range p.Spec.Entries {
		if near.Word(e.Key, []string{key}) == "" {
			continue
		}
		d.Span = e.KeySpan
		d.Message += fmt.Sprintf("; the key %q is not read", e.Key)
		d.Help = "write " + key
		d.Fix = renameFix(p, e, key)
		return
	}
}

// renameFix gives a key the name that it is a slip of. It is nil if another key
// is or could be meant to be that one.
func renameFix(p *Pass, slip agentspec.Entry, name string) *Fix {
	for _, e := range p.Spec.Entries {
		if e.KeySpan != slip.KeySpan && near.Word(e.Key, []string{name}) != "" {
			return nil
		}
	}
	return &Fix{Message: "write " + name, Safe: oneSlip(slip.Key, name),
		Edits: []source.Edit{{Span: slip.KeySpan, New: name}}}
}

// oneSlip reports whether one slip of the pen, letter case aside, makes the one
// word of the other. Two may make another word: effect is not effort, and
// global is not local.
func oneSlip(a, b string) bool { return near.Distance(strings.ToLower(a), strings.ToLower(b)) <= 1 }
