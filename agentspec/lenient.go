package agentspec

import (
	"bytes"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// repair does what Claude Code does with front matter that its parser refuses:
// it quotes every value at the left edge that holds a special character, and
// makes blanks of the tabs of indentation. What is no YAML after that is not
// loaded. It returns the text, whose lines are those of l, and the values that
// needed the quotes.
func (l *layout) repair() (string, []source.Span) {
	var b strings.Builder
	var quoted []source.Span
	for n := range l.lines {
		line := l.line(n)
		start, end := l.special(line)
		if start == end {
			b.WriteString(untabbed(readable(l.src[line.Start:l.endOf(n+1)])))
			continue
		}
		b.WriteString(readable(l.src[line.Start:start]))
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(readable(l.src[start:end]), "'", "''"))
		b.WriteByte('\'')
		b.WriteString(readable(l.src[end:l.endOf(n+1)]))
		if l.needsQuotes(readable(l.src[start:end])) {
			quoted = append(quoted, l.file(start, end))
		}
	}
	return b.String(), quoted
}

// endOf is where line n begins, or the end of the text.
func (l *layout) endOf(n int) int {
	if n < len(l.lines) {
		return l.lines[n]
	}
	return len(l.src)
}

// indented reports whether line n is blank or begins with a blank.
func (l *layout) indented(n int) bool {
	s := l.line(n)
	return s.Len() == 0 || l.src[s.Start] == ' ' || l.src[s.Start] == '\t'
}

// special returns the value of a line "key: value" that holds a special
// character and stands neither in quotes nor in brackets; else an empty span.
// The client does not see values of lines that end in CRLF.
func (l *layout) special(line source.Span) (start, end int) {
	n := keyOf(l.src[line.Start:line.End])
	if n == 0 || bytes.HasPrefix(l.src[line.End:], []byte("\r\n")) {
		return 0, 0
	}
	start = line.Start + n + 1
	for start < line.End && (l.src[start] == ' ' || l.src[start] == '\t') {
		start++
	}
	end = trimmedEnd(l.src, start, line.End)
	value := string(l.src[start:end])
	if value == "" || !strings.ContainsAny(value, "{}[]*&#!|>%@`") && !strings.Contains(value, ": ") {
		return 0, 0
	}
	first, last := value[0], value[len(value)-1]
	if len(value) > 1 && (first == last && (first == '"' || first == '\'') || first == '[' && last == ']' && !strings.Contains(value, ": ")) {
		return 0, 0
	}
	return start, end
}

// needsQuotes reports whether a strict parser refuses a value, or reads an
// anchor or a tag in it. A list or mapping in brackets may stay as it is.
func (l *layout) needsQuotes(v string) bool {
	_, problem := l.parse("k: " + v)
	return problem != nil || v[0] == '&' || v[0] == '!'
}

// untabbed replaces the tabs at the start of a line by blanks.
func untabbed(line string) string {
	rest := strings.TrimLeft(line, "\t")
	return strings.Repeat(" ", len(line)-len(rest)) + rest
}

// readLines is the lenient reading: an entry is a line "key:" at the left edge
// with the lines that belong to it. It is for front matter that no parser
// takes, so that the rest of the file can still be checked.
func (s *Spec) readLines(l *layout) {
	for n := 0; n < len(l.lines); {
		line := l.line(n)
		text := l.src[line.Start:line.End]
		if blank(text) || text[0] == '#' || l.indented(n) {
			n++
			continue
		}
		key := keyOf(text)
		if key == 0 || len(s.Stray) > 0 && !clientKey(string(text[:key])) {
			s.Stray = append(s.Stray, l.file(line.Start, line.End))
			n++
			continue
		}
		next := n + 1
		for next < len(l.lines) && (l.indented(next) || l.listLine(next)) {
			next++
		}
		s.Entries = append(s.Entries, l.lenientEntry(n, next, key))
		n = next
	}
}

// clientKey reports whether a key ends the stray lines before it: after a
// dialogue at the left edge "user:" is a speaker and "tools:" a key.
func clientKey(key string) bool {
	switch key {
	case "name", "description", "model", "tools", "disallowedTools", "color", "effort", "permissionMode", "mcpServers",
		"hooks", "maxTurns", "skills", "memory", "background", "isolation":
		return true
	}
	return false
}

func (l *layout) listLine(n int) bool {
	s := l.line(n)
	return s.Len() > 0 && l.src[s.Start] == '-' && (s.Len() == 1 || l.src[s.Start+1] == ' ')
}

// lenientEntry reads the entry in lines first to next, whose key has n bytes.
func (l *layout) lenientEntry(first, next, n int) Entry {
	line := l.line(first)
	end := l.entryEnd(first, next)
	e := Entry{
		Key:     string(l.src[line.Start : line.Start+n]),
		KeySpan: l.file(line.Start, line.Start+n),
		Lines:   l.file(line.Start, end),
	}
	start := line.Start + n + 1
	for start < end && strings.IndexByte(" \t\r\n", l.src[start]) >= 0 {
		start++
	}
	stop := trimmedEnd(l.src, start, end)
	if start >= stop {
		start, stop = line.Start+n+1, line.Start+n+1
	}
	e.Span = l.file(start, stop)
	value := readable(l.src[start:stop])
	switch {
	case value == "":
		return e
	case value[0] == '-' && (len(value) == 1 || value[1] == ' '):
		e.Kind, e.Items = List, l.lenientItems(start, stop)
		return e
	case value[0] == '[':
		e.Kind, e.Items = List, l.flowItems(start, stop)
		return e
	}
	e.Kind = String
	e.Value, e.verbatim, e.inner = value, value == string(l.src[start:stop]), l.base+start
	e.Plain = l.lineOf(start) == l.lineOf(stop)
	if q := value[0]; q == '"' || q == '\'' {
		e.Plain, e.inner = false, e.inner+1
		e.Value = strings.TrimSuffix(value[1:], string(q))
	} else if q == '|' || q == '>' {
		_, rest, _ := strings.Cut(value, "\n")
		e.Value, e.verbatim = strings.TrimSpace(rest), false
	}
	return e
}

// lenientItems reads the lines "- x" of src[start:end].
func (l *layout) lenientItems(start, end int) []Item {
	var items []Item
	for n := l.lineOf(start); n < len(l.lines) && l.lines[n] < end; n++ {
		s := l.line(n)
		text := string(l.src[s.Start:s.End])
		value := strings.TrimLeft(text, " \t")
		if !strings.HasPrefix(value, "- ") {
			continue
		}
		value = strings.TrimSpace(value[2:])
		at := s.Start + strings.LastIndex(text, value)
		items = append(items, Item{Text: strings.Trim(value, `"'`), Span: l.file(at, at+len(value))})
	}
	return items
}

// flowItems reads "[a, b]" in src[start:end]; the bracket may be unclosed.
func (l *layout) flowItems(start, end int) []Item {
	var items []Item
	text := strings.TrimSuffix(string(l.src[start+1:end]), "]")
	for _, w := range words(text) {
		items = append(items, Item{Text: strings.Trim(text[w.Start:w.End], `"'`), Span: l.file(start+1+w.Start, start+1+w.End)})
	}
	return items
}
