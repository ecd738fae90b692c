package cli

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Severity says who misreads what a Record is about.
type Severity string

// The severities: a tool will misread it, a person might, good to know.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Severities lists the severities, the gravest first.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// AtLeast reports whether s is as grave as limit or graver.
func (s Severity) AtLeast(limit Severity) bool {
	return slices.Index(Severities(), s) <= slices.Index(Severities(), limit)
}

// Record is one finding about a text, ready to be printed. Its JSON form is a
// promise: every key is always there.
type Record struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Path is slash-separated and relative to the project root; "<stdin>" for
	// standard input without a name.
	Path string `json:"path"`
	// Line and Column count from 1, the column in code points; the end is one
	// past the last code point. Zero means the whole file.
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
	// Offset and EndOffset are byte offsets from 0, half open.
	Offset    int `json:"offset"`
	EndOffset int `json:"end_offset"`
	// Message is one line; Help is the next step, or "".
	Message string `json:"message"`
	Help    string `json:"help"`
	// Fix is nil if there is none.
	Fix *Fix `json:"fix"`
	// Fingerprint is set by Sort. It survives moves of the line and is unique
	// among the records that were sorted together.
	Fingerprint string `json:"fingerprint"`
	// Related are other places that explain the record; not in JSON.
	Related []Related `json:"-"`

	snippet snippet
	content string // what the fingerprint knows of the line
}

// Fix is a change that mends what the record is about.
type Fix struct {
	// Message is a verb phrase: "quote the value".
	Message string `json:"message"`
	// Safe is true if the change cannot alter what the author meant.
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
}

// Edit replaces the bytes from Offset to EndOffset by Text.
type Edit struct {
	Offset    int    `json:"offset"`
	EndOffset int    `json:"end_offset"`
	Text      string `json:"text"`
	// place is where the edit stands, for formats that want lines and columns.
	place place
}

// Related is a second place of a record.
type Related struct {
	Path                             string
	Line, Column, EndLine, EndColumn int
	Message                          string
}

type place struct{ start, end source.Position }

// At returns a Record of the span s of f, with its path, place and source
// line. A span that reaches outside the file is cut.
func At(f *source.File, s source.Span) Record {
	s = clamp(f, s)
	start, end := f.Position(s.Start), f.Position(s.End)
	line := f.Line(start.Line)
	if start.Line == 1 && bytes.HasPrefix(f.Src, []byte(source.BOM)) {
		line.Start += len(source.BOM)
	}
	return Record{
		Path: f.Path,
		Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
		Offset: s.Start, EndOffset: s.End,
		snippet: cut(f, line, s),
		content: content(f.Text(line)),
	}
}

// RelatedAt returns a second place of a record: the span s of f.
func RelatedAt(f *source.File, s source.Span, message string) Related {
	s = clamp(f, s)
	start, end := f.Position(s.Start), f.Position(s.End)
	return Related{Path: f.Path, Line: start.Line, Column: start.Column,
		EndLine: end.Line, EndColumn: end.Column, Message: message}
}

// EditAt returns the edit that replaces the span s of f by text.
func EditAt(f *source.File, s source.Span, text string) Edit {
	s = clamp(f, s)
	return Edit{Offset: s.Start, EndOffset: s.End, Text: text,
		place: place{f.Position(s.Start), f.Position(s.End)}}
}

func clamp(f *source.File, s source.Span) source.Span {
	start := min(max(s.Start, 0), len(f.Src))
	return source.Span{Start: start, End: max(start, min(s.End, len(f.Src)))}
}

// content is the part of a line that a fingerprint looks at: its words, so
// that other indentation makes no new finding. A very long line counts with
// its beginning only.
func content(line []byte) string {
	return strings.Join(strings.Fields(string(line[:min(len(line), 1000)])), " ")
}

// Sort puts records in the order of every report (path, line, column, rule,
// message), drops exact doubles and sets the fingerprints.
func Sort(records []Record) []Record {
	slices.SortStableFunc(records, compare)
	records = slices.CompactFunc(records, func(a, b Record) bool {
		return compare(a, b) == 0 && a.EndOffset == b.EndOffset
	})
	seen := map[[sha256.Size]byte]int{}
	for i := range records {
		r := &records[i]
		key := sha256.Sum256([]byte(r.Rule + "\x00" + r.Path + "\x00" + r.content))
		seen[key]++
		sum := sha256.Sum256(strconv.AppendInt(key[:], int64(seen[key]), 10))
		r.Fingerprint = hex.EncodeToString(sum[:16])
	}
	return records
}

func compare(a, b Record) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
}

// Summary counts the records of a report.
type Summary struct {
	Files    int `json:"files"` // files that were looked at
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

// Summarize counts records by severity.
func Summarize(files int, records []Record) Summary {
	s := Summary{Files: files}
	for _, r := range records {
		switch r.Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		default:
			s.Infos++
		}
	}
	return s
}
