package workflow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
)

// Prompts are the templates of a workflow, one for each stage.
type Prompts struct {
	File *source.File
	// List is in the order of the file.
	List []Prompt
}

// Prompt is the template of one stage.
type Prompt struct {
	Stage string
	// Text holds slots such as {{finding}}.
	Text string
	// Key and Value are the stage name and the template in the file.
	Key, Value source.Span
}

// Of returns the template of a stage; ok is false if there is none.
func (p *Prompts) Of(stage string) (prompt Prompt, ok bool) {
	for _, q := range p.List {
		if q.Stage == stage {
			return q, true
		}
	}
	return Prompt{}, false
}

// ReadPrompts reads an object of templates. Whether they fit a specification is
// told by CheckPrompts.
func ReadPrompts(f *source.File) (*Prompts, []Problem) {
	r := &report{file: f}
	p := &Prompts{File: f}
	root := r.parse()
	if root == nil {
		return p, r.problems
	}
	if kindOf(root) != KindPrompts {
		r.add(RuleStageKeys, root.Span, "prompts must be an object that holds one text for each stage")
		return p, r.problems
	}
	for i, key := range root.Keys {
		if !isComment(key.Name) {
			p.List = append(p.List, Prompt{key.Name, root.Items[i].Text, key.Span, root.Items[i].Span})
		}
	}
	return p, r.problems
}

// mark is a {{...}} of a template, as byte offsets into it.
type mark struct {
	start, end int
	// name is the word between the braces; "" if there is none.
	name string
}

// marks returns the marks of a template in their order. A mark that is never
// closed runs to the end of its line.
func marks(text string) []mark {
	var list []mark
	for off := 0; ; {
		i := strings.Index(text[off:], "{{")
		if i < 0 {
			return list
		}
		start := off + i
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		name := ""
		if n := strings.Index(text[start:end], "}}"); n >= 0 {
			end = start + n + 2
			if word := strings.TrimSpace(text[start+2 : end-2]); isName(word) {
				name = word
			}
		}
		list = append(list, mark{start, end, name})
		off = end
	}
}

// CheckPrompts tells what does not fit between prompts and their
// specification: stages without a prompt, prompts without a stage, and slots
// that are unknown or not used. Slots that only the host of the workflow can
// fill are told as such, if the specification declares none itself.
func CheckPrompts(spec *Spec, p *Prompts) []Problem {
	r := &report{file: p.File}
	var stages []string
	for _, s := range spec.Stages {
		stages = append(stages, s.Name)
		prompt, ok := p.Of(s.Name)
		if !ok {
			r.add(RuleSlot, source.Span{}, "the stage %q has no prompt", s.Name)
			continue
		}
		if s.Schema != "" { // without one nothing is known of its slots
			r.slots(spec, s, prompt)
		}
	}
	for _, q := range p.List {
		if !slices.Contains(stages, q.Stage) {
			problem := r.add(RuleSlot, q.Key, "the prompt %q belongs to no stage; the stages are %s", q.Stage, strings.Join(stages, ", "))
			problem.Help = nearHelp(q.Stage, stages)
		}
	}
	return r.problems
}

func (r *report) slots(spec *Spec, s Stage, prompt Prompt) {
	list, places := marks(prompt.Text), placesOf(r.file, prompt)
	want := spec.filled(s)
	used := map[string]bool{}
	for _, m := range list {
		used[m.name] = true
	}
	hosts := spec.hostSlots(s, list)
	for i, m := range list {
		if slices.Contains(want, m.name) || slices.Contains(hosts, m.name) {
			continue
		}
		p := r.add(RuleSlot, places[i], "the prompt of %q has %s, which nothing fills; want %s",
			s.Name, strconv.Quote(short(prompt.Text[m.start:m.end])), braces(want, " or "))
		if p.Help = nearHelp(m.name, want); p.Help == "" && spec.ownSlots && m.name != "" {
			p.Help = "declare it in the slots of the stage"
		}
	}
	if len(hosts) > 0 {
		at := slices.IndexFunc(list, func(m mark) bool { return m.name == hosts[0] })
		p := r.add(RuleHost, places[at], "the prompt of %q has %s, which only the host of the workflow fills", s.Name, braces(hosts, " and "))
		p.Help = "declare where it comes from in the slots of the stage, or give it to plan and run: --slot NAME=VALUE"
	}
	unused := slices.DeleteFunc(spec.needed(s, hosts), func(name string) bool { return used[name] })
	if len(unused) > 0 {
		p := r.add(RuleSlot, prompt.Value, "the prompt of %q does not use %s", s.Name, braces(unused, " and "))
		p.Help = "what it holds would be lost: write it where the worker needs it"
	}
}

