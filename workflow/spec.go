package workflow

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// Spec is a portable workflow.
type Spec struct {
	File *source.File
	Name string
	// Description is for people.
	Description string
	Phases      []Phase
	// Stages are in the order of the file, which is the order of execution.
	Stages []Stage

	// PromptsPath is where the specification says that its prompts are, relative
	// to its folder; "" if it says nothing.
	PromptsPath string

	nameSpan source.Span
	root     *jsontree.Value
	// schemas are those of the workflow's own, by their names without _SCHEMA.
	schemas map[string]*Schema
	// ownSchemas and ownSlots are true if the specification declares any: then
	// a name that it does not declare is a mistake, not the host's.
	ownSchemas, ownSlots bool
}

// Phase groups stages for people.
type Phase struct{ Title, Detail, Tier string }

// Stage is one step of a workflow. Fields that its parallelism does not have
// are empty.
type Stage struct {
	Name, Phase, Tier, Parallelism string
	// Schema is the name of the answer's schema, without _SCHEMA.
	Schema string
	// Agent is the agent whose contract the answers are held to as well; "" for
	// none.
	Agent string
	// Writes is true if the work of the stage changes files.
	Writes bool
	// Slots are the marks of its prompt that the specification fills.
	Slots []Slot
	// Label is the label of a single stage, Prefix that of a list.
	Label, Prefix string
	// ItemLabel is the path in an item to what follows the prefix; nil means its
	// name, or what else can be its label.
	ItemLabel []string
	// Key names the list of a fixed-list stage.
	Key string
	// Source is the path to the items of a dynamic-list stage, Transform its
	// reducer ("" for none).
	Source, Transform string
	// CapField is the argument that caps the items, without "args."; "" if none.
	CapField string
	// DefaultCap counts if the argument is no positive whole number; 0 means no
	// limit.
	DefaultCap int
	// Fallback is nil if a failed dispatch is not tried again.
	Fallback *Fallback

	schemaSpan      source.Span
	schemaAsWritten string
}

// Fallback is one more try with another tier.
type Fallback struct {
	From, To string
	// PreserveEffort keeps the effort of the first tier.
	PreserveEffort bool
}

// ResultKey is where the context holds what the stage returned.
func (s Stage) ResultKey() string { return s.Name + "_result" }

// ReadSpec reads and checks a specification. beside reads the files of schemas
// that the specification does not hold itself; nil means that there are none.
// With problems that fail, the Spec is what could be read and is good for
// nothing but more checks.
func ReadSpec(f *source.File, beside Beside) (*Spec, []Problem) {
	spec, problems := readSpec(f)
	if beside == nil {
		beside = func(string) *source.File { return nil }
	}
	return spec, append(problems, findSchemas(spec, beside)...)
}

// readSpec is ReadSpec without a look at the names of schemas.
func readSpec(f *source.File) (*Spec, []Problem) {
	r := &specReader{report: report{file: f}, spec: &Spec{File: f, schemas: map[string]*Schema{}}}
	if root := r.parse(); root != nil {
		r.read(root)
	}
	return r.spec, r.problems
}

type specReader struct {
	report
	spec *Spec
}

func (r *specReader) read(root *jsontree.Value) {
	r.spec.root = root
	if !root.Is(jsontree.Object) {
		r.add(RuleStageKeys, root.Span, "the specification is %s; want an object", root.Kind)
		return
	}
	top := []string{"name", "description", "phases", "stages", "schemas", "prompts"}
	r.unknownKeys(root, "the specification", top)
	for _, key := range top[:4] {
		if root.Get(key) == nil {
			r.add(RuleStageKeys, source.Span{Start: root.Span.Start, End: root.Span.Start + 1}, "the key %q is missing", key)
		}
	}
	r.name(root.Get("name"))
	r.spec.Description = r.str(root.Get("description"), "description")
	r.promptsPath(root.Get("prompts"))
	r.spec.ownSchemas = root.Get("schemas") != nil
	r.readSchemas(root.Get("schemas"))
	r.phases(root.Get("phases"))
	r.stages(root.Get("stages"))
}

