package lint

import (
	"fmt"
	"strings"
	"unicode"
)

var ruleNameReservedChar = Rule{
	Name:     "name-reserved-char",
	Summary:  "a name with a character that has a meaning of its own in clients, paths or options",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      nameReservedChar,
}

func nameReservedChar(p *Pass) {
	name := p.Spec.Name()
	if p.Home == OtherHome {
		return // there the name is for people, and the file's name counts
	}
	d := Diagnostic{Span: placeOf(p, "name"), Help: "use lower-case letters, digits and dashes"}
	switch n := strings.IndexAny(name, `:/\`); {
	case strings.HasPrefix(name, "-"):
		d.Message = fmt.Sprintf("the name %q begins with a dash; Claude Code does not load it", name)
	case n >= 0 && name[n] == ':':
		d.Message = fmt.Sprintf("the name %q holds a colon, which separates the name of a plugin; Claude Code does not load it", name)
	case n >= 0:
		d.Message = fmt.Sprintf("the name %q holds %q, but it becomes the name of a file", name, name[n:n+1])
	case strings.ContainsFunc(name, unicode.IsControl):
		d.Message = fmt.Sprintf("the name %q holds a control character", name)
	case name == ".", name == "..":
		d.Message = fmt.Sprintf("the name %q is that of a folder", name)
	default:
		return
	}
	p.Report(d)
}
