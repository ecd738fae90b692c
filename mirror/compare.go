package mirror

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// compareOne compares the mirror of one agent on one target.
func (p *planner) compareOne(a *agent, t *Target, f *folder) (Mirror, []Problem, error) {
	c := &comparison{planner: p, agent: a, target: t, translation: translate(a, t)}
	c.addConfigured()
	name := a.name + t.ext
	c.mirror = Mirror{Path: path.Join(f.path, name), Target: t.Name, Agent: a.name, Source: a.spec.File.Path, sum: a.sum,
		word: p.options.Language.Word()}
	_, c.mirror.Owned = p.owned[c.mirror.Path]
	have, err := f.look(name, c.isFresh)
	if err != nil {
		return c.mirror, nil, err
	}
	switch {
	case have.fresh:
		c.mirror.State = InStep
		c.problems = append(c.problems, c.translation.told...)
		c.checkFresh()
	case have.other != "":
		help := "rename or delete it"
		if _, ours := p.owned[path.Join(f.path, have.other)]; ours {
			help = "run mirrorgen --prune --keep-going to remove it, then mirrorgen"
		}
		c.refuse(RuleName, nil, source.Span{}, have.other+" is there, which differs only in case", help)
	case have.odd != "":
		c.refuse(RuleName, nil, source.Span{}, have.odd+" is in the way", "remove it")
	case have.link:
		c.overLink(have)
	case have.file == nil:
		c.create()
	default:
		c.against(have.file)
	}
	return c.mirror, c.problems, nil
}

// comparison is the work on one mirror.
type comparison struct {
	*planner
	agent       *agent
	target      *Target
	translation *translation
	mirror      Mirror
	problems    []Problem
}

// addConfigured puts the keys of the configuration in, over those of the
// source.
func (c *comparison) addConfigured() {
	configured := c.options.Keys[c.target.Name][c.agent.name]
	tr := c.translation
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		k := key{name: name, value: configured[name], ours: true}
		i := slices.IndexFunc(tr.keys, func(k key) bool { return k.name == name })
		if i < 0 {
			tr.keys = append(tr.keys, k)
			continue
		}
		k.from = tr.keys[i].from
		tr.keys[i] = k
	}
}

func (c *comparison) refuse(rule string, f *source.File, s source.Span, message, help string) {
	p := Problem{Rule: rule, Path: c.mirror.Path, File: f, Span: s, Message: message, Help: help,
		Agent: c.agent.name, Target: c.target.Name}
	if f != nil {
		p.Path = f.Path
	}
	c.problems = append(c.problems, p)
}

// create plans a new mirror.
func (c *comparison) create() {
	c.mirror.State = Missing
	c.mirror.Want = c.fresh()
	c.problems = append(c.problems, c.translation.told...)
	c.checkFresh()
}

// isFresh reports whether a file is the mirror as a new one would be.
func (c *comparison) isFresh(src []byte) bool {
	return c.target.form.isFresh(src, c.translation.keys, c.agent.body)
}

func (c *comparison) fresh() []byte { return c.target.form.fresh(c.translation.keys, c.agent.body) }

// checkFresh asks the loader's rules about a new mirror. What they refuse comes
// from the source, so it is told there.
func (c *comparison) checkFresh() {
	if c.target.check == nil {
		return
	}
	d := &document{file: source.NewFile(c.mirror.Path, nil), body: c.agent.folded}
	if _, isTOML := c.target.form.(tomlForm); isTOML {
		var bad *fault
		// The body is not blank and cannot break the file: any other does as well.
		short := c.target.form.fresh(c.translation.keys, []byte("x"))
		if d, bad = c.target.form.read(source.NewFile(c.mirror.Path, short)); bad != nil {
			c.refuse(RuleRefused, nil, source.Span{}, bad.message, "")
			return
		}
	} else {
		for _, k := range c.translation.keys {
			d.keys = append(d.keys, docKey{name: k.name, value: plainValue(k)})
		}
	}
	for _, bad := range c.target.check(d) {
		if c.blameConfig(bad) {
			continue
		}
		if bad.mild {
			c.refuse(RuleRefused, c.agent.spec.File, c.origin(bad.key), bad.message, bad.help)
			c.soften()
			continue
		}
		c.refuse(RuleRefused, c.agent.spec.File, c.origin(bad.key), c.target.Name+" cannot take it: "+bad.message, bad.help)
	}
}

