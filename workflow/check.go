package workflow

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Beside returns the file at a path, or nil if there is none. Check asks it for
// the prompts and copies beside a specification.
type Beside func(path string) *source.File

// Check checks specifications and prompts together; what a file is follows from
// its content. Several prompt files of one workflow are copies and must be
// equal. A specification without prompts in files gets NAME.prompts.json beside
// it, and its copies in NAME.js and the like are compared as well. beside may
// be nil: then only files are looked at.
//
// The result is sorted by file (in the order given), place and rule.
func Check(files []*source.File, beside Beside) []Problem {
	return newChecker(files, beside).run()
}

func newChecker(files []*source.File, beside Beside) *checker {
	if beside == nil {
		beside = func(string) *source.File { return nil }
	}
	return &checker{files: files, beside: beside}
}

func (c *checker) run() []Problem {
	for _, f := range c.files {
		c.read(f)
	}
	for i, s := range c.specs {
		c.check(s)
		c.sameSpec(s, c.specs[:i])
	}
	c.strays()
	return c.sorted()
}

// Compare is Check for a linter, which sees all workflows of a project at once
// and checks each file by itself elsewhere: it tells only what does not fit
// between files. Prompts belong to the specification of their name; a
// specification whose prompts are not among the files is fine.
func Compare(files []*source.File) []Problem {
	c := newChecker(files, nil)
	for _, f := range files {
		c.read(f)
	}
	c.problems = nil // of single files
	for i, s := range c.specs {
		if c.sameSpec(s, c.specs[:i]) {
			continue // its prompts were looked at
		}
		var own []*Prompts
		for _, p := range c.prompts {
			if promptsName(p.File) == s.Name {
				own, c.used = append(own, p), append(c.used, p)
			}
		}
		c.checkPrompts(s, own)
	}
	c.strays()
	return c.sorted()
}

// Load is Check for one specification, perhaps with one file of prompts, and
// returns what was read. Without problems that fail, neither is nil.
func Load(files []*source.File, beside Beside) (*Spec, *Prompts, []Problem) {
	c := newChecker(files, beside)
	problems := c.run()
	switch {
	case Failing(problems):
		return nil, nil, problems
	case len(c.specs) != 1 || len(c.used) == 0:
		return nil, nil, append(problems, Problem{Rule: RuleStageKeys, File: files[0],
			Message: "want one specification, and one file of prompts at most"})
	}
	return c.specs[0], c.used[0], problems
}

type checker struct {
	files    []*source.File
	beside   Beside
	specs    []*Spec
	prompts  []*Prompts
	used     []*Prompts
	problems []Problem
}

func (c *checker) add(problems ...Problem) { c.problems = append(c.problems, problems...) }

func (c *checker) read(f *source.File) {
	if KindOf(f) == KindPrompts {
		p, problems := ReadPrompts(f)
		c.prompts = append(c.prompts, p)
		c.add(problems...)
		return
	}
	// Everything else must be a specification; one that is broken says why.
	spec, problems := ReadSpec(f, c.beside)
	if KindOf(f) == Other && len(problems) > 0 && spec.root != nil {
		c.add(Problem{Rule: RuleStageKeys, File: f, Message: "the file is neither a workflow specification nor prompts",
			Help: "a specification has the key stages; prompts are an object of texts"})
		return
	}
	c.add(problems...)
	if spec.root != nil {
		c.specs = append(c.specs, spec)
	}
}

// check compares one specification with its prompts and copies.
func (c *checker) check(spec *Spec) {
	own := c.promptsOf(spec)
	if len(own) == 0 && spec.Name != "" {
		if f := c.findPrompts(spec); f != nil {
			p, problems := ReadPrompts(f)
			c.add(problems...)
			own = []*Prompts{p}
			c.used = append(c.used, p)
		}
	}
	c.checkPrompts(spec, own)
	if len(own) > 0 {
		c.scripts(spec, own[0])
	}
}

// findPrompts looks for the prompts where the specification says, else beside it
// and in the folder prompts beside its own. That there are none is told.
func (c *checker) findPrompts(spec *Spec) *source.File {
	dir := path.Dir(spec.File.Path)
	places := []string{path.Join(dir, spec.PromptsPath)}
	if spec.PromptsPath == "" {
		name := spec.Name + ".prompts.json"
		places = []string{path.Join(dir, name), path.Join(dir, "../prompts", name)}
	}
	for _, place := range places {
		if f := c.beside(place); f != nil {
			return f
		}
	}
	c.add(Problem{Rule: RuleSlot, File: spec.File, Span: spec.nameSpan,
		Message: fmt.Sprintf("the workflow %q has no prompts: there is no %s", spec.Name, strings.Join(places, " and no ")),
		Help:    "write them there, or name their file beside the specification"})
	return nil
}

// checkPrompts checks the first prompts and compares the others with them, so
// that what is wrong in all of them is told once.
func (c *checker) checkPrompts(spec *Spec, own []*Prompts) {
	for i, p := range own {
		if i == 0 {
			c.add(CheckPrompts(spec, p)...)
		} else {
			c.add(compare(own[0], p)...)
		}
	}
}

