package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

func hasType(v *jsontree.Value, name string) bool {
	switch name {
	case "string":
		return v.Kind == jsontree.String
	case "number":
		return v.Kind == jsontree.Number
	case "integer":
		d, ok := number(v)
		return ok && d.integer()
	case "boolean":
		return v.Kind == jsontree.Bool
	case "array":
		return v.Kind == jsontree.List
	case "object":
		return v.Kind == jsontree.Object
	}
	return v.Kind == jsontree.Null
}

func namesOf(types []string) string {
	names := map[string]string{"string": "a string", "number": "a number", "integer": "a whole number",
		"boolean": "true or false", "array": "a list", "object": "an object", "null": "null"}
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = names[t]
	}
	return either(list)
}

// shown is a value in a message; lists and objects by their kind.
func shown(v *jsontree.Value) string {
	const longest = 60
	text := v.Kind.String()
	switch v.Kind {
	case jsontree.String:
		text = v.Text
	case jsontree.Number, jsontree.Bool:
		text = v.Text
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	if v.Kind == jsontree.String {
		return strconv.Quote(text)
	}
	return text
}

// String returns the number as people write it.
func (d decimal) String() string {
	const longest = 30
	text := ""
	switch {
	case d.digits == "":
		return "0"
	case d.exp > longest || d.exp < -longest || len(d.digits) > longest:
		text = "0." + d.digits + "e" + strconv.Itoa(d.exp)
	case d.exp <= 0:
		text = "0." + strings.Repeat("0", -d.exp) + d.digits
	case d.exp >= len(d.digits):
		text = d.digits + strings.Repeat("0", d.exp-len(d.digits))
	default:
		text = d.digits[:d.exp] + "." + d.digits[d.exp:]
	}
	if d.neg {
		return "-" + text
	}
	return text
}

// either joins words as "a, b or c", the first twenty of them.
func either(list []string) string {
	const most = 20
	switch {
	case len(list) > most:
		return strings.Join(list[:most], ", ") + " or one of " + strconv.Itoa(len(list)-most) + " more"
	case len(list) < 2:
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

func wanted(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; want " + either(names)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// byName returns the indexes of the members of an object in the order of their
// names.
func byName(v *jsontree.Value) []int {
	order := make([]int, len(v.Keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(v.Keys[a].Name, v.Keys[b].Name) })
	return order
}
