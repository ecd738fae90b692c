package verdict

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
)

// other is a line of a block that is neither a field nor a finding.
type other struct {
	span source.Span
	text string
	// key is the key that the line resembles, in its right spelling, or "".
	key string
	// value is what stands after the resembling key and its colon.
	value string
}

// maxLines is how many lines of one block are read, blank ones aside.
const maxLines = 10_000

// newBlock reads the lines of a block.
func newBlock(f *source.File, l Language, lines []source.Span) Block {
	var b Block
	read, declared := 0, l.declared()
	for _, span := range lines {
		if span = trimSpan(f, span); span.Len() == 0 {
			continue
		}
		if read++; read > maxLines {
			b.rest = span
			break
		}
		b.line(span, string(f.Text(span)), declared)
	}
	b.Kind = l.Kind(b.Agent.Value)
	if len(b.Findings) > 0 && IsPlaceholder(b.Agent.Value) && !l.Only {
		// A template for some reviewer: only the lines can tell its kind.
		b.Kind = shippedKinds()[0]
	}
	for i := range b.other {
		b.other[i].key, b.other[i].value = resembles(b.other[i].text, l.keys(b.Kind))
	}
	return b
}

func trimSpan(f *source.File, s source.Span) source.Span {
	text := f.Text(s)
	start := s.Start + len(text) - len(bytes.TrimLeftFunc(text, unicode.IsSpace))
	return source.Span{Start: start, End: start + len(bytes.TrimSpace(text))}
}

// line sorts one trimmed line into the block. declared are the keys that need
// not be in small letters.
func (b *Block) line(span source.Span, text string, declared []string) {
	if fd, ok := parseFinding(text); ok {
		fd.Span = span
		b.Findings = append(b.Findings, fd)
		return
	}
	key, value, ok := parseField(text)
	if !ok {
		key, value, ok = declaredField(text, declared)
	}
	if !ok || key == "finding" {
		b.other = append(b.other, other{span: span, text: text})
		return
	}
	fl := Field{Key: key, Value: value, Span: span, ValueSpan: source.Span{Start: span.End - len(value), End: span.End}}
	b.Fields = append(b.Fields, fl)
	if key == "agent" && b.Agent.Key == "" && value != "" {
		b.Agent = fl
	}
}

// declaredField reads "key: value" of a key that the language declares.
func declaredField(text string, declared []string) (key, value string, ok bool) {
	for _, k := range declared {
		if rest, ok := strings.CutPrefix(text, k); ok && strings.HasPrefix(rest, ":") {
			return k, strings.TrimSpace(rest[1:]), true
		}
	}
	return "", "", false
}