// filled are the slots that a prompt can have: those that the stage declares,
// and those that its schema brings.
func (s *Spec) filled(stage Stage) []string {
	var names []string
	for _, slot := range stage.Slots {
		names = append(names, slot.Name)
	}
	for _, name := range s.brought(stage) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// brought are the slots that plans fill without being told how.
func (s *Spec) brought(stage Stage) []string {
	form := s.Form(stage)
	if form == findings.SchemaReport && !s.reviews() {
		form = "" // there are no findings to report on
	}
	if form != "" {
		return SlotsOf(form)
	}
	names := []string{"diffHint"}
	if stage.Parallelism != Single {
		names = append(names, "brief")
	}
	return names
}

// reviews reports whether a stage returns findings.
func (s *Spec) reviews() bool {
	return slices.ContainsFunc(s.Stages, func(t Stage) bool { return s.Form(t) == findings.SchemaFindings })
}

// needed are the slots that a prompt must have: what a prompt of the review
// leaves out is lost. A stage that has slots of its own, or of its host, knows
// what it does; it must use those that it declares.
func (s *Spec) needed(stage Stage, hosts []string) []string {
	var names []string
	for _, slot := range stage.Slots {
		names = append(names, slot.Name)
	}
	if form := s.Form(stage); len(names)+len(hosts) == 0 && form != "" && len(s.brought(stage)) == len(SlotsOf(form)) {
		return SlotsOf(form)
	}
	return names
}

// hostSlots are the slots of a prompt that only the host of the workflow can
// fill. There are none if the specification declares slots at all. A name near
// to a known one is a slip; so is a slot of another stage of the review, unless
// the prompt has others that are the host's.
func (s *Spec) hostSlots(stage Stage, list []mark) []string {
	if s.ownSlots {
		return nil
	}
	want := s.filled(stage)
	strict := len(s.brought(stage)) > 0 && s.Form(stage) != "" && (s.Form(stage) != findings.SchemaReport || s.reviews())
	var names []string
	foreign := !strict
	for _, m := range list {
		if m.name == "" || slices.Contains(want, m.name) || slices.Contains(names, m.name) || strict && nearHelp(m.name, want) != "" {
			continue
		}
		names = append(names, m.name)
		foreign = foreign || !slices.ContainsFunc(slots(), func(known slot) bool { return known.name == m.name })
	}
	if !foreign {
		return nil
	}
	return names
}

// placesOf returns where the marks of a template stand in the file. The file
// has the template with escapes; if those hide a brace, every mark has the
// place of the whole template.
func placesOf(f *source.File, p Prompt) []source.Span {
	inText, inFile := marks(p.Text), marks(string(f.Text(p.Value)))
	places := make([]source.Span, len(inText))
	for i := range places {
		places[i] = p.Value
		if len(inFile) == len(inText) {
			places[i] = source.Span{Start: p.Value.Start + inFile[i].start, End: p.Value.Start + inFile[i].end}
		}
	}
	return places
}

// braces lists slots, with a word before the last one.
func braces(names []string, last string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = "{{" + name + "}}"
	}
	return join(list, last)
}

// fill puts values into the slots of a template. Values are not read again, so
// a finding cannot bring in slots of its own. Marks without a value are
// returned.
func fill(template string, values map[string]string) (text string, open []string) {
	var b strings.Builder
	off := 0
	for _, m := range marks(template) {
		value, ok := values[m.name]
		if !ok {
			open = append(open, template[m.start:m.end])
			continue
		}
		b.WriteString(template[off:m.start])
		b.WriteString(value)
		off = m.end
	}
	b.WriteString(template[off:])
	return b.String(), open
}
