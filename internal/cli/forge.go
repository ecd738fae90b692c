package cli

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// printGitHub writes a workflow command for each record. Columns are given
// only where both ends lie on one line: the runner refuses them otherwise.
func printGitHub(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	for _, rec := range r.Records {
		g := rec.region()
		fmt.Fprintf(b, "::%s file=%s,line=%d,endLine=%d", annotation(rec.Severity),
			escapeProperty(r.forgePath(rec.Path)), g.StartLine, g.EndLine)
		if g.StartLine == g.EndLine {
			fmt.Fprintf(b, ",col=%d,endColumn=%d", g.StartColumn, g.EndColumn)
		}
		fmt.Fprintf(b, ",title=%s::%s\n", escapeProperty(rec.rule()), escapeData(lines(rec.Message, rec.Help)))
	}
	return b.Flush()
}

func annotation(s Severity) string {
	if s == Info {
		return "notice"
	}
	return string(s)
}

func lines(message, help string) string {
	if help == "" {
		return message
	}
	return message + "\n" + help
}

// escapeData escapes the message of a workflow command, escapeProperty the
// value of one of its properties.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// printGitLab writes the report format of GitLab's code quality widget, which
// shows only the first of several issues with one fingerprint.
func printGitLab(w io.Writer, r *Report) error {
	issues := make([]gitlabIssue, 0, len(r.Records))
	for _, rec := range r.Records {
		g := rec.region()
		issues = append(issues, gitlabIssue{
			Description: lines(rec.Message, rec.Help),
			CheckName:   rec.rule(),
			Fingerprint: rec.Fingerprint,
			Severity:    gitlabSeverity(rec.Severity),
			Location:    gitlabLocation{r.forgePath(rec.Path), gitlabLines{g.StartLine, g.EndLine}},
		})
	}
	return WriteJSON(w, issues)
}

func gitlabSeverity(s Severity) string {
	switch s {
	case Error:
		return "major"
	case Warning:
		return "minor"
	}
	return "info"
}

// rule is the record's rule, or a name for a record of no rule: the formats of
// the forges want one.
func (r *Record) rule() string {
	if r.Rule == "" {
		return "judgelint"
	}
	return r.Rule
}

// forgePath is a path as a forge wants it: relative to the repository, which
// may begin above the project.
func (r *Report) forgePath(path string) string {
	if r.Prefix == "" || strings.HasPrefix(path, "/") || path == "<stdin>" {
		return path
	}
	return r.Prefix + "/" + path
}
