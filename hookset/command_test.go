package hookset

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestCommandOf(t *testing.T) {
	for program, want := range map[string]string{
		"":                               Command,
		"/usr/bin/judgelint":             "/usr/bin/judgelint gate --reply json",
		"/a b/judgelint":                 `"/a b/judgelint" gate --reply json`,
		`C:\Program Files\judgelint.exe`: `"C:\Program Files\judgelint.exe" gate --reply json`,
		"/$(rm -rf x)/judgelint":         Command,
		"/a`b`/judgelint":                Command,
		`/a"; rm x; "/judgelint`:         Command,
		`/a\"/judgelint`:                 Command,
		"/a\n/judgelint":                 Command,
	} {
		got := CommandOf(program)
		if got != want || !IsGate(got) {
			t.Errorf("CommandOf(%q) = %q, want %q", program, got, want)
		}
		if !isInstalled(got) {
			t.Errorf("%q is not known for ours", got)
		}
	}
	for _, other := range []string{"echo x && judgelint gate --reply json", "judgelint gate", "env A=1 judgelint gate --reply json", "/bin/sh gate --reply json"} {
		if isInstalled(other) {
			t.Errorf("%q is taken for ours", other)
		}
	}
}

// What is added by its path is taken out again, to the byte.
func TestProgramThereAndBack(t *testing.T) {
	const before = `{"model": "opus"}`
	d := Dialect{Host: "claude"}
	f := source.NewFile(".claude/settings.json", []byte(before))
	edits, err := Read(f, d).Merge(Entries("claude", Options{Program: "/opt/x y/judgelint"}))
	if err != nil {
		t.Fatal(err)
	}
	with := source.Apply(f.Src, edits)
	if !json.Valid(with) || strings.Count(string(with), `"\"/opt/x y/judgelint\" gate --reply json"`) != 3 {
		t.Errorf("merged: %s", with)
	}
	set := Read(source.NewFile(f.Path, with), d)
	for _, h := range set.Handlers {
		if !h.Gate() {
			t.Errorf("%q is no gate", h.Command)
		}
	}
	if again, _ := set.Merge(Entries("claude", Options{})); len(again) != 0 {
		t.Errorf("a second gate is added: %v", again)
	}
}
