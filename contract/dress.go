package contract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// dressed is a line without what models put around label and word.
type dressed struct {
	text string
	// closes are the closing brackets of those that were taken off in front, and
	// under is true if an underscore of emphasis was.
	closes string
	under  bool
}

// undress takes list marks, heading marks, emphasis, code marks, brackets and
// emoji off the start of a line. ok is false for a line that cannot be a
// verdict because of what it begins with, such as struck-out text.
func undress(text string) (d dressed, ok bool) {
	text = strings.TrimFunc(text, blank)
	text = listMark(text)
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case blank(r), r == '*', r == '`', r == '#', emoji(r):
		case r == '_':
			d.under = true
		case r == '[' && text[size:] != "" && text[size] != ']' && text[size] != ' ':
			d.closes = "]" + d.closes
		case r == '<' && len(text) > 1 && text[size] != '!' && text[size] != '/':
			d.closes = ">" + d.closes
		default:
			d.text = text
			return d, r != '~' && r != '>'
		}
		text = text[size:]
	}
	return d, false
}

// listMark cuts one mark of a list item off.
func listMark(text string) string {
	digits := strings.TrimLeft(text, "0123456789")
	switch n := len(text) - len(digits); {
	case n == 0 && len(text) > 1 && strings.IndexByte("-+*•", text[0]) >= 0 && blank(rune(text[1])):
		return strings.TrimLeftFunc(text[1:], blank)
	case n > 0 && n < 10 && len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && blank(rune(digits[1])):
		return strings.TrimLeftFunc(digits[1:], blank)
	}
	return text
}

// cutLabel cuts a label, in any letter case, off the start. Of two labels the
// longer one counts.
func (c *Contract) cutLabel(text string) (rest string, ok bool) {
	best := 0
	for _, label := range c.Label {
		if n := foldPrefix(text, label); n > best && !goesOn(text[n:]) {
			best = n
		}
	}
	return text[best:], best > 0
}

// foldPrefix is the number of bytes of text that equal prefix without letter
// case, 0 for none.
func foldPrefix(text, prefix string) int {
	n := 0
	for _, want := range prefix {
		got, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || got != want && unicode.ToLower(got) != unicode.ToLower(want) && !(want == ' ' && blank(got)) {
			return 0
		}
		n += size
	}
	return n
}

// goesOn reports whether a word before rest goes on: letters, digits, "_" and
// "-" belong to words. An underscore that closes emphasis does not.
func goesOn(rest string) bool {
	plain := strings.TrimLeft(rest, "_")
	r, _ := utf8.DecodeRuneInString(plain)
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && r != 0xfe0f || r == '-' && dashInWord(plain) {
		return true
	}
	return false
}

// dashInWord reports whether a hyphen joins two parts of a word.
func dashInWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest[1:])
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

// cutColon cuts a colon off, and emphasis around it.
func cutColon(rest string) (value string, ok bool) {
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return blank(r) || r == '*' || r == '_' || r == '`' })
	for _, colon := range []string{":", "："} {
		if value, ok := strings.CutPrefix(rest, colon); ok {
			return value, true
		}
	}
	return rest, false
}

// bare is a text without marks at its ends.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return blank(r) || strings.ContainsRune("*_`#]>", r) })
}

// reading is what stands behind a label.
type reading struct {
	word  string // the listed word, as the contract writes it
	note  string // what follows it
	other string // another listed word in the note
	// template is true for a placeholder, empty for nothing; unknown is what
	// stands there if it is no listed word.
	template, empty bool
	unknown         string
}

