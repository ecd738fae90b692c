package findings

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// Marshal returns v as JSON for people and machines: keys on lines of their
// own and one element of a list per line, down to depth lists and objects.
// Letters such as < are not escaped. It ends with a line ending.
func Marshal(v any, depth int) ([]byte, error) {
	w := spreader{limit: depth}
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return w.out, err
}

// spreader spreads out what it is given, which is one whole value.
type spreader struct {
	limit int
	out   []byte
}

// Write never fails.
func (w *spreader) Write(compact []byte) (int, error) {
	w.out = spread(compact, w.limit)
	return len(compact), nil
}

// spread puts line endings into compact JSON, down to a depth of limit.
func spread(compact []byte, limit int) []byte {
	const indent = "                " // of the deepest line that is spread out
	out := make([]byte, 0, len(compact)+len(compact)/8)
	depth := 0
	line := func() {
		if depth <= limit {
			out = append(append(out, '\n'), indent[:min(2*depth, len(indent))]...)
		}
	}
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; c {
		case '"':
			end := endOfString(compact, i)
			out = append(out, compact[i:end]...)
			i = end - 1
		case '{', '[':
			out = append(out, c)
			depth++
			if next := compact[i+1]; next != '}' && next != ']' {
				line()
			}
		case '}', ']':
			broken := depth <= limit && compact[i-1] != '{' && compact[i-1] != '['
			if depth--; broken {
				line()
			}
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		default:
			out = append(out, c)
		}
	}
	return out
}

// endOfString returns where the string that begins at start ends, past its
// closing quote.
func endOfString(text []byte, start int) int {
	for i := start + 1; ; i++ {
		i += bytes.IndexByte(text[i:], '"')
		if !escaped(text, i) {
			return i + 1
		}
	}
}

// escaped reports whether an odd number of back slashes stands before i.
func escaped(text []byte, i int) bool {
	n := 0
	for i-n-1 >= 0 && text[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// appendString appends text as a JSON string with the fewest escapes.
func appendString(out []byte, text string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			out = utf8.AppendRune(out, r)
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, '\\', 'n')
		case c == '\t':
			out = append(out, '\\', 't')
		case c < ' ':
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
		i++
	}
	return append(out, '"')
}

// appendValue appends v as compact JSON.
func appendValue(out []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.Null:
		return append(out, "null"...)
	case jsontree.Bool, jsontree.Number:
		return append(out, v.Text...)
	case jsontree.String:
		return appendString(out, v.Text)
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
			out = append(appendString(out, v.Keys[i].Name), ':')
		}
		out = appendValue(out, &v.Items[i])
	}
	return append(out, brackets[1])
}
