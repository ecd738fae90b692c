package config

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/verdict"
)

// contractTable is one [[contract]]. Pointers tell a key that is not there from
// an empty one.
type contractTable struct {
	Name     string      `toml:"name"`
	Agents   []string    `toml:"agents"`
	Form     string      `toml:"form"`
	Pass     []any       `toml:"pass"`
	Fail     []any       `toml:"fail"`
	Abstain  []any       `toml:"abstain"`
	Case     string      `toml:"case"`
	Label    []string    `toml:"label"`
	Place    string      `toml:"place"`
	Note     string      `toml:"note"`
	Fence    *string     `toml:"fence"`
	Verdict  *string     `toml:"verdict"`
	Required []string    `toml:"required"`
	Counts   []string    `toml:"counts"`
	Rules    []ruleTable `toml:"rules"`
	Schema   *string     `toml:"schema"`
	Fenced   string      `toml:"fenced"`
	Sections []string    `toml:"sections"`
	Cites    bool        `toml:"cites"`
}

// contracts checks the declared contracts. What cannot mean anything is an
// error before any answer is judged.
func (r *reader) contracts(tables []contractTable) {
	named := map[string]string{}
	for i, t := range tables {
		at := fmt.Sprintf("contract.%d", i)
		c := contract.Contract{Name: t.Name, Agents: t.Agents, Form: contract.Form(t.Form), Sections: t.Sections, Cites: t.Cites}
		r.contractName(at, t.Name, tables[:i])
		r.contractAgents(at, t, named)
		r.contractForm(at, t, &c)
		r.contractWords(at, t, &c)
		r.notBlank(at+".sections", t.Sections)
		if t.Form == "fields" {
			r.contractFields(at, t, &c)
		}
		r.c.Contracts.Declared = append(r.c.Contracts.Declared, c)
	}
}

func (r *reader) contractName(at, name string, before []contractTable) {
	switch {
	case name == "":
		r.fault(at, "add name = \"NAME\"", "needs a name")
	case name == contract.WikiName:
		r.fault(at+".name", "", "%q is the contract that is built in", name)
	case strings.ContainsFunc(name, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-_.", c)
	}):
		r.fault(at+".name", "", "must be letters, digits, \"-\", \"_\" and \".\", found %q", name)
	case slices.ContainsFunc(before, func(t contractTable) bool { return t.Name == name }):
		r.fault(at+".name", "", "there is a contract %q already", name)
	}
}

// contractAgents checks the globs, and that no agent is named by two contracts;
// where two globs meet is told when an agent has both.
func (r *reader) contractAgents(at string, t contractTable, named map[string]string) {
	for i, a := range t.Agents {
		here := fmt.Sprintf("%s.agents.%d", at, i)
		switch _, err := path.Match(a, ""); {
		case a != verdict.BareName(a) || strings.TrimSpace(a) != a || a == "":
			r.fault(here, "", "must be a bare agent name or a glob, found %q", a)
		case err != nil:
			r.fault(here, "", "is no glob: %q", a)
		case slices.Contains(t.Agents[:i], a):
			r.fault(here, "", "%q stands twice", a)
		case named[a] != "":
			r.fault(here, "", "%q has the contract %q already", a, named[a])
		default:
			named[a] = t.Name
		}
	}
}

// formKeys are the keys of each form, those of all forms aside.
func formKeys() map[string][]string {
	return map[string][]string{
		"line":   {"case", "label", "place", "note"},
		"fields": {"case", "fence", "verdict", "required", "counts", "rules"},
		"json":   {"verdict", "schema", "fenced"},
	}
}

