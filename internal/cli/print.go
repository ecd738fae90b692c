package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Report is what the printers print.
type Report struct {
	// Records are sorted by Sort.
	Records []Record
	// Files is the number of files that were looked at.
	Files int
	// Rules describes the rules that the records name, for SARIF. Rules that
	// are missing here are described by their name alone.
	Rules []RuleInfo
	// Prefix is the project root relative to the repository, without a final
	// slash; "" if they are one. The formats of the forges (sarif, github,
	// gitlab) put it before relative paths.
	Prefix string
	// Color is for text.
	Color bool
}

// RuleInfo describes a rule.
type RuleInfo struct {
	Name     string
	Summary  string // one line, no final period
	Help     string // the rule's page, Markdown
	Severity Severity
}

// Formats lists the names that Print knows.
func Formats() []string {
	return []string{"text", "json", "sarif", "github", "gitlab", "junit"}
}

// CheckFormat returns an error that names the allowed formats if name is none
// of them.
func CheckFormat(name string, allowed ...string) error {
	if slices.Contains(allowed, name) {
		return nil
	}
	last := len(allowed) - 1
	return fmt.Errorf("--format is %q; want %s or %s", name, strings.Join(allowed[:last], ", "), allowed[last])
}

// Print writes the report in one of Formats; another format is a bug of the
// caller.
func Print(w io.Writer, format string, r *Report) error {
	switch format {
	case "text":
		return printText(w, r)
	case "json":
		return printJSON(w, r)
	case "sarif":
		return printSARIF(w, r)
	case "github":
		return printGitHub(w, r)
	case "gitlab":
		return printGitLab(w, r)
	case "junit":
		return printJUnit(w, r)
	}
	panic("cli: no printer for format " + format)
}

func printJSON(w io.Writer, r *Report) error {
	return WriteJSON(w, struct {
		Version     int      `json:"version"`
		Diagnostics []Record `json:"diagnostics"`
		Summary     Summary  `json:"summary"`
	}{1, NonNil(r.Records), Summarize(r.Files, r.Records)})
}

// WriteJSON writes v as indented JSON with a final line feed; <, > and & stay
// as they are.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// NonNil returns list, or an empty list for nil, which JSON shows as [] and
// not as null.
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
