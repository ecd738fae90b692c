package verdict

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// verdictLabels are the words before which people write a verdict, in small
// letters.
func verdictLabels() []string {
	return []string{
		"verdict", "final verdict", "overall verdict", "my verdict", "the verdict", "overall", "overall status", "final status",
		"overall result", "final result", "final decision", "overall assessment", "판정", "최종 판정",
	}
}

// statements finds what the lines of a text state as a verdict. It keeps what
// one line says about the next: a heading that is the label alone, or the head
// of a table.
type statements struct {
	label  int // the end of the last line that is a label alone, 0 for none
	column int // where the table that is read holds the verdict, -1 for nowhere
	rows   int // how many lines of the table follow its head
	row    int // the end of the table's last line, 0 outside of tables
}

// next returns the value that a line states.
func (s *statements) next(p *prose, span source.Span, line []byte) (value string, ok bool) {
	label := s.label
	s.label = 0
	if label > 0 && !p.broken(label, span.Start) {
		if value, ok = cutMarks(string(line)), true; !isLabel(value) {
			return value, true
		}
	}
	if line[0] == '|' {
		return s.cell(p, span, line)
	}
	s.row = 0
	if k := p.block.Kind; k.Anonymous { // a declared contract: its key is a label, too
		if value, ok = labelled(string(line), k.Deciding()); ok && value != "" {
			return value, true
		}
	}
	if !mayLabel(line) || isQuotation(line) {
		return "", false
	}
	text := string(line)
	if value, ok = labelled(text, verdictLabels()...); ok && value != "" {
		return value, true
	}
	if isLabel(strings.TrimRight(cutMarks(text), ":：#*_ ")) && (ok || line[0] == '#' || line[0] == '*' || line[0] == '_') {
		s.label = span.End
		return "", false
	}
	return "", false
}

// broken reports whether something that is no prose stands between two offsets.
func (p *prose) broken(from, to int) bool {
	i, _ := slices.BinarySearchFunc(p.quiet, from, func(s source.Span, off int) int { return s.Start - off })
	return i < len(p.quiet) && p.quiet[i].Start < to
}

// cell returns what a row of a table states: the cell behind a label, or the one
// below it in the only row.
func (s *statements) cell(p *prose, span source.Span, line []byte) (value string, ok bool) {
	cells := tableCells(string(line))
	if s.row == 0 || span.Start > s.row+2 {
		s.rows, s.column = 0, slices.IndexFunc(cells, isLabel)
	} else {
		s.rows++
	}
	s.row = span.End
	if isLabel(cells[0]) && len(cells) > 1 && cells[1] != "" {
		return cells[1], true
	}
	if s.rows == 2 && s.column >= 0 && s.column < len(cells) && !p.rowBehind(span) {
		return cells[s.column], true
	}
	return "", false
}

// rowBehind reports whether the line behind span is a row of a table.
func (p *prose) rowBehind(span source.Span) bool {
	next := p.text.File.LineOf(span.Start) + 1
	return next <= p.text.File.Lines() && bytes.HasPrefix(bytes.TrimSpace(p.text.File.Text(p.text.File.Line(next))), []byte("|"))
}

// mayLabel is a quick look whether a line can begin with a label.
func mayLabel(line []byte) bool {
	line = bytes.TrimLeft(line, "#*_-+>~ \t`\"'([{0123456789.")
	if len(line) == 0 {
		return false
	}
	return line[0] >= utf8.RuneSelf || bytes.IndexByte([]byte("vVfFoOmMtT"), line[0]) >= 0
}

// isQuotation reports whether a line begins with a quotation mark, or with the
// sign of code, whose other end does not stand before the colon.
func isQuotation(line []byte) bool {
	rest := bytes.TrimLeft(line, "#*_-+ \t")
	for _, pair := range [][2]string{{"`", "`"}, {"\"", "\""}, {"“", "”"}, {"‘", "’"}, {"「", "」"}, {"'", "'"}} {
		if after, ok := bytes.CutPrefix(rest, []byte(pair[0])); ok {
			end, colon := bytes.Index(after, []byte(pair[1])), bytes.IndexAny(after, ":：")
			return end >= 0 && (colon < 0 || end > colon)
		}
	}
	return false
}

func isLabel(text string) bool { return slices.Contains(verdictLabels(), strings.ToLower(text)) }

// cutMarks takes marks, symbols and blanks off the start of a line.
func cutMarks(text string) string {
	text = strings.TrimLeft(stripMarks(strings.TrimLeft(text, "# \t")), "# \t")
	return strings.TrimLeftFunc(text, func(r rune) bool { return r != '<' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// labelled returns what follows one of the labels and a colon, a dash, an equals
// sign or "is" at the start of a line, marks around the label left out.
func labelled(text string, labels ...string) (value string, ok bool) {
	text = cutMarks(text)
	for _, label := range labels {
		if len(text) < len(label) || !strings.EqualFold(text[:len(label)], label) {
			continue
		}
		rest := strings.TrimLeftFunc(text[len(label):], func(r rune) bool { return r == ' ' || isQuote(r) })
		for _, sign := range []string{":", "：", "=", "—", "–", "- ", "is "} {
			if value, ok := strings.CutPrefix(rest, sign); ok {
				return strings.TrimLeftFunc(value, func(r rune) bool { return r == ' ' || r == '\t' || isMark(r) }), true
			}
		}
	}
	return "", false
}
