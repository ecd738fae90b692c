package workflow

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// Slot is a mark {{name}} of a prompt whose value the specification takes from
// somewhere: a path, and filters that make a text of what is there.
type Slot struct {
	Name string
	// Head is where the path begins: args, item, items, run or STAGE_result.
	Head string
	// Path are the names behind the head; nil for the head itself.
	Path []string
	// Span is the source in the specification.
	Span source.Span

	filters []filter
}

// The heads of sources, beside STAGE_result.
const (
	headArgs  = "args"
	headItem  = "item"
	headItems = "items"
	headRun   = "run"
)

// source is the path as the specification has it.
func (s Slot) source() string { return strings.Join(append([]string{s.Head}, s.Path...), ".") }

// fallback reports whether the slot says what to write if nothing is there.
func (s Slot) fallback() bool {
	return slices.ContainsFunc(s.filters, func(f filter) bool { return f.name == "default" || f.name == "count" })
}

// filter turns a value into another one.
type filter struct {
	name, arg string
}

// filterHelp lists the filters, with what they do.
func filterHelp() [][2]string {
	return [][2]string{
		{"json", "the value as JSON on one line"},
		{"lines", "the elements of a list, one on a line"},
		{`join ", "`, "the elements of a list with a text between them"},
		{"count", "the number of elements; 0 if there is nothing"},
		{`default "…"`, "this text if there is nothing: no value, null, an empty text or list"},
	}
}

// filters maps each filter to whether it takes a text.
func filterArgs() map[string]bool {
	return map[string]bool{"json": false, "lines": false, "join": true, "count": false, "default": true}
}

// runFields are the names behind run, with what they hold.
func runFields() [][2]string {
	return [][2]string{
		{"run.count", "the number of dispatches of the stages before this one"},
		{"run.failed", "the labels of those that returned nothing"},
		{"run.overflow", "the labels of items past a cap"},
		{"run.dropped", "the labels of all work that has no result: failed and overflow"},
		{"run.capped", "true if a cap left items out"},
	}
}

// parseSource reads a source such as item.paths | join ", ".
func parseSource(name, text string) (Slot, error) {
	parts := splitPipes(text)
	steps := strings.Split(strings.TrimSpace(parts[0]), ".")
	if slices.Contains(steps, "") {
		return Slot{}, fmt.Errorf("the source %q; want names joined by points, such as item.name", text)
	}
	s := Slot{Name: name, Head: steps[0], Path: steps[1:]}
	for _, part := range parts[1:] {
		f, err := parseFilter(strings.TrimSpace(part))
		if err != nil {
			return Slot{}, err
		}
		s.filters = append(s.filters, f)
	}
	return s, nil
}

// splitPipes splits at each | that stands in no quotes.
func splitPipes(text string) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++ // inside of quotes only, or the filter is unknown anyway
		case '"':
			quoted = !quoted
		case '|':
			if !quoted {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}

func parseFilter(text string) (filter, error) {
	name, rest, _ := strings.Cut(text, " ")
	wantsArg, known := filterArgs()[name]
	if !known {
		names := []string{"json", "lines", "join", "count", "default"}
		err := fmt.Sprintf("the filter %q; want %s", name, either(names))
		if help := nearHelp(name, names); help != "" {
			err += " (" + help + ")"
		}
		return filter{}, errors.New(err)
	}
	f := filter{name: name}
	switch rest = strings.TrimSpace(rest); {
	case !wantsArg && rest != "":
		return filter{}, fmt.Errorf("the filter %s with %q behind it; it stands alone", name, rest)
	case wantsArg && json.Unmarshal([]byte(rest), &f.arg) != nil:
		return filter{}, fmt.Errorf("the filter %q; want %s and a text in double quotes", text, name)
	}
	return f, nil
}

