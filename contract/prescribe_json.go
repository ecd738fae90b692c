package contract

import (
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// object looks for a member with words to choose from in a JSON example, which
// is mostly no JSON: "status": "pass|fail", "approved": true | false.
func (s *spec) object(in *source.Fence) {
	word, _, _ := strings.Cut(strings.ToLower(in.Info), " ")
	o := fencedObject(s.f, *in)
	if !slices.Contains([]string{"json", "jsonc", "json5", "", "text"}, word) || !strings.HasPrefix(strings.TrimSpace(string(o.text)), "{") || s.elsewhere(in.Open.Start, in) {
		return
	}
	r := exampleReader{text: string(o.text)}
	r.read(func(path []string, value string, off int) {
		key := path[len(path)-1]
		score := memberScore(key)
		words := alternatives(value)
		if len(words) == 1 && score > 0 && len(path) == 1 { // another example may show another word
			at := o.place(off)
			s.single["\x00"+key] = append(s.single["\x00"+key], Prescription{Form: JSON, Pointer: "/" + key, Words: words, At: source.Span{Start: at, End: at + 1}, score: score})
		}
		if score == 0 || len(words) < 2 && !jsonBool(value) {
			return
		}
		if len(path) > 1 && !slices.ContainsFunc(path, func(step string) bool {
			step = strings.ToLower(step)
			return strings.Contains(step, "verdict") || strings.Contains(step, "decision") || strings.Contains(step, "overall") || strings.Contains(step, "summary")
		}) {
			return // the state of a part
		}
		at := o.place(off)
		p := Prescription{Form: JSON, Pointer: "/" + strings.Join(path, "/"), Words: words, At: source.Span{Start: at, End: at + 1}, score: score + 2 - len(path)}
		if jsonBool(value) {
			p.Words, p.Literal = []string{"true", "false"}, true
		}
		s.found = append(s.found, p)
	})
}

func jsonBool(value string) bool {
	plain := strings.Join(strings.Fields(strings.Trim(value, "<>[]\"")), "")
	return plain == "true|false" || plain == "false|true" || plain == "trueorfalse" || plain == "true/false"
}

// memberScore is how plainly a member announces a verdict.
func memberScore(key string) int {
	switch plainWords(key) {
	case "verdict", "final-verdict", "overall-verdict", "decision":
		return 7
	case "status", "result", "outcome", "recommendation", "approved", "passed", "overall-status", "gate", "assessment", "overall", "pass", "conclusion", "final-status":
		return 5
	}
	return 0
}

// exampleReader reads an example of JSON without asking for strict JSON.
type exampleReader struct {
	text string
	pos  int
	path []string
	// lists is how many lists are open: their elements are findings, not the
	// verdict.
	lists, braces int
}

// read calls found for each member of an object that lies in no list.
func (r *exampleReader) read(found func(path []string, value string, off int)) {
	for r.pos < len(r.text) && r.braces < 100 {
		switch c := r.text[r.pos]; c {
		case '{':
			r.braces++
			r.pos++
		case '}':
			if r.braces--; len(r.path) > 0 && r.lists == 0 {
				r.path = r.path[:len(r.path)-1]
			}
			r.pos++
		case '[':
			r.lists++
			r.pos++
		case ']':
			r.lists = max(r.lists-1, 0)
			r.pos++
		case '"':
			r.member(found)
		case '/':
			r.comment()
		default:
			r.pos++
		}
	}
}

func (r *exampleReader) comment() {
	if strings.HasPrefix(r.text[r.pos:], "//") {
		if n := strings.IndexByte(r.text[r.pos:], '\n'); n >= 0 {
			r.pos += n
			return
		}
		r.pos = len(r.text)
		return
	}
	r.pos++
}

// str reads a string at its quote.
func (r *exampleReader) str() string {
	start := r.pos + 1
	for r.pos = start; r.pos < len(r.text) && r.text[r.pos] != '"' && r.text[r.pos] != '\n'; r.pos++ {
		if r.text[r.pos] == '\\' {
			r.pos++
		}
	}
	end := min(r.pos, len(r.text))
	r.pos = min(r.pos+1, len(r.text))
	return r.text[start:max(start, end)]
}

// member reads a key and, if it is one, its value.
func (r *exampleReader) member(found func(path []string, value string, off int)) {
	off := r.pos
	key := r.str()
	rest := strings.TrimLeft(r.text[r.pos:], " \t")
	if !strings.HasPrefix(rest, ":") {
		return
	}
	r.pos = len(r.text) - len(rest) + 1
	r.pos += len(r.text[r.pos:]) - len(strings.TrimLeft(r.text[r.pos:], " \t\n\r"))
	if r.pos < len(r.text) && r.text[r.pos] == '{' {
		if r.lists == 0 && len(r.path) < 20 {
			r.path = append(r.path, key)
		}
		return // its members follow
	}
	if r.pos < len(r.text) && r.text[r.pos] == '[' {
		return
	}
	value := r.value()
	if r.lists == 0 {
		found(append(slices.Clone(r.path), key), value, off)
	}
}

// value reads a string, or what stands up to the end of the member; strings
// joined by bars are one.
func (r *exampleReader) value() string {
	var b strings.Builder
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == '"':
			b.WriteString(r.str())
		case c == ',' || c == '}' || c == ']' || c == '\n' || c == '{' || c == '[':
			return b.String()
		case strings.HasPrefix(r.text[r.pos:], "//"):
			return b.String()
		default:
			b.WriteByte(c)
			r.pos++
		}
	}
	return b.String()
}
