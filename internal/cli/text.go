package cli

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// paint writes SGR colours, or nothing if colour is off.
type paint bool

func (p paint) as(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

const (
	bold   = "1"
	faint  = "2"
	red    = "1;31"
	yellow = "1;33"
	blue   = "1;34"
	green  = "32"
)

func severityColour(s Severity) string {
	switch s {
	case Error:
		return red
	case Warning:
		return yellow
	}
	return blue
}

// printText writes records for people: the place and the message on one line,
// then the source line with a marker, the related places and the help. The
// last line sums up. Without records it writes nothing.
func printText(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	p := paint(r.Color)
	for _, rec := range r.Records {
		writeRecord(b, p, rec)
	}
	if len(r.Records) > 0 {
		fmt.Fprintln(b, r.Sentence())
	}
	return b.Flush()
}

func writeRecord(b *bufio.Writer, p paint, r Record) {
	fmt.Fprintf(b, "%s: %s %s%s\n", p.as(bold, OneLine(r.position())),
		p.as(severityColour(r.Severity), string(r.Severity)+":"), OneLine(r.Message), p.as(faint, ruleTag(r.Rule)))
	gutter := strings.Repeat(" ", max(len(strconv.Itoa(r.Line)), 3))
	if r.Line > 0 && r.snippet.text != "" {
		line, marker := r.snippet.render()
		fmt.Fprintf(b, " %*d %s %s\n", len(gutter), r.Line, p.as(faint, "|"), line)
		fmt.Fprintf(b, " %s %s %s\n", gutter, p.as(faint, "|"), p.as(severityColour(r.Severity), marker))
	}
	for _, rel := range r.Related {
		fmt.Fprintf(b, " %s %s %s:%d:%d: %s\n", gutter, p.as(faint, "="), OneLine(rel.Path), rel.Line, rel.Column, OneLine(rel.Message))
	}
	if r.Help != "" {
		fmt.Fprintf(b, " %s %s %s\n", gutter, p.as(faint, "="), p.as(green, "help: ")+OneLine(r.Help))
	}
}

func ruleTag(rule string) string {
	if rule == "" {
		return ""
	}
	return " [" + rule + "]"
}

// position is "path:line:column", or the path alone for a whole file.
func (r *Record) position() string {
	if r.Line == 0 {
		return r.Path
	}
	return fmt.Sprintf("%s:%d:%d", r.Path, r.Line, r.Column)
}

// Sentence sums the report up: "2 errors, 1 warning in 10 files".
func (r *Report) Sentence() string {
	s := Summarize(r.Files, r.Records)
	var parts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}} {
		if c.n > 0 {
			parts = append(parts, plural(c.n, c.noun))
		}
	}
	text := strings.Join(parts, ", ") + " in " + plural(r.Files, "file")
	if n := fixable(r.Records); n > 0 {
		text += fmt.Sprintf("; --fix mends %d", n)
	}
	return text
}

func fixable(records []Record) int {
	n := 0
	for _, r := range records {
		if r.Fix != nil && r.Fix.Safe {
			n++
		}
	}
	return n
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
