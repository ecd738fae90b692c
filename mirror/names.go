package mirror

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxName is the longest name in bytes that leaves room for an ending in every
// file system.
const maxName = 200

// badName completes "the name ...": why a name cannot be the name of a file on
// every system, or "".
func badName(name string) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > maxName:
		return fmt.Sprintf("is longer than %d bytes", maxName)
	case strings.ContainsAny(name, `/\`):
		return "holds a path separator"
	case strings.HasPrefix(name, "."):
		return "begins with a dot"
	case strings.HasSuffix(name, "."), strings.TrimSpace(name) != name:
		return "ends in a dot or a blank"
	case device(name):
		return "is a device on Windows"
	}
	for _, r := range name {
		if strings.ContainsRune(`<>:"|?*`, r) {
			return fmt.Sprintf("holds %q", r)
		}
		if r == unicode.ReplacementChar {
			return "holds a character that cannot be read"
		}
		if !unicode.IsPrint(r) {
			return fmt.Sprintf("holds the invisible character %U", r)
		}
	}
	return ""
}

// device reports whether Windows takes a file name for a device, whatever its
// ending is.
func device(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	if slices.Contains([]string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}, stem) {
		return true
	}
	rest, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		rest, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && strings.Contains("0 1 2 3 4 5 6 7 8 9 ¹ ² ³", rest) && len([]rune(rest)) == 1 && rest != " "
}

// claimAgents gives each path of a mirror to the one agent that is written
// there, and reports agents whose files would be one: the same name, or names
// that differ only in case. Excluded agents claim nothing.
func (p *planner) claimAgents(agents []*agent) {
	several := slices.ContainsFunc(agents, func(a *agent) bool { return a.group != agents[0].group })
	claims, told := map[string]*agent{}, map[[2]*agent]bool{}
	for _, a := range agents {
		if a.name == "" || p.excluded(a) {
			continue
		}
		keys := []string{strings.ToLower(a.name)} // in one group all agents have the same places
		if several {
			keys = a.claimKeys()
		}
		for _, key := range keys {
			other := claims[key]
			if other == nil {
				claims[key] = a
				continue
			}
			// Two sets may share a source: then the first one writes the mirror.
			if pair := [2]*agent{other, a}; other.path != a.path && !told[pair] {
				told[pair] = true
				clash(other, a)
				clash(a, other)
			}
		}
	}
	if several {
		p.claims = claims
	}
}

func (a *agent) claimKeys() []string {
	var keys []string
	for _, pl := range a.group.places {
		keys = append(keys, claimKey(a, pl))
	}
	return keys
}

func claimKey(a *agent, pl *place) string {
	return strings.ToLower(pl.folder.path + "/" + a.name + pl.ext)
}

// clash reports that the mirror of a would be that of other.
func clash(a, other *agent) {
	e := a.spec.Entry("name")
	message := fmt.Sprintf("name %q is also that of %s", a.name, other.path)
	if other.name != a.name {
		message = fmt.Sprintf("name %q differs only in case from %q in %s", a.name, other.name, other.path)
	}
	a.problems = append(a.problems, Problem{Rule: RuleName, Path: a.path, File: a.spec.File, Span: e.Span, Agent: a.name,
		Message: message, Help: "give each agent its own name"})
}