// sameSpec compares a specification with an earlier one of its name, if there
// is one.
func (c *checker) sameSpec(spec *Spec, earlier []*Spec) (found bool) {
	for _, first := range earlier {
		if spec.Name == "" || first.Name != spec.Name {
			continue
		}
		if !bytes.Equal(compact(first.File, first.root), compact(spec.File, spec.root)) {
			c.add(Problem{Rule: RuleCopies, File: spec.File, Span: spec.nameSpan,
				Message: fmt.Sprintf("the specification of %q differs from the one in %s", spec.Name, first.File.Path),
				Help:    "copy the one that is right over the other"})
		}
		return true
	}
	return false
}

// promptsOf returns the prompts among the files that belong to spec: all of
// them if it is the only specification, else those of its name or of the same
// stages.
func (c *checker) promptsOf(spec *Spec) []*Prompts {
	var own []*Prompts
	for _, p := range c.prompts {
		if len(c.specs) == 1 || promptsName(p.File) == spec.Name || c.nameless(p) && sameStages(spec, p) {
			own = append(own, p)
			c.used = append(c.used, p)
		}
	}
	return own
}

func promptsName(f *source.File) string { return stemOf(f.Path, ".prompts.json", ".json") }

// nameless reports whether prompts bear the name of no specification.
func (c *checker) nameless(p *Prompts) bool {
	return !slices.ContainsFunc(c.specs, func(s *Spec) bool { return s.Name == promptsName(p.File) })
}

func sameStages(spec *Spec, p *Prompts) bool {
	return len(spec.Stages) == len(p.List) && !slices.ContainsFunc(spec.Stages, func(s Stage) bool {
		_, ok := p.Of(s.Name)
		return !ok
	})
}

// strays compares prompts without a specification, which are copies of each
// other if they have the same stages, and tells those that nothing can be
// compared with.
func (c *checker) strays() {
	var rest []*Prompts
	for _, p := range c.prompts {
		if !slices.Contains(c.used, p) {
			rest = append(rest, p)
		}
	}
	switch {
	case len(c.specs) == 0 && len(rest) > 1:
		for _, p := range rest[1:] {
			c.add(compare(rest[0], p)...)
		}
	default:
		for _, p := range rest {
			c.add(Problem{Rule: RuleUnmarked, File: p.File, Message: "these prompts belong to no specification here, so nothing can be compared with them",
				Help: "call the file NAME.prompts.json beside NAME.spec.json"})
		}
	}
}

// compare tells where a copy of prompts differs from the first one.
func compare(first, copy *Prompts) []Problem {
	r := &report{file: copy.File}
	for _, want := range first.List {
		got, ok := copy.Of(want.Stage)
		switch {
		case !ok:
			r.add(RuleCopies, source.Span{}, "the prompt %q is missing; %s has it", want.Stage, first.File.Path)
		case got.Text != want.Text:
			r.add(RuleCopies, got.Value, "the prompt %q differs from %s: %s", want.Stage, first.File.Path, difference(want.Text, got.Text))
		}
	}
	for _, got := range copy.List {
		if _, ok := first.Of(got.Stage); !ok {
			r.add(RuleCopies, got.Key, "the prompt %q is not in %s", got.Stage, first.File.Path)
		}
	}
	return r.problems
}

// difference says how two templates differ: by their slots if they do there,
// else by the line where they part.
func difference(want, got string) string {
	a, b := slotNames(want), slotNames(got)
	for _, name := range b {
		if !slices.Contains(a, name) {
			return "it has the slot {{" + name + "}}, which is not there"
		}
	}
	for _, name := range a {
		if !slices.Contains(b, name) {
			return "it lacks the slot {{" + name + "}}"
		}
	}
	wantLines, gotLines := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wantLines), len(gotLines)) {
		if wantLines[i] != gotLines[i] {
			return fmt.Sprintf("line %d of the prompt is %q, there it is %q", i+1, short(gotLines[i]), short(wantLines[i]))
		}
	}
	return fmt.Sprintf("it has %d lines, there are %d", len(gotLines), len(wantLines))
}

func slotNames(template string) []string {
	var names []string
	for _, m := range marks(template) {
		names = append(names, m.name)
	}
	return names
}

func short(line string) string {
	const limit = 60
	if len(line) <= limit {
		return line
	}
	return strings.ToValidUTF8(line[:limit], "") + "…"
}

// scripts compares the copies in scripts and documents of the same name. A file
// without marks cannot be compared.
func (c *checker) scripts(spec *Spec, prompts *Prompts) {
	sources := NewSources()
	sources.AddSpec(spec)
	sources.AddPrompts(spec.Name, prompts)
	for _, ending := range []string{".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".md"} {
		f := c.beside(path.Join(path.Dir(spec.File.Path), spec.Name+ending))
		if f == nil || slices.ContainsFunc(c.files, func(g *source.File) bool { return g.Path == f.Path }) {
			continue
		}
		if !HasMarks(f) {
			c.add(Problem{Rule: RuleUnmarked, File: f, Message: fmt.Sprintf("nothing in this file can be compared with the workflow %q", spec.Name),
				Help: "put the copies between the marks judgelint:begin NAME and judgelint:end NAME"})
			continue
		}
		c.add(Sync(f, sources).Problems(f)...)
	}
}

func (c *checker) sorted() []Problem {
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		if a.File == b.File {
			return a.Span.Start - b.Span.Start
		}
		return c.rank(a.File) - c.rank(b.File)
	})
	return c.problems
}

// rank is the place of a file among those given; others come last.
func (c *checker) rank(f *source.File) int {
	if i := slices.Index(c.files, f); i >= 0 {
		return i
	}
	return len(c.files)
}
