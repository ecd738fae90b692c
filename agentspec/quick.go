package agentspec

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

// quickRead reads front matter of the most frequent form without the YAML
// parser: every line is empty, a comment, or a key with a plain value of ASCII
// text that has no meaning of its own in YAML. It is false, and reads nothing,
// if any line has another form. What it reads is what the parser would read: a
// fuzz test compares the two.
func (s *Spec) quickRead() bool {
	text, base := s.File.Text(s.Front.Text), s.Front.Text.Start
	entries := make([]Entry, 0, 8)
	for off := 0; off < len(text); {
		end, next := len(text), len(text)
		if n := bytes.IndexByte(text[off:], '\n'); n >= 0 {
			end, next = off+n, off+n+1
		}
		line := text[off:end]
		if len(line) > 0 && line[0] != '#' {
			e, ok := quickEntry(line, base+off)
			if !ok {
				return false
			}
			e.Lines = source.Span{Start: base + off, End: base + next}
			entries = append(entries, e)
		} else if !asciiText(line) {
			return false
		}
		off = next
	}
	s.Entries = entries
	return true
}

// maxQuickKey keeps away from the limit of YAML for simple keys.
const maxQuickKey = 100

// quickEntry reads one line that begins at offset at of the file.
func quickEntry(line []byte, at int) (Entry, bool) {
	n := keyOf(line)
	if n == 0 || n > maxQuickKey || !asciiText(line) {
		return Entry{}, false
	}
	start := n + 1
	for start < len(line) && line[start] == ' ' {
		start++
	}
	value := bytes.TrimRight(line[start:], " ")
	if !plainText(value) {
		return Entry{}, false
	}
	span := source.Span{Start: at + start, End: at + start + len(value)}
	return Entry{
		Key: string(line[:n]), KeySpan: source.Span{Start: at, End: at + n},
		Kind: String, Value: string(value), Plain: true, Span: span,
		verbatim: true, inner: span.Start,
	}, true
}

// asciiText reports whether a line holds only printable ASCII and blanks.
func asciiText(line []byte) bool {
	for _, c := range line {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// plainText reports whether a value is text without quotes in any reading: it
// begins with a letter, holds neither ": " nor " #", and is no word of YAML.
func plainText(value []byte) bool {
	if len(value) == 0 || value[0]|0x20 < 'a' || value[0]|0x20 > 'z' || value[len(value)-1] == ':' {
		return false
	}
	if bytes.Contains(value, []byte(": ")) || bytes.Contains(value, []byte(" #")) {
		return false
	}
	return len(value) > len("false") || plainWord(value)
}