// follow goes a path into a value. A list on the way is followed into each of
// its elements, and the result is the list of what is there. nil means that
// nothing is.
func follow(v *jsontree.Value, path []string) *jsontree.Value {
	for i, step := range path {
		if v.Is(jsontree.List) {
			return each(v, path[i:])
		}
		v = v.Get(step)
	}
	return v
}

func each(list *jsontree.Value, path []string) *jsontree.Value {
	out := &jsontree.Value{Kind: jsontree.List, Span: list.Span, Items: []jsontree.Value{}}
	for i := range list.Items {
		if v := follow(&list.Items[i], path); v != nil {
			out.Items = append(out.Items, *v)
		}
	}
	return out
}

// text turns the value of a slot into what stands in the prompt. missing is
// true if nothing is there, or null, and no filter says what to write then.
func (s Slot) text(v *jsontree.Value) (text string, missing bool) {
	missing = v == nil || v.Is(jsontree.Null)
	for _, f := range s.filters {
		switch {
		case f.name == "count":
			v, missing = numberValue(size(v)), false
		case f.name == "default" && size(v) == 0:
			v, missing = textValue(f.arg), false
		case v == nil, f.name == "default":
		case f.name == "json":
			v = textValue(string(appendJSON(nil, v)))
		default:
			v = textValue(joined(v, map[string]string{"lines": "\n", "join": f.arg}[f.name]))
		}
	}
	return plain(v), missing
}

// size is the number of elements of a list or object, 1 for any other value,
// and 0 for none, null and an empty text.
func size(v *jsontree.Value) int {
	switch {
	case v == nil || v.Is(jsontree.Null) || v.Is(jsontree.String) && v.Text == "":
		return 0
	case v.Is(jsontree.List) || v.Is(jsontree.Object):
		return len(v.Items)
	}
	return 1
}

// joined writes the elements of a list with sep between them; a value that is
// no list stands for itself.
func joined(v *jsontree.Value, sep string) string {
	if !v.Is(jsontree.List) {
		return plain(v)
	}
	parts := make([]string, len(v.Items))
	for i := range v.Items {
		parts[i] = plain(&v.Items[i])
	}
	return strings.Join(parts, sep)
}

// plain writes a value as people read it: a text as it is, a list of texts and
// numbers with commas, everything else as JSON; nothing and null are empty.
func plain(v *jsontree.Value) string {
	switch {
	case v == nil || v.Is(jsontree.Null):
		return ""
	case v.Is(jsontree.Object), v.Is(jsontree.List) && slices.ContainsFunc(v.Items, nested):
		return string(appendJSON(nil, v))
	case v.Is(jsontree.List):
		return joined(v, ", ")
	}
	return v.Text
}

func nested(v jsontree.Value) bool { return v.Kind == jsontree.List || v.Kind == jsontree.Object }

func textValue(text string) *jsontree.Value {
	return &jsontree.Value{Kind: jsontree.String, Text: text}
}

func numberValue(n int) *jsontree.Value {
	return &jsontree.Value{Kind: jsontree.Number, Text: fmt.Sprint(n)}
}

func listValue(texts []string) *jsontree.Value {
	v := &jsontree.Value{Kind: jsontree.List, Items: []jsontree.Value{}}
	for _, text := range texts {
		v.Items = append(v.Items, *textValue(text))
	}
	return v
}

// appendJSON appends v as compact JSON.
func appendJSON(out []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.Null:
		return append(out, "null"...)
	case jsontree.Bool, jsontree.Number:
		return append(out, v.Text...)
	case jsontree.String:
		return append(out, quoteJSON(v.Text)...)
	}
	brackets := "[]"
	if v.Kind == jsontree.Object {
		brackets = "{}"
	}
	out = append(out, brackets[0])
	for i := range v.Items {
		if i > 0 {
			out = append(out, ',')
		}
		if v.Kind == jsontree.Object {
			out = append(append(out, quoteJSON(v.Keys[i].Name)...), ':')
		}
		out = appendJSON(out, &v.Items[i])
	}
	return append(out, brackets[1])
}
