package findings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// The kinds of problems.
const (
	KindSchema        = "schema"        // the text breaks the schema of its kind
	KindOrder         = "order"         // the verdicts do not fit the items
	KindUnknownID     = "unknown_id"    // a verdict for an item that is not planned
	KindDoubleID      = "double_id"     // two verdicts for one item
	KindMissing       = "missing"       // a confirmed finding that the report leaves out
	KindReworded      = "reworded"      // a finding at the place of a refuted one, in other words
	KindContradiction = "contradiction" // the verdict does not fit the lists
	KindNoReport      = "no_report"     // the consolidating stage returned nothing
)

// Problem is a mistake in what a model or a caller wrote.
type Problem struct {
	Kind string `json:"kind"`
	// File, Line (from 1) and Path (such as $[0].findings[2].line) tell where
	// it stands; empty and zero if it is about no place.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
	// Help is the next step, or "".
	Help string `json:"help,omitempty"`
}

// String returns the problem on one line, with its place in front.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		fmt.Fprintf(&b, "%s:%d: ", Printable(p.File), p.Line)
	}
	if p.Path != "" {
		fmt.Fprintf(&b, "%s: ", p.Path)
	}
	b.WriteString(p.Message)
	if p.Help != "" {
		fmt.Fprintf(&b, " (%s)", p.Help)
	}
	return b.String()
}

// Text is a JSON text that was read, with its name.
type Text struct {
	File *source.File
	tree *jsontree.Tree
}

// ReadText reads a JSON text. The error is a *SyntaxError, whose message
// begins with path, line and column.
func ReadText(f *source.File) (*Text, error) {
	tree, err := jsontree.Parse(f.Src)
	if err != nil {
		pos := f.Position(err.Offset)
		return nil, &SyntaxError{fmt.Sprintf("%s:%d:%d: %s", f.Path, pos.Line, pos.Column, err.Message)}
	}
	return &Text{f, tree}, nil
}

// SyntaxError tells that a text is no JSON.
type SyntaxError struct{ message string }

// Error returns the message with the place.
func (e *SyntaxError) Error() string { return e.message }

// at returns a problem at byte offset off.
func (t *Text) at(kind string, off int, format string, args ...any) Problem {
	return Problem{
		Kind:    kind,
		File:    t.File.Path,
		Line:    t.File.LineOf(off),
		Path:    t.tree.Path(off),
		Message: fmt.Sprintf(format, args...),
	}
}

// Problem returns a problem of a kind at byte offset off of the text.
func (t *Text) Problem(kind string, off int, message string) Problem {
	return t.at(kind, off, "%s", message)
}

// Doubles tells every key that stands twice in its object: only the first one
// is read.
func (t *Text) Doubles() []Problem {
	var problems []Problem
	for _, d := range t.tree.Doubles {
		problems = append(problems, t.at(KindSchema, d.Key.Span.Start,
			"the key %q stands twice, first in line %d", d.Key.Name, t.File.LineOf(d.First.Start)))
	}
	return problems
}

// maxProblems is how many problems of one text are told.
const maxProblems = 1000

// limited leaves out what nobody reads: a text that breaks its schema ten
// thousand times is told a thousand times.
func limited(problems []Problem) []Problem {
	if len(problems) <= maxProblems {
		return problems
	}
	more := Problem{Kind: KindSchema, File: problems[0].File, Line: problems[maxProblems].Line,
		Message: count(len(problems)-maxProblems, "more problem from here on", "more problems from here on")}
	return append(slices.Clip(problems[:maxProblems]), more)
}

// Printable returns text for one line of a terminal or log: in quotes if it
// holds control or other invisible characters, and not longer than 200 bytes.
func Printable(text string) string {
	const limit = 200
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}
