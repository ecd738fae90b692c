package lint

import (
	"fmt"
	"strings"
)

var ruleNameShape = Rule{
	Name:     "name-shape",
	Summary:  "a name that is not lower-case words joined by dashes",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      nameShape,
}

// maxName is the longest name that all clients with a limit take, in bytes.
const maxName = 64

func nameShape(p *Pass) {
	name := p.Spec.Name()
	if name == "" || p.Home == OtherHome || strings.ContainsAny(name, `:/\`) || strings.HasPrefix(name, "-") {
		return
	}
	d := Diagnostic{Span: placeOf(p, "name")}
	switch {
	case !kebab(name):
		d.Message = fmt.Sprintf("the name %q is not made of lower-case words joined by dashes", name)
		if better := toKebab(name); kebab(better) {
			d.Help = "write " + better + ", also where the agent is called"
		}
	case len(name) > maxName:
		d.Message = fmt.Sprintf("the name has %d characters; some clients take at most %d", len(name), maxName)
	default:
		return
	}
	p.Report(d)
}

// kebab reports whether a name is made of lower-case letters and digits, in
// words joined by single dashes.
func kebab(name string) bool {
	dash := true
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '-' && dash:
			return false
		case c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			return false
		}
		dash = c == '-'
	}
	return !dash
}

// toKebab lowers the letters and joins the words of a name by dashes.
func toKebab(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '_' || r == '.' || r == '-' })
	return strings.Join(words, "-")
}
