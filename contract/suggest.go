package contract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Spec is an agent's spec.
type Spec struct {
	Agent string
	File  *source.File
}

// Suggestion is a contract that would cover what specs already prescribe.
type Suggestion struct {
	Name   string
	Agents []string
	Prescription
}

// Suggest returns a contract for each verdict that the specs prescribe and no
// contract covers, in the order of the specs. Agents that prescribe the same
// share one. A spec that shows a block of the project's own language has a
// contract already.
func (s *Set) Suggest(specs []Spec) []Suggestion {
	var found []Suggestion
	seen := map[string]bool{}
	for _, spec := range specs {
		name := verdict.BareName(spec.Agent)
		if name == "" || seen[name] || !s.open(name, spec.File) {
			continue
		}
		p, ok := Prescribed(spec.File)
		if !ok {
			continue
		}
		seen[name] = true
		i := slices.IndexFunc(found, func(o Suggestion) bool { return o.same(&p) })
		if i < 0 {
			found = append(found, Suggestion{Name: s.freeName(name, found), Prescription: p})
			i = len(found) - 1
		}
		found[i].Agents = append(found[i].Agents, name)
	}
	return found
}

// open reports whether an agent has no contract yet.
func (s *Set) open(agent string, f *source.File) bool {
	c, err := s.For(agent)
	if err != nil || c.Form != Wiki {
		return false
	}
	t := verdict.Parse(f, s.Language)
	return len(t.Blocks)+len(t.Markers) == 0
}

func (p *Prescription) same(o *Prescription) bool {
	return p.Form == o.Form && p.Label == o.Label && p.Fence == o.Fence && p.Key == o.Key && p.Pointer == o.Pointer && p.Literal == o.Literal && slices.Equal(p.Words, o.Words)
}

// freeName is a name for a contract that no other has.
func (s *Set) freeName(agent string, found []Suggestion) string {
	base := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, agent)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		_, taken := s.Named(name)
		if !taken && !slices.ContainsFunc(found, func(o Suggestion) bool { return o.Name == name }) {
			return name
		}
	}
}

// TOML is the suggestion as a table of judgelint.toml. What is a guess is marked
// with the comment "# check".
func (s *Suggestion) TOML() string {
	var b strings.Builder
	line := func(key, value, comment string) {
		if comment != "" {
			comment = " # check: " + comment
		}
		fmt.Fprintf(&b, "%-7s = %s%s\n", key, value, comment)
	}
	b.WriteString("[[contract]]\n")
	line("name", basic(s.Name), "")
	line("agents", basicList(s.Agents), "")
	line("form", basic(string(s.Form)), "")
	switch s.Form {
	case Line:
		line("label", basicList([]string{s.Label}), "")
	case Fields:
		line("fence", basic(s.Fence), "")
		line("verdict", basic(s.Key), "")
	case JSON:
		line("verdict", basic(s.Pointer), "")
	}
	pass, fail, abstain, unsure := s.sorted()
	if s.Literal {
		line("pass", "[true]", "")
		line("fail", "[false]", "")
		return b.String()
	}
	line("pass", basicList(pass), among(unsure, pass))
	line("fail", basicList(fail), among(unsure, fail))
	if len(abstain) > 0 {
		line("abstain", basicList(abstain), among(unsure, abstain))
	}
	if s.Form != JSON && !slices.ContainsFunc(s.Words, func(w string) bool { return strings.ToLower(w) == w }) &&
		slices.ContainsFunc(s.Words, func(w string) bool { return strings.ToUpper(w) != w }) {
		line("case", basic("ignore"), "")
	}
	return b.String()
}

// sorted guesses what each word decides. Unsure are words that were guessed from
// nothing but their place.
func (s *Suggestion) sorted() (pass, fail, abstain, unsure []string) {
	for _, w := range s.Words {
		switch Guess(w) {
		case Pass:
			pass = append(pass, w)
		case Fail:
			fail = append(fail, w)
		case Abstain:
			abstain = append(abstain, w)
		default:
			fail, unsure = append(fail, w), append(unsure, w)
		}
		if Guess(w) != Undecided && Meaning(w) == Undecided {
			unsure = append(unsure, w)
		}
	}
	if len(fail) == 0 {
		fail, abstain, unsure = abstain, nil, append(unsure, abstain...)
	}
	return pass, fail, abstain, unsure
}

// among names the words of a list that are unsure.
func among(unsure, list []string) string {
	var both []string
	for _, w := range list {
		if slices.Contains(unsure, w) {
			both = append(both, w)
		}
	}
	return strings.Join(both, ", ")
}

// basic is a text as a basic string of TOML, whose escapes are among Go's.
func basic(text string) string { return strconv.Quote(text) }

func basicList(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = basic(w)
	}
	return "[" + strings.Join(list, ", ") + "]"
}
