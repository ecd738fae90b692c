package agentspec

import (
	"strings"

	"github.com/judgelint/judgelint/source"
)

// repair quotes every plain value at the top level that a strict parser
// refuses and makes blanks of tabs in indentation. It returns the text, whose
// lines are those of l, and the values that it quoted.
func (l *layout) repair() (string, []source.Span) {
	var b strings.Builder
	var quoted []source.Span
	for n := 0; n < len(l.lines); {
		next := n + 1
		for next < len(l.lines) && l.indented(next) {
			next++
		}
		start, end := l.plainValue(n, next)
		if start == end || !needsQuotes(string(l.src[start:end])) {
			b.WriteString(l.untabbed(n, next))
		} else {
			b.WriteString(readable(l.src[l.lines[n]:start]))
			b.WriteByte('\'')
			b.WriteString(strings.ReplaceAll(readable(l.src[start:end]), "'", "''"))
			b.WriteByte('\'')
			b.WriteString(readable(l.src[end:l.endOf(next)]))
			quoted = append(quoted, l.file(start, end))
		}
		n = next
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

// plainValue returns the plain scalar of the entry in lines first to next, with
// its indented continuation; an empty span if there is none.
func (l *layout) plainValue(first, next int) (start, end int) {
	line := l.line(first)
	n := keyOf(l.src[line.Start:line.End])
	if n == 0 {
		return 0, 0
	}
	start = line.Start + n + 1
	for start < line.End && (l.src[start] == ' ' || l.src[start] == '\t') {
		start++
	}
	if start == line.End || strings.IndexByte("\"'|>[{#", l.src[start]) >= 0 {
		return 0, 0
	}
	return start, trimmedEnd(l.src, start, l.endOf(next))
}

// needsQuotes reports whether a strict parser refuses a plain scalar, or reads
// a reference in it.
func needsQuotes(v string) bool {
	return strings.IndexByte("@`%*&!?,]}", v[0]) >= 0 || strings.HasPrefix(v, "- ") || v == "-" ||
		strings.Contains(v, ": ") || strings.Contains(v, ":\t") || strings.Contains(v, ":\n") || strings.Contains(v, ":\r") ||
		strings.HasSuffix(v, ":")
}

// untabbed returns lines first to next with tabs of indentation as blanks.
func (l *layout) untabbed(first, next int) string {
	text := readable(l.src[l.lines[first]:l.endOf(next)])
	if !strings.Contains(text, "\t") {
		return text
	}
	lead := true
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r':
			lead = true
		case r == '\t' && lead:
			return ' '
		case r != ' ':
			lead = false
		}
		return r
	}, text)
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
	return s.Len() >= 2 && l.src[s.Start] == '-' && l.src[s.Start+1] == ' '
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
