package mirror

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

// agent is one source file.
type agent struct {
	path  string
	group *group
	// document is set for a file without front matter, which no client takes
	// for an agent.
	document          bool
	spec              *agentspec.Spec
	name, description string
	// body starts at the first line that is not blank and has LF for CRLF.
	body []byte
	// folded is the body as it is compared; sum is that of it.
	folded []byte
	sum    string
	// problems are what keeps it from being mirrored, and warnings.
	problems []Problem
}

// newAgent reads a source. It returns nil for a document that only lies in the
// folder: no front matter and a name like README.md.
func newAgent(f *source.File) *agent {
	a := &agent{path: f.Path}
	if at := f.InvalidUTF8(); at >= 0 {
		a.refuse(f, source.Span{Start: at, End: at + 1}, "byte 0x%02x at offset %d is not UTF-8", f.Src[at], at)
		return a
	}
	a.spec = agentspec.Parse(f)
	front := a.spec.Front
	switch front.State {
	case source.FrontNone:
		if isDocument(f.Path) {
			return nil
		}
		a.document = true
		a.refuse(f, source.Span{}, "no front matter: want a line --- at the top, name and description, a line ---")
		return a
	case source.FrontLate:
		a.refuse(f, front.Open, "something stands before the front matter, which no client reads then")
		return a
	case source.FrontUnclosed, source.FrontDots:
		a.refuse(f, front.Open, "the front matter is not closed by a line ---")
		return a
	}
	a.readFront(f)
	a.body = bodyOf(f.Src[front.Body.Start:front.Body.End])
	if len(bytes.TrimSpace(a.body)) == 0 {
		a.refuse(f, front.Body, "the body is empty")
	}
	a.folded = fold(a.body)
	a.sum = sumOf(a.folded)
	return a
}

// isDocument reports whether a file is named like a document: README.md.
func isDocument(p string) bool {
	stem := strings.TrimSuffix(path.Base(p), ".md")
	return stem == strings.ToUpper(stem) && strings.IndexFunc(stem, unicode.IsLetter) >= 0
}

// readFront sets name and description.
func (a *agent) readFront(f *source.File) {
	for _, p := range a.spec.Problems {
		switch {
		case p.Key == "name", p.Key == "description":
			a.refuse(f, p.Span, "%s", p.Message)
		case p.Key == "" && a.spec.Reading == agentspec.Lenient:
			a.refuse(f, p.Span, "the front matter is no YAML: %s", p.Message)
			a.problems[len(a.problems)-1].Help = "judgelint lint says what to mend"
			return
		case p.Key == "" && a.spec.Reading == agentspec.Repaired:
			a.problems = append(a.problems, Problem{Rule: RuleSource, Level: Warning, Path: f.Path, File: f, Span: p.Span,
				Message: "the front matter is no YAML; it is read as Claude Code reads it: " + p.Message,
				Help:    "quote the value: judgelint lint --fix"})
		}
	}
	a.name, a.description = a.spec.Name(), a.spec.Description()
	for _, key := range []string{"name", "description"} {
		e, text := a.spec.Entry(key), a.spec.Text(key)
		switch {
		case e == nil:
			a.refuse(f, a.spec.Front.Open, "%s is missing", key)
		case e.Kind == agentspec.Null || e.Kind == agentspec.String && text == "":
			a.refuse(f, e.KeySpan, "%s is empty", key)
		case text == "":
			a.refuse(f, e.KeySpan, "%s is %s, want text", key, e.Kind)
		}
	}
	if why := badName(a.name); a.name != "" && why != "" {
		a.refuse(f, a.spec.Entry("name").Span, "name %q cannot be a file name: it %s", a.name, why)
	}
}

func (a *agent) refuse(f *source.File, s source.Span, format string, args ...any) {
	a.problems = append(a.problems, Problem{Rule: RuleSource, Path: f.Path, File: f, Span: s, Agent: a.name,
		Message: fmt.Sprintf(format, args...)})
}

// ok reports that nothing keeps the agent from being mirrored.
func (a *agent) ok() bool {
	for _, p := range a.problems {
		if p.Level == Error {
			return false
		}
	}
	return true
}

// bodyOf returns a text from its first line that is not blank on, with LF for
// CRLF.
func bodyOf(text []byte) []byte {
	if bytes.Contains(text, []byte("\r\n")) {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	return text[blankLead(text):]
}

// fold turns every line end into LF, however many carriage returns a checkout
// put before it. Bodies are compared in this form. The result may be text.
func fold(text []byte) []byte {
	for bytes.Contains(text, []byte("\r\n")) {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	return text
}

// sumOf identifies a folded body in the lock file.
func sumOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// blankLead is the length of the blank lines at the start of a text.
func blankLead(text []byte) int {
	at := 0
	for {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 || len(bytes.Trim(text[at:at+n], " \t\r")) > 0 {
			return at
		}
		at += n + 1
	}
}

// withoutBlankEnds cuts blank lines off both ends of a text, and blanks off its
// end.
func withoutBlankEnds(text []byte) []byte {
	return bytes.TrimRight(text[blankLead(text):], " \t\r\n")
}