// value reads what stands behind the colon.
func (c *Contract) value(text string, d dressed, words []string) reading {
	text = closed(text, d.closes)
	in, _ := undress(text)
	value := in.text
	if in.closes != "" { // "[PASS or FAIL]" is a value in brackets
		value = strings.TrimLeftFunc(text, mark)
	}
	switch shown := bare(value); {
	case shown == "":
		return reading{empty: true}
	case c.isTemplate(value, words):
		return reading{template: true}
	}
	for _, w := range words {
		n := c.cutWord(value, w)
		if n == 0 {
			continue
		}
		note, ok := cutNote(value[n:], d.under || in.under, d.closes)
		switch {
		case !ok:
			continue
		case c.alternative(note, words):
			return reading{template: true}
		}
		plain := strings.TrimFunc(note, func(r rune) bool { return mark(r) || strings.ContainsRune(".!]>", r) })
		return reading{word: w, note: plain, other: c.otherWord(note, w, words)}
	}
	return reading{unknown: strings.TrimFunc(value, mark)}
}

// mark reports whether a character is dress: a blank, emphasis, a code mark, a
// pictogram.
func mark(r rune) bool { return blank(r) || r == '*' || r == '_' || r == '`' || emoji(r) }

// closed takes marks off the end of a line, and the brackets that were opened
// in front of it.
func closed(text, closes string) string {
	text = strings.TrimRightFunc(text, blank)
	for closes != "" {
		trimmed := strings.TrimRight(text, "*_`. ")
		cut, ok := strings.CutSuffix(trimmed, closes[:1])
		if !ok {
			break
		}
		text, closes = cut, closes[1:]
	}
	return text
}

// cutWord is the number of bytes that a listed word takes at the start, 0 if it
// does not stand there.
func (c *Contract) cutWord(text, word string) int {
	if c.IgnoreCase {
		return foldPrefix(text, word)
	}
	if strings.HasPrefix(text, word) {
		return len(word)
	}
	return 0
}

// cutNote returns what follows a word; ok is false if the word goes on or ends
// in something that no word ends in. closes are brackets that may close here.
func cutNote(rest string, under bool, closes string) (note string, ok bool) {
	marks := "*`"
	if under {
		marks = "*`_"
	}
	plain := strings.TrimLeft(rest, marks)
	r, size := utf8.DecodeRuneInString(plain)
	switch {
	case plain == "", blank(r), emoji(r), strings.ContainsRune(closes, r):
		return plain, true
	case strings.ContainsRune(".,;:!)—–-(", r):
		after := strings.TrimLeft(plain[size:], "*`_")
		next, _ := utf8.DecodeRuneInString(after)
		return plain, after == "" || blank(next) || strings.ContainsRune(closes, next)
	}
	return "", false
}

// isTemplate reports whether a value is a placeholder, or offers words to
// choose from.
func (c *Contract) isTemplate(value string, words []string) bool {
	raw := strings.TrimFunc(value, mark)
	switch {
	case strings.Trim(raw, ".…") == "", strings.HasPrefix(raw, "{{"):
		return true
	case strings.HasPrefix(raw, "<"), strings.HasPrefix(raw, "["), strings.HasPrefix(raw, "{"):
		return !c.listed(strings.Trim(raw, "[]{}<>"), words)
	}
	return c.choice(raw, words)
}

// choice reports whether a value is two or more listed words with a sign
// between them that joins alternatives.
func (c *Contract) choice(value string, words []string) bool {
	for _, sign := range []string{"|", "/", " or ", " OR ", "\\|"} {
		first, rest, ok := strings.Cut(value, sign)
		if ok && c.listed(first, words) && (sign == "|" || c.begins(rest, words)) {
			return true
		}
	}
	return false
}

// alternative reports whether a note goes on with a sign that joins two answers.
func (c *Contract) alternative(note string, words []string) bool {
	rest := strings.TrimFunc(note, blank)
	for _, sign := range []string{"|", "/", "or ", "OR ", "\\|"} {
		if after, ok := strings.CutPrefix(rest, sign); ok && c.begins(after, words) {
			return true
		}
	}
	return false
}

