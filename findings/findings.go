// Package findings is the review pipeline: it flattens the reports of several
// workers into one list of must-fix findings, caps it, joins it with what the
// verifiers said, and writes the final report.
//
//	reports, problems, err := findings.ReadReports(file)
//	plan := findings.NewPlan(reports, problems, findings.Options{Cap: 12})
//	// verify each of plan.Items
//	merged := findings.Merge(plan, verdicts)
//	final := findings.Finalize(plan, merged, report)
//
// One rule stands above the others: nothing is lost. Every must-fix finding
// ends in exactly one of confirmed, refuted and unverified. A worker or
// verifier that died, a finding past the cap, a word that is spelled wrong: all
// of these are told, and none of them is ever taken for a refutation.
//
// The package knows no Markdown, no hooks and no hosts. It reads bytes that
// models wrote, so everything about them is a Problem with a place, not an
// error.
package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// The severities of a finding.
const (
	MustFix   = "must-fix"
	ShouldFix = "should-fix"
	Nit       = "nit"
)

// Finding is one defect that a reviewer reports.
type Finding struct {
	// File is as the worker spelled it.
	File string `json:"file"`
	// Line is a number, a range, or words such as n/a.
	Line string `json:"line"`
	// Severity is one of the three words, or what the worker wrote if that is
	// no spelling of them.
	Severity string `json:"severity"`
	Problem  string `json:"problem"`
	Fix      string `json:"fix"`
}

// Noted is a finding with what its verifier said.
type Noted struct {
	Finding
	Note string `json:"note"`
}

// Key tells two findings apart. Findings of one key are one finding, whatever
// their fix says.
type Key struct{ File, Line, Problem string }

// Key returns the key: the path cleaned (its back slashes turned, as workers on
// Windows write them), the line and the problem trimmed. Nothing else is
// guessed: neighbouring lines and other words stay apart, because a double
// costs one verification but a wrong merge loses a defect.
func (f Finding) Key() Key {
	file := strings.TrimSpace(strings.ReplaceAll(f.File, `\`, "/"))
	if file != "" {
		file = path.Clean(file)
	}
	return Key{file, strings.TrimSpace(f.Line), strings.TrimSpace(f.Problem)}
}

// ID returns the first twelve hexadecimal digits of the hash of the key.
func (k Key) ID() string { return k.id(0) }

// id is ID for the n-th key of one hash; n is 0 unless somebody made keys that
// collide.
func (k Key) id(n int) string {
	var room [256]byte // most keys need no memory of their own
	text := appendString(append(room[:0], '['), k.File)
	text = appendString(append(text, ','), k.Line)
	text = appendString(append(text, ','), k.Problem)
	text = append(text, ']')
	for range n {
		text = append(text, '+')
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// Place returns "file:line" for messages, on one line and printable.
func (f Finding) Place() string { return Printable(f.File + ":" + f.Line) }

// decode reads a finding leniently: what is missing is empty, what is no text
// is kept as it is written. A finding without a problem has itself for one, so
// that two broken findings are not taken for one and none is lost.
func decode(v *jsontree.Value, src []byte) Finding {
	problem := v.Get("problem")
	if problem == nil || problem.Is(jsontree.Null) {
		problem = v
	}
	return Finding{
		File:     textOf(v.Get("file"), src),
		Line:     lineOf(v.Get("line"), src),
		Severity: severityOf(textOf(v.Get("severity"), src)),
		Problem:  textOf(problem, src),
		Fix:      textOf(v.Get("fix"), src),
	}
}

func textOf(v *jsontree.Value, src []byte) string {
	switch {
	case v == nil || v.Kind == jsontree.Null:
		return ""
	case v.Kind == jsontree.List || v.Kind == jsontree.Object:
		return string(src[v.Span.Start:v.Span.End])
	}
	return v.Text
}

// lineOf compares numbers as people write them: 45.0 is 45.
func lineOf(v *jsontree.Value, src []byte) string {
	if v.Is(jsontree.Number) {
		if n, ok := wholeNumber(v.Text); ok {
			return n
		}
	}
	return textOf(v, src)
}

// severityOf returns the word that text spells: without case, blanks, hyphens
// and underscores. Text that spells none is returned as it is.
func severityOf(text string) string {
	switch text {
	case MustFix, ShouldFix, Nit:
		return text
	}
	fold := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, cut(text, 40))
	switch fold {
	case "mustfix":
		return MustFix
	case "shouldfix":
		return ShouldFix
	case "nit", "nits":
		return Nit
	}
	return text
}
