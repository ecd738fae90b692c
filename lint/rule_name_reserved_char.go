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
	if what := reservedIn(name); what != "" {
		p.Report(Diagnostic{Span: placeOf(p, "name"), Message: fmt.Sprintf("the name %q %s", name, what), Help: "use lower-case letters, digits and dashes"})
	}
}

// reservedIn says what no name may hold and this one does; "" for a good name.
func reservedIn(name string) string {
	switch n := strings.IndexAny(name, `:/\`); {
	case strings.HasPrefix(name, "-"):
		return "begins with a dash; Claude Code does not load it"
	case n >= 0 && name[n] == ':':
		return "holds a colon, which separates the name of a plugin; Claude Code does not load it"
	case n >= 0:
		return fmt.Sprintf("holds %q, but it becomes the name of a file", name[n:n+1])
	case strings.ContainsFunc(name, unicode.IsControl):
		return "holds a control character"
	case name == ".", name == "..":
		return "is that of a folder"
	}
	return ""
}