// declared are the keys of the language that parseField does not read.
func (l Language) declared() []string {
	var keys []string
	if !l.Only {
		return nil
	}
	for _, k := range l.Kinds {
		for _, key := range slices.Concat([]string{k.Deciding()}, k.Required, k.Counts) {
			if !smallKey(key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// IsKey reports whether a text can be the key of a line: letters, digits, "-",
// "_" and single blanks, the first a letter, the last no blank.
func IsKey(key string) bool {
	for i, r := range key {
		blank := r == ' ' && (i+1 == len(key) || key[i+1] == ' ')
		if blank || i == 0 && !unicode.IsLetter(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_", r) {
			return false
		}
	}
	return key != "" && len(key) <= 100
}

func smallKey(key string) bool { return strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") == "" }

// Verdict returns the first line with the deciding key of the block's kind.
func (b *Block) Verdict() (Field, bool) { return b.Field(b.Kind.Deciding()) }

// Field returns the first field with the key.
func (b *Block) Field(key string) (Field, bool) {
	i := slices.IndexFunc(b.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return Field{}, false
	}
	return b.Fields[i], true
}

// PlaceholderOnly reports whether the block is a template that nobody filled
// in: every value, the agent's aside, is a placeholder.
func (b *Block) PlaceholderOnly() bool {
	values, open := 0, 0
	for _, f := range b.Fields {
		if f.Key != "agent" {
			values++
			open += btoi(b.Kind.placeholder(f.Value))
		}
	}
	for _, f := range b.Findings {
		values++
		open += btoi(b.Kind.template(f))
	}
	return values > 0 && values == open
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseField reads "key: value": a key of lower-case letters and "_", blanks
// after the colon optional.
func parseField(text string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(text, ":")
	if !ok || key == "" || !smallKey(key) {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

// parseFinding reads "finding: ID action: ACTION note". An ID or ACTION is a
// run of non-blanks; a placeholder in angle brackets or double braces may hold
// blanks.
func parseFinding(text string) (Finding, bool) {
	rest, ok := strings.CutPrefix(text, "finding:")
	if !ok {
		return Finding{}, false
	}
	id, rest := cutRun(rest)
	rest, ok = strings.CutPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), "action:")
	if !ok || id == "" {
		return Finding{}, false
	}
	action, note := cutRun(rest)
	if action == "" {
		return Finding{}, false
	}
	return Finding{ID: id, Action: action, Note: strings.TrimSpace(note)}, true
}

// cutRun cuts the first run of non-blanks off, or a whole placeholder.
func cutRun(s string) (run, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	for _, pair := range [][2]string{{"<", ">"}, {"{{", "}}"}} {
		if end := strings.Index(s, pair[1]); strings.HasPrefix(s, pair[0]) && end > 0 {
			after := s[end+len(pair[1]):]
			if after == "" || unicode.IsSpace(rune(after[0])) {
				return s[:end+len(pair[1])], after
			}
		}
	}
	if end := strings.IndexFunc(s, unicode.IsSpace); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}

// keys lists the keys of a kind, agent and finding included.
func (l Language) keys(k Kind) []string {
	keys := []string{"agent", "finding"}
	if l.Only {
		keys = keys[:1]
	}
	if !k.Findings() {
		keys = append(keys, k.Deciding())
	}
	return append(append(keys, k.Required...), k.Counts...)
}

// resembles returns the key that a line begins with if list, quote and
// emphasis marks, quotes and back ticks are taken away, in any letter case,
// with "-" or a blank for "_", before a colon, a full-width colon or an equals
// sign. It also returns the value, without such marks. A finding without its
// colon is known by its action.
func resembles(text string, keys []string) (key, value string) {
	text = strings.ReplaceAll(stripMarks(text), `\_`, "_")
	for _, k := range keys {
		rest, ok := cutKey(text, k)
		if !ok {
			continue
		}
		apart := len(rest) > len(strings.TrimLeftFunc(rest, isMark))
		rest = strings.TrimLeftFunc(rest, isMark)
		for _, sign := range []string{":", "：", "="} {
			if value, ok := strings.CutPrefix(rest, sign); ok {
				value = strings.TrimLeft(strings.TrimFunc(value, isQuote), ":= ") // of "==" and ":="
				return k, strings.TrimRightFunc(value, func(r rune) bool { return isQuote(r) || r == ',' || r == ';' })
			}
		}
		if k == "finding" && apart && hasAction(rest) {
			return k, rest
		}
	}
	return "", ""
}

// hasAction reports whether the word action with its sign stands in a line.
func hasAction(rest string) bool {
	rest = strings.ToLower(strings.ReplaceAll(rest, " ", ""))
	return strings.Contains(rest, "action:") || strings.Contains(rest, "action：") || strings.Contains(rest, "action=")
}

// cutKey cuts a key in a loose spelling off the text.
func cutKey(text, key string) (rest string, ok bool) {
	if len(text) < len(key) {
		return "", false
	}
	for i := range len(key) {
		c := lower(text[i])
		if c != lower(key[i]) && !(key[i] == '_' && (c == '-' || c == ' ')) {
			return "", false
		}
	}
	return text[len(key):], true
}

// stripMarks takes list, quote and emphasis marks, quotes, back ticks and
// numbers of list items off the start of a line.
func stripMarks(text string) string {
	text = strings.TrimLeftFunc(text, isMark)
	digits := strings.TrimLeft(text, "0123456789")
	if len(digits) < len(text) && len(digits) > 0 && (digits[0] == '.' || digits[0] == ')') {
		text = strings.TrimLeftFunc(digits[1:], isMark)
	}
	return text
}

func isMark(r rune) bool {
	return strings.ContainsRune("-+>~•[]{}", r) || isQuote(r)
}

// isQuote is isMark without the marks that can be part of a value.
func isQuote(r rune) bool {
	return strings.ContainsRune("*_`\"'|“”‘’「」", r) || invisible(r)
}
