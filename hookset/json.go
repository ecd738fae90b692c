package hookset

import (
	"bytes"
	"strconv"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// value is one JSON value with its place. It joins the keys of an object with
// their values, since an edit needs both.
type value struct {
	kind    jsontree.Kind
	span    source.Span
	text    string   // decoded string, or the source of a number or literal
	members []member // of an object
	items   []value  // of a list
}

type member struct {
	key     string
	keySpan source.Span
	value   value
}

// get returns the last member with the key: that is the one clients read.
func (v *value) get(key string) *member {
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key == key {
			return &v.members[i]
		}
	}
	return nil
}

// float is the number that the value stands for, 0 for any other value.
func (v *value) float() float64 {
	f, _ := strconv.ParseFloat(v.text, 64)
	return f
}

// syntaxError is the place where the text cannot be understood.
type syntaxError struct {
	span    source.Span
	message string
}

// readJSON reads a text that may hold comments, and returns their places.
func readJSON(src []byte) (v value, comments []source.Span, err *syntaxError) {
	plain, comments := blankComments(src)
	tree, bad := jsontree.Parse(plain)
	if bad != nil {
		at := source.Span{Start: bad.Offset, End: min(bad.Offset+1, len(src))}
		return value{}, comments, &syntaxError{at, bad.Message}
	}
	return newValue(tree.Root), comments, nil
}

func newValue(v jsontree.Value) value {
	w := value{kind: v.Kind, span: v.Span, text: v.Text}
	for i, item := range v.Items {
		if v.Kind == jsontree.Object {
			w.members = append(w.members, member{v.Keys[i].Name, v.Keys[i].Span, newValue(item)})
			continue
		}
		w.items = append(w.items, newValue(item))
	}
	return w
}

// blankComments returns src with its comments as blanks, so that every other
// byte keeps its place, and the places of the comments. One that does not end
// stays.
func blankComments(src []byte) ([]byte, []source.Span) {
	var comments []source.Span
	inText := false
	for i := 0; i < len(src); i++ {
		switch {
		case inText && src[i] == '\\':
			i++
		case src[i] == '"':
			inText = !inText
		case !inText && src[i] == '/':
			if n := commentLen(src[i:]); n > 0 {
				comments = append(comments, source.Span{Start: i, End: i + n})
				i += n - 1
			}
		}
	}
	if comments == nil {
		return src, nil
	}
	plain := bytes.Clone(src)
	for _, c := range comments {
		for i := c.Start; i < c.End; i++ {
			if plain[i] != '\n' && plain[i] != '\r' {
				plain[i] = ' '
			}
		}
	}
	return plain, comments
}

// commentLen is the length of the comment at the start of src, without the
// line ending of a line comment; 0 if there is none.
func commentLen(src []byte) int {
	switch {
	case bytes.HasPrefix(src, []byte("//")):
		if n := bytes.IndexAny(src, "\r\n"); n >= 0 {
			return n
		}
		return len(src)
	case bytes.HasPrefix(src, []byte("/*")):
		if n := bytes.Index(src[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	}
	return 0
}