// plainValue is the value of a key as read gives it back: no mappings.
func plainValue(k key) any {
	if _, isMap := k.value.(map[string]any); isMap {
		return nil
	}
	return k.value
}

// origin is where the source says what a key of the mirror holds.
func (c *comparison) origin(name string) source.Span {
	for _, k := range c.translation.keys {
		if k.name == name && len(k.from) > 0 {
			return c.agent.spec.Entry(k.from[0]).KeySpan
		}
	}
	return c.agent.spec.Front.Open
}

// overLink plans to put a file in the place of a symbolic link: no client can
// be trusted to follow it.
func (c *comparison) overLink(have found) {
	c.create()
	c.mirror.State, c.mirror.Why = Foreign, "it is a symbolic link"
	if have.file != nil {
		c.mirror.Have = have.file.Src
	}
}

// against compares with a file that is there.
func (c *comparison) against(f *source.File) {
	d, bad := c.readMirror(f)
	if bad != nil {
		c.mirror.State, c.mirror.Have = Foreign, f.Src
		c.refuse(RuleRefused, f, bad.span, bad.message, "mend it, or delete it and run mirrorgen")
		return
	}
	c.checkName(d)
	set, body := c.changes(d)
	if len(set) == 0 && body == nil {
		c.mirror.State = InStep
		c.tellKept(d)
		c.checkKept(d, d)
		return
	}
	c.mirror.State, c.mirror.Have = c.stateOf(d, body), f.Src
	c.edit(d, set, body)
}

func (c *comparison) readMirror(f *source.File) (*document, *fault) {
	if at := f.InvalidUTF8(); at >= 0 {
		return nil, &fault{span: source.Span{Start: at, End: at + 1}, message: fmt.Sprintf("byte 0x%02x at offset %d is not UTF-8", f.Src[at], at)}
	}
	return c.target.form.read(f)
}

// checkName refuses a mirror that bears another name: it would be another
// agent.
func (c *comparison) checkName(d *document) {
	k := d.find("name")
	if k == nil || k.value == c.agent.name {
		return
	}
	c.refuse(RuleName, d.file, k.span, fmt.Sprintf("name is %q; the name of its source %s is %q", fmt.Sprint(k.value), c.mirror.Source, c.agent.name),
		"give it the name of its source, or move the file away")
}

// changes returns the keys to set and the body to write; nil if it stays.
func (c *comparison) changes(d *document) (set []key, body []byte) {
	for _, k := range c.translation.keys {
		have := d.find(k.name)
		switch ours := k.ours || k.name == "description" && c.options.SyncDescription; {
		case have == nil && (ours || slices.Contains(c.target.required, k.name)):
			set = append(set, k)
		case have != nil && ours && !sameValue(d, have, k.value):
			set = append(set, k)
		}
	}
	same := bytes.Equal(d.body, c.agent.folded)
	if !same && !c.mirror.Owned && !c.mode.Adopt {
		same = bytes.Equal(withoutBlankEnds(d.body), withoutBlankEnds(c.agent.folded))
	}
	if !same {
		body = c.agent.body
	}
	return set, body
}

// sameValue compares a key of a mirror with the value that it should have.
// Front matter is read without types inside lists and without mappings.
func sameValue(d *document, have *docKey, want any) bool {
	if d.toml != nil {
		return reflect.DeepEqual(have.value, want)
	}
	switch want := want.(type) {
	case string:
		text, ok := have.value.(string)
		return ok && text == strings.TrimSpace(want)
	case []any:
		list, ok := have.value.([]any)
		return ok && slices.EqualFunc(list, want, func(x, y any) bool { return fmt.Sprint(x) == fmt.Sprint(y) })
	case bool, int64, float64:
		return have.value == want
	}
	return have.written == yamlValue(want)
}

// stateOf tells whose the content is that writing would replace.
func (c *comparison) stateOf(d *document, body []byte) State {
	entry, owned := c.owned[c.mirror.Path]
	switch {
	case !owned:
		return Foreign
	case body != nil && !strings.Contains(entry.sum, sumOf(d.body)):
		return Edited
	}
	return Outdated
}