// begins reports whether a text begins with a listed word.
func (c *Contract) begins(text string, words []string) bool {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return blank(r) || strings.ContainsRune("*_`<[\"'", r) || emoji(r) })
	for _, w := range words {
		if n := c.cutWord(text, w); n > 0 && !goesOn(text[n:]) {
			return true
		}
	}
	return false
}

// listed reports whether a text is a listed word, marks aside.
func (c *Contract) listed(text string, words []string) bool {
	text = strings.TrimFunc(text, func(r rune) bool { return blank(r) || strings.ContainsRune("*_`\"'", r) || emoji(r) })
	for _, w := range words {
		if c.same(w, text) {
			return true
		}
	}
	return false
}

// otherWord is a listed word other than own that stands in a note as a word.
func (c *Contract) otherWord(note, own string, words []string) string {
	for i := 0; i < len(note); {
		r, size := utf8.DecodeRuneInString(note[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			i += size
			continue
		}
		for _, w := range words {
			if n := c.cutWord(note[i:], w); n > 0 && !goesOn(note[i+n:]) {
				if !c.same(w, own) {
					return w
				}
				break // the longest that fits counts
			}
		}
		i += wordLen(note[i:])
	}
	return ""
}

// wordLen is the number of bytes of the word that a text begins with.
func wordLen(text string) int {
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' && r != '-' {
			return max(i, 1)
		}
	}
	return len(text)
}

// near returns the listed word that a line names behind something like a label:
// the label at its start with another sign, in a table cell, or behind one or
// two words and before a colon. It returns "" for any other line.
func (c *Contract) near(text string, words []string) string {
	text = strings.TrimFunc(text, func(r rune) bool { return blank(r) || strings.ContainsRune("|*_`#>~\"'“”", r) })
	text = listMark(text)
	d, ok := undress(text)
	if !ok {
		return ""
	}
	rest := d.text
	for range 3 {
		if after, ok := c.cutLabel(rest); ok {
			after = strings.TrimLeftFunc(after, func(r rune) bool { return blank(r) || strings.ContainsRune("*_`|", r) })
			after = strings.TrimLeftFunc(after, func(r rune) bool { return strings.ContainsRune(":：=-–—>→", r) })
			if len(rest) == len(d.text) || strings.ContainsAny(d.text, ":：") {
				return c.wordAt(after, words)
			}
			return ""
		}
		first, tail, ok := strings.Cut(rest, " ")
		if !ok || strings.ContainsAny(first, ":：") {
			return ""
		}
		rest = strings.TrimLeftFunc(tail, blank)
	}
	return ""
}

// wordAt is the listed word, in any letter case, that a text begins with.
func (c *Contract) wordAt(text string, words []string) string {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return blank(r) || strings.ContainsRune("*_`<[\"'", r) || emoji(r) })
	for _, w := range words {
		if n := foldPrefix(text, w); n > 0 && !goesOn(text[n:]) {
			return w
		}
	}
	return ""
}

// blank reports whether a reader does not see the character.
func blank(r rune) bool {
	switch r {
	case 0x200b, 0x200c, 0x2060, 0xfeff, 0xad, 0x180e:
		return true
	}
	return unicode.IsSpace(r)
}

// emoji reports whether a character is a pictogram or a part of one.
func emoji(r rune) bool {
	switch {
	case r < 0xa9:
		return false
	case r == 0x200d, r == 0xfe0f, r == 0x20e3, 0x1f3fb <= r && r <= 0x1f3ff:
		return true
	}
	return unicode.Is(unicode.So, r) || 0x1f000 <= r && r <= 0x1faff
}

// trim takes what a reader does not see off both ends of a span.
func trim(f *source.File, s source.Span) source.Span {
	text := f.Text(s)
	start := s.Start + len(text) - len(bytes.TrimLeftFunc(text, blank))
	return source.Span{Start: start, End: max(start, s.Start+len(bytes.TrimRightFunc(text, blank)))}
}
