package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// show prints diagnostics as LINE:COLUMN rule, one a line.
func show(f *source.File, all []Diagnostic) string {
	var b strings.Builder
	for _, d := range all {
		at := f.Position(d.Span.Start)
		fmt.Fprintf(&b, "%d:%d %s %s\n", at.Line, at.Column, d.Severity, d.Rule)
	}
	return b.String()
}

func TestFile(t *testing.T) {
	f := source.NewFile(".claude/agents/a.md", []byte("---\nname: a\ndescription: 장의 깊이: 두 단계.\n---\n\nText.\n"))
	l := Linter{}
	if got := show(f, l.File(f).Diagnostics); got != "3:19 warning yaml-colon\n" {
		t.Errorf("diagnostics = %q", got)
	}
	l.Severity = map[string]Severity{"yaml-colon": Error}
	if got := show(f, l.File(f).Diagnostics); got != "3:19 error yaml-colon\n" {
		t.Errorf("with another severity: %q", got)
	}
	l.Ignore = []string{"yaml-colon"}
	if got := show(f, l.File(f).Diagnostics); got != "" {
		t.Errorf("ignored: %q", got)
	}
}

// A hint must not lead to another meaning.
func TestHintOnlyForOneSlip(t *testing.T) {
	for value, want := range map[string]string{"global": "", "projct": "write project", "User": "write user"} {
		f := source.NewFile(".claude/agents/a.md", []byte("---\nname: a\ndescription: x\nmemory: "+value+"\n---\n"))
		l := Linter{Select: []string{"value-invalid"}}
		if all := l.File(f).Diagnostics; len(all) != 1 || all[0].Help != want {
			t.Errorf("memory: %s gives %+v, want one diagnostic with the help %q", value, all, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, l := range []Linter{{Select: []string{"yaml-colo"}}, {Ignore: []string{"yaml-colo"}}, {Severity: map[string]Severity{"yaml-colo": Error}}} {
		if err := l.Validate(); err == nil || err.Error() != `unknown rule "yaml-colo"; did you mean "yaml-colon"?` {
			t.Errorf("Validate = %v", err)
		}
	}
	if err := (&Linter{Select: []string{"yaml-colon"}}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestFilesKeepTheirPlaces(t *testing.T) {
	const n = 40
	run := func(workers int) string {
		l := Linter{}
		results := make([]Result, n)
		l.Files(n, workers, func(i int) *source.File {
			return source.NewFile(fmt.Sprintf(".claude/agents/a%d.md", i), []byte("---\nname: same\ndescription: a: b\n---\n"))
		}, func(i int, _ *source.File, r Result) { results[i] = r })
		out := ""
		for _, r := range results {
			out += fmt.Sprintln(r.Path, len(r.Diagnostics))
		}
		return out + fmt.Sprint(len(l.Project(results)))
	}
	if one, many := run(1), run(8); one != many {
		t.Errorf("one worker:\n%s\neight:\n%s", one, many)
	}
}