// edit plans the changed file and checks it as a loader would see it.
func (c *comparison) edit(d *document, set []key, body []byte) {
	var names []string
	if body != nil {
		names = []string{"body"}
	}
	for _, k := range set {
		names = append(names, k.name)
	}
	if len(set) > 0 {
		c.mirror.Why = strings.Join(names, ", ")
	}
	want, bad := d.edit(set, body)
	if bad == nil {
		c.mirror.Want = want
		var after *document
		if after, bad = c.target.form.read(source.NewFile(c.mirror.Path, want)); bad == nil {
			c.tellKept(after)
			c.checkKept(after, d)
			bad = c.unlike(after, set, body)
		}
	}
	if bad != nil {
		c.refuse(RuleRefused, d.file, bad.span, bad.message, bad.help)
	}
}

// unlike reports what did not arrive in an edited file: front matter can be
// written in ways that no edit of single values survives.
func (c *comparison) unlike(after *document, set []key, body []byte) *fault {
	if body != nil && !bytes.Equal(after.body, c.agent.folded) {
		return &fault{message: "the body cannot be written into this file", help: "delete it and run mirrorgen"}
	}
	for _, k := range set {
		if have := after.find(k.name); have == nil || !sameValue(after, have, k.value) {
			return &fault{key: k.name, message: k.name + " cannot be set in this file", help: "set it by hand"}
		}
	}
	return nil
}

// tellKept tells what becomes of the fields of the source in a mirror that has
// keys of its own: only what stands there is carried.
func (c *comparison) tellKept(d *document) {
	carried := map[string]bool{}
	for _, k := range c.translation.keys {
		for _, from := range k.from {
			carried[from] = carried[from] || c.carries(d, k, from)
		}
	}
	for _, p := range c.translation.told {
		if there, known := carried[p.Key]; !known || there {
			c.problems = append(c.problems, p)
		}
	}
	tr := c.translation
	tr.told = nil
	for _, e := range c.agent.spec.Entries {
		if there, known := carried[e.Key]; known && !there {
			carried[e.Key] = true
			tr.done[e.Key] = false
			tr.lose(e.Key, "the mirror has its own front matter")
		}
	}
	c.problems = append(c.problems, tr.told...)
}

// carries reports whether a mirror with keys of its own carries a field of the
// source. For one that limits the agent the value counts, too.
func (c *comparison) carries(d *document, k key, from string) bool {
	have, e := d.find(k.name), c.agent.spec.Entry(from)
	switch {
	case have == nil || !restricts(e):
		return have != nil
	case k.lines == nil:
		return sameValue(d, have, k.value)
	}
	return slices.Equal(elements(have.value), elements(yamlDecoded(*e)))
}

// elements makes a list and the text that stands for it equal.
func elements(v any) []string {
	return strings.FieldsFunc(fmt.Sprint(v), func(r rune) bool { return strings.ContainsRune("[], ", r) })
}

// checkKept asks the loader's rules about the mirror as it will be, and places
// the answers in the file as it is.
func (c *comparison) checkKept(after, now *document) {
	if c.target.check == nil {
		return
	}
	var before []fault
	if after != now {
		before = c.target.check(now)
	}
	for _, bad := range c.target.check(after) {
		if c.blameConfig(bad) {
			continue
		}
		span := bad.span
		if after != now {
			span = source.Span{}
			if k := now.find(bad.key); k != nil {
				span = k.span
			}
			if i := slices.IndexFunc(before, func(f fault) bool { return f.message == bad.message && f.span.Len() > 0 }); i >= 0 {
				span = before[i].span
			}
		} else if k := now.find(bad.key); k != nil && span.Len() == 0 {
			span = k.span
		}
		file := now.file
		if span.Len() == 0 { // it stands nowhere yet
			file = nil
		}
		c.refuse(RuleRefused, file, span, bad.message, bad.help)
		if bad.mild {
			c.soften()
		}
	}
}

// soften makes a warning of the problem that was told last.
func (c *comparison) soften() { c.problems[len(c.problems)-1].Level = Warning }

// blameConfig tells of a refused key where it comes from, if that is the
// configuration.
func (c *comparison) blameConfig(bad fault) bool {
	if _, ok := c.options.Keys[c.target.Name][c.agent.name][bad.key]; !ok {
		return false
	}
	c.problems = append(c.problems, Problem{Rule: RuleRefused, Path: configName, Agent: c.agent.name, Target: c.target.Name,
		Key: bad.key, Message: fmt.Sprintf("[mirror.target.%s.agent.%s]: %s", c.target.Name, c.agent.name, bad.message)})
	return true
}