func (r *reader) contractForm(at string, t contractTable, c *contract.Contract) {
	if t.Form == "" {
		r.fault(at, "add form = \"line\", \"fields\" or \"json\"", "needs a form")
		return
	}
	r.oneOf(at+".form", t.Form, "line", "fields", "json")
	valid, ok := formKeys()[t.Form]
	if !ok {
		return
	}
	given := []struct {
		key string
		is  bool
	}{
		{"case", t.Case != ""}, {"label", t.Label != nil}, {"place", t.Place != ""}, {"note", t.Note != ""}, {"fence", t.Fence != nil},
		{"verdict", t.Verdict != nil}, {"required", t.Required != nil}, {"counts", t.Counts != nil}, {"rules", t.Rules != nil},
		{"schema", t.Schema != nil}, {"fenced", t.Fenced != ""},
	}
	for _, k := range given {
		if k.is && !slices.Contains(valid, k.key) {
			r.fault(at+"."+k.key, "keys of this form: "+strings.Join(valid, ", "), "is no key of the form %q", t.Form)
		}
	}
	r.oneOf(at+".case", t.Case, "exact", "ignore")
	c.IgnoreCase = t.Case == "ignore"
	switch t.Form {
	case "line":
		r.contractLine(at, t, c)
	case "json":
		r.contractJSON(at, t, c)
	}
}

func (r *reader) contractLine(at string, t contractTable, c *contract.Contract) {
	r.oneOf(at+".place", t.Place, "once", "last", "first")
	r.oneOf(at+".note", t.Note, "allow", "refuse")
	c.Place, c.RefuseNotes, c.Label = contract.Place(t.Place), t.Note == "refuse", t.Label
	if c.Place == "" {
		c.Place = contract.Once
	}
	if len(t.Label) == 0 {
		r.fault(at, "add label = [\"VERDICT\"]", "needs a label")
	}
	for i, l := range t.Label {
		if !plainWord(l) || strings.ContainsAny(l, ":：=*`") {
			r.fault(fmt.Sprintf("%s.label.%d", at, i), "", "must begin and end with a letter or digit and hold no colon, found %q", l)
		}
	}
}

func (r *reader) contractJSON(at string, t contractTable, c *contract.Contract) {
	r.oneOf(at+".fenced", t.Fenced, "either", "required", "never")
	if c.Fenced = contract.Fenced(t.Fenced); c.Fenced == "" {
		c.Fenced = contract.Either
	}
	switch {
	case t.Verdict == nil:
		r.fault(at, "add verdict = \"/MEMBER\"", "needs the JSON Pointer of the deciding member")
	case !contract.IsPointer(*t.Verdict) || *t.Verdict == "":
		r.fault(at+".verdict", "write \"/MEMBER\"", "must be a JSON Pointer, found %q", *t.Verdict)
	default:
		c.Verdict = *t.Verdict
	}
	if t.Schema == nil {
		return
	}
	local := filepath.FromSlash(*t.Schema)
	if *t.Schema == "" || !filepath.IsLocal(local) || path.Clean(*t.Schema) == "." || strings.ContainsAny(*t.Schema, "\\\x00") {
		r.fault(at+".schema", "", "must be a file below the project, with slashes, found %q", *t.Schema)
	}
	c.Schema = path.Clean(*t.Schema)
}

func (r *reader) contractWords(at string, t contractTable, c *contract.Contract) {
	for _, key := range []struct {
		name string
		list []any
		into *[]contract.Word
	}{{"pass", t.Pass, &c.Pass}, {"fail", t.Fail, &c.Fail}, {"abstain", t.Abstain, &c.Abstain}} {
		if len(key.list) == 0 && key.name != "abstain" {
			r.fault(at, "add "+key.name+" = [\"WORD\"]", "needs the words of %s", key.name)
		}
		for i, v := range key.list {
			here := fmt.Sprintf("%s.%s.%d", at, key.name, i)
			w, ok := r.contractWord(here, t.Form, v)
			if !ok {
				continue
			}
			if other := c.Holds(w); other != "" {
				r.fault(here, "", "%q is a word of %s already", w.Text, other)
				continue
			}
			*key.into = append(*key.into, w)
		}
	}
}

