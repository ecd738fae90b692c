package agenttoml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Problem is one reason why Codex drops or misreads a file.
type Problem struct {
	Code Code
	Span source.Span
	// Message is one line, Help the next step or "".
	Message, Help string
	// Key is the key at top level that the problem is about, or "".
	Key string
}

// Code says what kind of problem it is.
type Code int

// The codes. For Encoding, Syntax and Duplicate nothing else is checked.
const (
	Encoding  Code = iota // not UTF-8
	Syntax                // no TOML
	Duplicate             // a key or table given twice
	Missing               // a required key is absent or blank
	Unknown               // a key that Codex does not take
	Type                  // a required key with another type
	Misplaced             // the instructions stand inside a table
	Refused               // a value that Codex refuses
)

func requiredKeys() []string { return []string{Name, Description, Instructions} }

func required(key string) bool { return slices.Contains(requiredKeys(), key) }

// Check returns why Codex would drop the file, in document order but for
// missing keys, which come last. known are the keys that Codex takes besides
// the three that it needs. A file that is no TOML has that one problem.
func (a *Agent) Check(known []string) []Problem {
	if a.Problem != nil {
		return []Problem{*a.Problem}
	}
	var problems []Problem
	for _, e := range a.Top() {
		problems = append(problems, a.checkEntry(e, known)...)
	}
	for _, e := range a.Entries {
		if len(e.Path) > 1 && e.Path[len(e.Path)-1] == Instructions && !e.Header {
			problems = append(problems, Problem{Code: Misplaced, Span: e.Key, Key: Instructions,
				Message: fmt.Sprintf("%s is a key of the table %q", Instructions, strings.Join(e.Path[:len(e.Path)-1], ".")),
				Help:    "move it above the first table header"})
		}
	}
	slices.SortStableFunc(problems, func(x, y Problem) int { return x.Span.Start - y.Span.Start })
	return append(problems, a.missing()...)
}

func (a *Agent) checkEntry(e Entry, known []string) []Problem {
	key := e.Path[0]
	at := func(code Code, s source.Span, format string, args ...any) []Problem {
		return []Problem{{Code: code, Span: s, Key: key, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case required(key) && (len(e.Path) > 1 || e.Kind != String):
		kind := e.Kind
		if len(e.Path) > 1 {
			kind = Table
		}
		return at(Type, e.Key, "%s is %s, want a string", key, kind)
	case required(key):
		if strings.TrimSpace(e.Text) == "" {
			return at(Missing, e.Value, "%s is blank", key)
		}
	case !slices.Contains(known, key):
		return at(Unknown, e.Key, "unknown key %q: Codex drops the whole file", key)
	case key == "nickname_candidates":
		if why := nicknames(e); why != "" {
			return at(Refused, e.Value, "nickname_candidates %s", why)
		}
	case key == "sandbox_mode":
		modes := []string{"read-only", "workspace-write", "danger-full-access"}
		if !slices.Contains(modes, e.Text) {
			return at(Refused, e.Value, "sandbox_mode is %s; want read-only, workspace-write or danger-full-access", a.File.Text(e.Value))
		}
	}
	return nil
}

// nicknames says what is wrong with a list of nicknames, or "".
func nicknames(e Entry) string {
	if e.Kind != Array || e.Items == nil {
		return "must be a list of strings"
	}
	if len(e.Items) == 0 {
		return "is empty"
	}
	seen := map[string]bool{}
	for _, name := range e.Items {
		name = strings.TrimSpace(name)
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_") != "" {
			return fmt.Sprintf("holds %q; want ASCII letters, digits, blanks, - and _", name)
		}
		if seen[name] {
			return fmt.Sprintf("holds %q twice", name)
		}
		seen[name] = true
	}
	return ""
}

func (a *Agent) missing() []Problem {
	var problems []Problem
	for _, key := range requiredKeys() {
		if a.Find(key) == nil {
			problems = append(problems, Problem{Code: Missing, Key: key, Message: key + " is missing",
				Help: fmt.Sprintf("write %s = \"…\" above the first table header", key)})
		}
	}
	return problems
}