// promptsPath must stay beside the specification: in its folder, below it, or
// in a sister of it.
func (r *specReader) promptsPath(v *jsontree.Value) {
	text := r.str(v, "prompts")
	clean := path.Clean(text)
	switch {
	case !v.Is(jsontree.String):
	case path.IsAbs(clean) || strings.Contains(text, `\`) || clean == "." || strings.HasPrefix(strings.TrimPrefix(clean, "../"), ".."):
		r.add(RuleStageKeys, v.Span, "prompts is %q; want the path of a file in this folder, below it or in a folder beside it", text)
	default:
		r.spec.PromptsPath = clean
	}
}

// name must be a word, as it becomes part of file names, and that of the file.
func (r *specReader) name(v *jsontree.Value) {
	name := r.str(v, "name")
	if v == nil || name == "" {
		return
	}
	r.spec.nameSpan = v.Span
	if !isName(name) {
		r.add(RuleStageKeys, v.Span, "the name %s has more than letters, digits, - and _", strconv.Quote(name))
		return
	}
	r.spec.Name = name
	if stem := stemOf(r.file.Path, ".spec.json", ".json"); stem != name && stem != "<stdin>" {
		p := r.add(RuleStageKeys, v.Span, "the name is %q, but the file is called %q", name, path.Base(r.file.Path))
		p.Help = "prompts and copies are looked for by this name: call the file " + name + ".spec.json"
	}
}

// stemOf returns the file name without the first of the endings that fits.
func stemOf(file string, endings ...string) string {
	base := path.Base(file)
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(base, e); ok {
			return stem
		}
	}
	return base
}

// str returns a text and tells anything else; a missing value is "".
func (r *specReader) str(v *jsontree.Value, what string) string {
	if v != nil && v.Kind != jsontree.String {
		r.add(RuleStageKeys, v.Span, "%s is %s; want a string", what, v.Kind)
	}
	return v.Str()
}

// isComment reports whether a key is for people.
func isComment(key string) bool { return strings.HasPrefix(key, "_") }

// unknownKeys tells keys that nothing reads.
func (r *specReader) unknownKeys(v *jsontree.Value, where string, known []string) {
	for _, key := range v.Keys {
		if slices.Contains(known, key.Name) || isComment(key.Name) {
			continue
		}
		p := r.add(RuleStageKeys, key.Span, "%s has the key %q, which is unknown; want %s", where, key.Name, either(known))
		p.Help = nearHelp(key.Name, known)
	}
}

func (r *specReader) phases(v *jsontree.Value) {
	if v == nil {
		return
	}
	if !v.Is(jsontree.List) || len(v.Items) == 0 {
		r.add(RuleStageKeys, v.Span, "phases must be a list with at least one phase")
		return
	}
	for i := range v.Items {
		item := &v.Items[i]
		if !item.Is(jsontree.Object) {
			r.add(RuleStageKeys, item.Span, "a phase is %s; want an object with title, detail and tier", item.Kind)
			continue
		}
		keys := []string{"title", "detail", "tier"}
		r.unknownKeys(item, "a phase", keys)
		for _, key := range keys {
			if item.Get(key) == nil {
				r.add(RuleStageKeys, item.Span, "the phase has no %q", key)
			}
		}
		p := Phase{r.str(item.Get("title"), "title"), r.str(item.Get("detail"), "detail"), r.str(item.Get("tier"), "tier")}
		if known := append(platform.StageTiers(), "lead"); item.Get("tier").Is(jsontree.String) && !slices.Contains(known, p.Tier) {
			r.add(RuleTier, item.Get("tier").Span, "the tier of a phase is %q; want %s", p.Tier, either(known))
		}
		r.spec.Phases = append(r.spec.Phases, p)
	}
}

func (r *specReader) stages(v *jsontree.Value) {
	if v == nil {
		return
	}
	if !v.Is(jsontree.Object) || len(v.Items) == 0 {
		r.add(RuleStageKeys, v.Span, "stages must be an object with at least one stage, in the order of execution")
		return
	}
	for i, key := range v.Keys {
		item := &v.Items[i]
		switch {
		case isComment(key.Name):
		case !isName(key.Name):
			r.add(RuleStageKeys, key.Span, "the stage name %q has more than letters, digits, - and _", key.Name)
		case !item.Is(jsontree.Object):
			r.add(RuleStageKeys, item.Span, "the stage %q is %s; want an object", key.Name, item.Kind)
		default:
			s := &stageReader{specReader: r, v: item, key: key, stage: Stage{Name: key.Name}}
			r.spec.Stages = append(r.spec.Stages, s.read())
		}
	}
}

// stageReader reads one stage.
type stageReader struct {
	*specReader
	v     *jsontree.Value
	key   jsontree.Key
	stage Stage
}

func (r *stageReader) read() Stage {
	s := &r.stage
	s.Parallelism = r.text("parallelism")
	if v := r.v.Get("parallelism"); v.Is(jsontree.String) && !slices.Contains(Parallelisms(), s.Parallelism) {
		p := r.add(RuleParallelism, v.Span, "the parallelism of %q is %q; want %s", s.Name, s.Parallelism, either(Parallelisms()))
		p.Help = nearHelp(s.Parallelism, Parallelisms())
	}
	r.keys()
	r.phase()
	s.Tier = r.text("tier")
	r.tier(r.v.Get("tier"), "the tier of "+strconv.Quote(s.Name))
	s.schemaAsWritten = r.text("schema")
	s.Schema = schemaName(s.schemaAsWritten)
	if v := r.v.Get("schema"); v != nil {
		if s.schemaSpan = v.Span; v.Is(jsontree.String) && !isName(s.Schema) {
			r.add(RuleStageKeys, v.Span, "the schema name %q has more than letters, digits, - and _", v.Text)
			s.Schema = ""
		}
	}
	s.Agent = r.text("agent")
	s.Writes = r.flag("writes")
	s.Label = r.text("label")
	if s.Parallelism != Single {
		s.ItemLabel = r.itemLabel()
	} else if s.Label == "" {
		s.Label = r.text("item_label")
	}
	s.Prefix = r.text("item_label_prefix")
	s.Key = r.text("items_key")
	r.source()
	r.transform()
	r.cap()
	r.fallback()
	r.slots()
	return *s
}

// slots reads where the slots of the prompt come from.
func (r *stageReader) slots() {
	v := r.v.Get("slots")
	if v == nil {
		return
	}
	r.spec.ownSlots = true
	if !v.Is(jsontree.Object) {
		r.add(RuleSlot, v.Span, "the slots of %q are %s; want an object that holds the source of each", r.stage.Name, v.Kind)
		return
	}
	for i, key := range v.Keys {
		value := &v.Items[i]
		switch {
		case isComment(key.Name):
		case !isName(key.Name):
			r.add(RuleSlot, key.Span, "the slot name %q has more than letters, digits, - and _", key.Name)
		case !value.Is(jsontree.String):
			r.add(RuleSlot, value.Span, "the source of the slot %q is %s; want a string such as item.name", key.Name, value.Kind)
		default:
			r.slot(key.Name, value)
		}
	}
}

func (r *stageReader) slot(name string, v *jsontree.Value) {
	slot, err := parseSource(name, v.Text)
	if err != nil {
		r.add(RuleSlot, v.Span, "the slot %q of %q has %v", name, r.stage.Name, err)
		r.stage.Slots = append(r.stage.Slots, Slot{Name: name, Span: v.Span}) // declared all the same
		return
	}
	slot.Span = v.Span
	r.stage.Slots = append(r.stage.Slots, slot)
	heads := append([]string{headArgs, headRun}, r.results()...)
	if r.stage.Parallelism != Single {
		heads = append(heads, headItem, headItems)
	}
	switch {
	case !slices.Contains(heads, slot.Head):
		p := r.add(RuleSlot, v.Span, "the slot %q of %q has the source %q; want %s in front", name, r.stage.Name, slot.source(), either(heads))
		p.Help = nearHelp(slot.Head, heads)
		if slot.Head == headItem || slot.Head == headItems {
			p.Help = "a single stage has no items"
		}
	case slot.Head == headRun && !slices.ContainsFunc(runFields(), func(f [2]string) bool { return f[0] == slot.source() }):
		var known []string
		for _, f := range runFields() {
			known = append(known, f[0])
		}
		p := r.add(RuleSlot, v.Span, "the slot %q of %q has the source %q; want %s", name, r.stage.Name, slot.source(), either(known))
		p.Help = nearHelp(slot.source(), known)
	}
}

// results are where the results of the stages before this one are.
func (r *specReader) results() []string {
	var results []string
	for _, s := range r.spec.Stages {
		results = append(results, s.ResultKey())
	}
	return results
}

// itemLabel is the path to the label of an item.
func (r *stageReader) itemLabel() []string {
	text := r.text("item_label")
	if text == "" {
		return nil
	}
	steps := strings.Split(strings.TrimPrefix(text, "item."), ".")
	if slices.Contains(steps, "") {
		r.add(RuleStageKeys, r.v.Get("item_label").Span, "item_label is %q; want names joined by points, such as name", text)
		return nil
	}
	return steps
}

// flag reads true or false; a missing value is false.
func (r *stageReader) flag(key string) bool {
	v := r.v.Get(key)
	if v != nil && !v.Is(jsontree.Bool) {
		r.add(RuleStageKeys, v.Span, "%s is %s; want true or false", key, v.Kind)
		return false
	}
	return v != nil && v.Text == "true"
}

func (r *stageReader) text(key string) string { return r.str(r.v.Get(key), key) }

// keys checks which keys the stage has and lacks.
func (r *stageReader) keys() {
	for _, key := range r.v.Keys {
		f, known := fieldOf(key.Name)
		switch {
		case known && slices.Contains(f.of, r.stage.Parallelism), isComment(key.Name):
		case key.Name == "model" || key.Name == "effort":
			p := r.add(RuleStageKeys, key.Span, "the stage %q names its %s", r.stage.Name, key.Name)
			p.Help = "a stage names a tier; the table of each host gives model and effort"
		case !known:
			p := r.add(RuleStageKeys, key.Span, "the stage %q has the key %q, which is unknown", r.stage.Name, key.Name)
			p.Help = nearHelp(key.Name, fieldKeys())
		case slices.Contains(Parallelisms(), r.stage.Parallelism):
			r.add(RuleStageKeys, key.Span, "the key %q belongs to %s; %q is %s", key.Name, either(f.of), r.stage.Name, r.stage.Parallelism)
		}
	}
	for _, f := range fields() {
		if f.must && slices.Contains(f.of, r.stage.Parallelism) && r.v.Get(f.key) == nil {
			r.lacks(f.key, f.meaning)
		}
	}
	if r.stage.Parallelism == "" && r.v.Get("parallelism") == nil {
		r.lacks("parallelism", either(Parallelisms()))
	}
	if r.stage.Parallelism == Single && r.v.Get("label") == nil && r.v.Get("item_label") == nil {
		r.lacks("label", "label of the dispatch")
	}
}

func (r *stageReader) lacks(key, meaning string) {
	r.add(RuleStageKeys, r.key.Span, "the stage %q has no %q (%s)", r.stage.Name, key, meaning)
}

func (r *stageReader) phase() {
	r.stage.Phase = r.text("phase")
	v := r.v.Get("phase")
	var titles []string
	for _, p := range r.spec.Phases {
		titles = append(titles, p.Title)
	}
	if v.Is(jsontree.String) && len(titles) > 0 && !slices.Contains(titles, v.Text) {
		p := r.add(RuleStageKeys, v.Span, "the phase of %q is %q; the phases are %s", r.stage.Name, v.Text, strings.Join(titles, ", "))
		p.Help = nearHelp(v.Text, titles)
	}
}

func (r *stageReader) tier(v *jsontree.Value, what string) {
	if !v.Is(jsontree.String) || slices.Contains(platform.StageTiers(), v.Text) {
		return
	}
	p := r.add(RuleTier, v.Span, "%s is %q; want %s", what, v.Text, either(platform.StageTiers()))
	if v.Text == "lead" {
		p.Help = "lead is the agent that runs the workflow; a stage is done by others"
	}
}

// source must begin in the context or at a stage that has run before.
func (r *stageReader) source() {
	r.stage.Source = r.text("items_source")
	v := r.v.Get("items_source")
	if !v.Is(jsontree.String) {
		return
	}
	if slices.Contains(strings.Split(v.Text, "."), "") {
		r.add(RuleSource, v.Span, "items_source is %q; want names joined by points, such as review_result", v.Text)
		return
	}
	first, _, _ := strings.Cut(v.Text, ".")
	if !strings.HasSuffix(first, "_result") {
		return // data that the caller puts into the context
	}
	results := r.results()
	if slices.Contains(results, first) {
		return
	}
	p := r.add(RuleSource, v.Span, "no stage before %q produces %q", r.stage.Name, first)
	if p.Help = nearHelp(first, results); p.Help == "" && len(results) > 0 {
		p.Help = "the stages before it produce " + strings.Join(results, ", ")
	}
}

func (r *stageReader) transform() {
	r.stage.Transform = r.text("items_transform")
	v := r.v.Get("items_transform")
	if !v.Is(jsontree.String) {
		return
	}
	if _, err := findings.LookupTransform(v.Text); err != nil || v.Text == "" {
		var known []string
		for _, t := range findings.Transforms() {
			known = append(known, t.Name)
		}
		p := r.add(RuleTransform, v.Span, "the transform of %q is %q; want %s", r.stage.Name, v.Text, either(known))
		p.Help = nearHelp(v.Text, known)
	}
}

func (r *stageReader) cap() {
	if v := r.v.Get("items_cap"); v != nil {
		field, ok := strings.CutPrefix(v.Str(), "args.")
		if ok && isName(field) {
			r.stage.CapField = field
		} else {
			shown := v.Kind.String()
			if v.Is(jsontree.String) {
				shown = strconv.Quote(v.Text)
			}
			p := r.add(RuleCap, v.Span, "items_cap is %s; want args.FIELD, the argument that holds the number", shown)
			if isName(v.Str()) {
				p.Help = "write args." + v.Text
			}
		}
	}
	if v := r.v.Get("items_default_cap"); v != nil {
		n, ok := positive(v)
		if !ok {
			r.add(RuleCap, v.Span, "items_default_cap must be a positive whole number")
		}
		r.stage.DefaultCap = n
	}
}

// positive returns a positive whole number.
func positive(v *jsontree.Value) (int, bool) {
	if !v.Is(jsontree.Number) {
		return 0, false
	}
	n := findings.Whole(v.Text)
	return n, n > 0
}

func (r *stageReader) fallback() {
	v := r.v.Get("fallback")
	if v == nil || v.Is(jsontree.Null) {
		return
	}
	if !v.Is(jsontree.Object) {
		r.add(RuleStageKeys, v.Span, "the fallback of %q is %s; want null or an object", r.stage.Name, v.Kind)
		return
	}
	keys := []string{"from_tier", "to_tier", "preserve_effort"}
	r.unknownKeys(v, "a fallback", keys)
	for _, key := range keys {
		if v.Get(key) == nil {
			r.add(RuleStageKeys, v.Span, "the fallback of %q has no %q", r.stage.Name, key)
		}
	}
	from, to, keep := v.Get("from_tier"), v.Get("to_tier"), v.Get("preserve_effort")
	r.tier(from, "from_tier")
	r.tier(to, "to_tier")
	if from.Is(jsontree.String) && from.Text != r.stage.Tier {
		r.add(RuleTier, from.Span, "from_tier is %q, but the tier of %q is %q", from.Text, r.stage.Name, r.stage.Tier)
	}
	if keep != nil && !keep.Is(jsontree.Bool) {
		r.add(RuleStageKeys, keep.Span, "preserve_effort is %s; want true or false", keep.Kind)
	}
	r.stage.Fallback = &Fallback{from.Str(), to.Str(), keep.Is(jsontree.Bool) && keep.Text == "true"}
}
