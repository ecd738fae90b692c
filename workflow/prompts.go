package workflow

import (
	"slices"
	"strconv"
	"strings"

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
		if !strings.HasPrefix(key.Name, "_comment") {
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
// that are unknown or not used.
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
		r.slots(s, prompt)
	}
	for _, q := range p.List {
		if !slices.Contains(stages, q.Stage) {
			problem := r.add(RuleSlot, q.Key, "the prompt %q belongs to no stage; the stages are %s", q.Stage, strings.Join(stages, ", "))
			problem.Help = nearHelp(q.Stage, stages)
		}
	}
	return r.problems
}

func (r *report) slots(s Stage, prompt Prompt) {
	want := SlotsOf(s.Schema)
	if want == nil {
		return // the schema is unknown, which is told elsewhere
	}
	places := placesOf(r.file, prompt)
	used := map[string]bool{}
	for i, m := range marks(prompt.Text) {
		if used[m.name] = true; slices.Contains(want, m.name) {
			continue
		}
		shown := prompt.Text[m.start:m.end]
		p := r.add(RuleSlot, places[i], "the prompt of %q has %s, which nothing fills; want %s",
			s.Name, strconv.Quote(short(shown)), braces(want, " or "))
		p.Help = nearHelp(m.name, want)
	}
	unused := slices.DeleteFunc(want, func(name string) bool { return used[name] })
	if len(unused) > 0 {
		p := r.add(RuleSlot, prompt.Value, "the prompt of %q does not use %s", s.Name, braces(unused, " and "))
		p.Help = "what it holds would be lost: write it where the worker needs it"
	}
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