// contractWord reads one word. In the form json it is any value but a list.
func (r *reader) contractWord(at, form string, v any) (w contract.Word, ok bool) {
	switch v := v.(type) {
	case string:
		switch {
		case form == "line" && (!plainWord(v) || strings.ContainsAny(v, "|<>*`")):
			r.fault(at, "", "must begin and end with a letter or digit and hold no bar or mark, found %q", v)
		case form == "fields" && (v == "" || strings.TrimSpace(v) != v || strings.ContainsAny(v, "|\n\r")), verdict.IsPlaceholder(v):
			r.fault(at, "", "must be a word without bars or blanks at the ends, found %q", v)
		case v == "":
			r.fault(at, "", "must not be empty")
		default:
			return contract.Word{Text: v}, true
		}
		return w, false
	case bool:
		w = contract.Word{Text: strconv.FormatBool(v), Scalar: true}
	case int64:
		w = contract.Word{Text: strconv.FormatInt(v, 10), Scalar: true}
	case float64:
		text, err := json.Marshal(v)
		if err != nil {
			r.fault(at, "", "is no number of JSON")
			return w, false
		}
		w = contract.Word{Text: string(text), Scalar: true}
	default:
		r.fault(at, "", "must be a word, found %T", v)
		return w, false
	}
	if form != "json" {
		r.fault(at, "", "must be a word in quotes, found %s", w.Text)
		return w, false
	}
	return w, true
}

// plainWord reports whether a text begins and ends with a letter or digit, holds
// no line end and no two blanks in a row.
func plainWord(text string) bool {
	letter := func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) || c == '+' || c == '_'
	}
	runes := []rune(text)
	return len(runes) > 0 && len(runes) <= 100 && letter(runes[0]) && letter(runes[len(runes)-1]) &&
		strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ") == text
}

// contractFields makes the block language of the form fields.
func (r *reader) contractFields(at string, t contractTable, c *contract.Contract) {
	kind := verdict.Kind{Key: "verdict", Required: t.Required, Counts: t.Counts, IgnoreCase: c.IgnoreCase, Anonymous: true}
	if t.Verdict != nil {
		kind.Key = *t.Verdict
	}
	c.Verdict = kind.Key
	l := &c.Language
	switch {
	case t.Fence == nil:
		r.fault(at, "add fence = \"WORD\", or \"\" for a fence without a word", "needs the language word of the fence")
	case *t.Fence == "":
		l.Bare = true
	case strings.ContainsFunc(*t.Fence, func(c rune) bool {
		return c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_'
	}),
		strings.Trim(*t.Fence, "-_") != *t.Fence:
		r.fault(at+".fence", "", "must be letters, digits, \"-\" and \"_\", the first and last no dash, found %q", *t.Fence)
	default:
		l.Fence = *t.Fence
	}
	seen := []string{kind.Key}
	r.fieldKey(at+".verdict", kind.Key)
	for _, list := range []struct {
		name string
		keys []string
	}{{"required", t.Required}, {"counts", t.Counts}} {
		for i, key := range list.keys {
			here := fmt.Sprintf("%s.%s.%d", at, list.name, i)
			r.fieldKey(here, key)
			if slices.Contains(seen, key) {
				r.fault(here, "", "%q stands twice", key)
			}
			seen = append(seen, key)
		}
	}
	for _, w := range slices.Concat(c.Pass, c.Fail, c.Abstain) {
		kind.Verdicts = append(kind.Verdicts, w.Text)
	}
	for i, rule := range t.Rules {
		kind.Rules = append(kind.Rules, r.rule(fmt.Sprintf("%s.rules.%d", at, i), rule, kindTable{Verdict: kind.Verdicts, Counts: t.Counts}))
	}
	l.Kinds, l.Only = []verdict.Kind{kind}, true
}

// fieldKey checks the key of a line. Blocks name their keys as they are declared.
func (r *reader) fieldKey(at, key string) {
	if key == "finding" || !verdict.IsKey(key) {
		r.fault(at, "", "must be letters, digits, \"-\", \"_\" and single blanks, the first a letter, found %q", key)
	}
}
