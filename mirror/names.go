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

// clashes reports agents whose files would be one: the same name, or names that
// differ only in case.
func clashes(agents []*agent) {
	first := map[string]*agent{}
	for _, a := range agents {
		if a.name == "" {
			continue
		}
		key := strings.ToLower(a.name)
		other := first[key]
		if other == nil {
			first[key] = a
			continue
		}
		for _, pair := range [][2]*agent{{a, other}, {other, a}} {
			e := pair[0].spec.Entry("name")
			message := fmt.Sprintf("name %q is also that of %s", pair[0].name, pair[1].spec.File.Path)
			if other.name != a.name {
				message = fmt.Sprintf("name %q differs only in case from %q in %s", pair[0].name, pair[1].name, pair[1].spec.File.Path)
			}
			pair[0].problems = append(pair[0].problems, Problem{Rule: RuleName, Path: pair[0].spec.File.Path,
				File: pair[0].spec.File, Span: e.Span, Agent: pair[0].name, Message: message,
				Help: "give each agent its own name"})
		}
	}
}
