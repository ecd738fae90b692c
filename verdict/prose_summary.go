package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
)

// row is one line of the table of a Falsification Summary.
type row struct {
	id, action string
	span       source.Span
}

// summary compares the rows of the Falsification Summary with the finding
// lines, one to one.
func (p *prose) summary() {
	rows, ok := p.rows()
	if !ok {
		return
	}
	seen, actions := map[string]bool{}, p.actions()
	for _, r := range rows {
		action, known := actions[r.id]
		switch {
		case seen[r.id]:
			p.warn(r.span, r.id, "keep one row for each finding", "the Falsification Summary has finding %q twice", r.id)
		case !known:
			p.warn(r.span, r.id, fmt.Sprintf("add the line finding: %s action: %s", r.id, cmp.Or(r.action, "ACTION")),
				"finding %q of the Falsification Summary has no line in the block", r.id)
		case r.action != "" && r.action != action:
			p.against(r.span, r.id, "make the row and the line equal",
				"the row says %s for finding %q, but the block says %s", r.action, r.id, action)
		}
		seen[r.id] = true
	}
	for _, f := range p.block.Findings {
		if !seen[f.ID] {
			p.warn(f.Span, f.ID, "add its row", "finding %q has no row in the Falsification Summary", f.ID)
			seen[f.ID] = true
		}
	}
}

// actions are the actions of the block by finding id.
func (p *prose) actions() map[string]string {
	actions := map[string]string{}
	for _, f := range slices.Backward(p.block.Findings) {
		actions[f.ID] = f.Action
	}
	return actions
}

// rows reads the tables below the heading "Falsification Summary"; ok is false
// if there is none. After the first one only tables that name an action count.
func (p *prose) rows() (rows []row, ok bool) {
	from, to := p.section("falsification summary")
	const none = -1 // the table is of something else
	column, last, inside := none, 0, false
	known := p.actions()
	p.lines(from, to, func(span source.Span, line []byte) {
		text := string(line)
		n := p.text.File.LineOf(span.Start)
		begins := n != last+1 || !inside
		inside = strings.Contains(text, "|")
		if last = n; !inside {
			return
		}
		cells := tableCells(text)
		switch {
		case begins:
			column = actionColumn(cells, !ok)
		case column == none:
		case strings.Trim(strings.Join(cells, ""), "-: ") == "":
			ok = true
		case cells[0] != "" && !IsPlaceholder(cells[0]):
			if r, names := p.row(cells, column, span, known); names {
				rows = append(rows, r)
			}
		}
	})
	return rows, ok
}

// row reads the cells of a row. names is false if it names neither a finding of
// the block nor an action, such as a row of sums.
func (p *prose) row(cells []string, column int, span source.Span, known map[string]string) (r row, names bool) {
	r = row{id: idOf(cells[0]), span: span}
	if column < len(cells) {
		r.action = p.block.Kind.action(cells[column])
	}
	// A column of numbers may stand in front of the one with the ids.
	for _, cell := range cells[:min(2, len(cells))] {
		for _, id := range []string{cell, idOf(cell)} {
			if _, ok := known[id]; ok {
				r.id = id
				return r, true
			}
		}
	}
	return r, r.action != ""
}

// idOf is the first word of a cell, which a title may follow, without marks and
// without the target of a link.
func idOf(cell string) string {
	words := strings.Fields(cell)
	if len(words) == 0 {
		return cell
	}
	text, _, _ := strings.Cut(words[0], "](")
	return cmp.Or(strings.Trim(text, "*_`:,[]"), cell)
}

// section is what follows the heading that holds the words, up to the next
// heading of its level; empty if there is none.
func (p *prose) section(words string) (from, to int) {
	for i, h := range p.doc.Headings {
		if !strings.Contains(strings.ToLower(h.Text), words) {
			continue
		}
		to = len(p.text.File.Src)
		for _, next := range p.doc.Headings[i+1:] {
			if next.Level <= h.Level {
				to = next.Span.Start
				break
			}
		}
		return h.Span.End, to
	}
	return 0, 0
}

// tableCells splits a row of a pipe table. Marks around a cell are left out.
func tableCells(text string) []string {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "|"), "|")
	cells := strings.Split(strings.ReplaceAll(text, `\|`, "\x00"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimFunc(strings.ReplaceAll(c, "\x00", "|"), func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune("*_`", r)
		})
	}
	return cells
}

// actionColumn is the column whose head names the action; without one it is the
// last, if any table will do, and else -1. A table that begins with the actions
// is about these, not about findings: -1.
func actionColumn(head []string, anyTable bool) int {
	for i, c := range head {
		if slices.Contains([]string{"action", "verdict", "decision", "판정", "조치"}, strings.ToLower(c)) {
			if i == 0 {
				return -1
			}
			return i
		}
	}
	if anyTable {
		return len(head) - 1
	}
	return -1
}

// action returns the one action that a cell names, "" if it names none or
// several.
func (k Kind) action(cell string) string {
	said := ""
	for _, word := range strings.FieldsFunc(strings.ToUpper(cell), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		if !slices.Contains(k.Actions, word) || word == said {
			continue
		}
		if said != "" {
			return ""
		}
		said = word
	}
	return said
}
