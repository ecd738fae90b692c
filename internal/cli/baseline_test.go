package cli

import (
	"slices"
	"testing"
)

func TestBaseline(t *testing.T) {
	a := Record{Fingerprint: "1", Rule: "r", Path: "b.md", Message: "m"}
	b := Record{Fingerprint: "2", Rule: "r", Path: "a.md", Message: "n"}
	old := BaselineEntry{"3", "q", "a.md", "o"}
	text, err := NewBaseline([]Record{a, b, a}, []BaselineEntry{old, {"1", "r", "b.md", "older words"}}).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	read, err := ReadBaseline(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []BaselineEntry{old, {"2", "r", "a.md", "n"}, {"1", "r", "b.md", "m"}}
	if !slices.Equal(read.Findings, want) {
		t.Errorf("%v, want %v", read.Findings, want)
	}
	fresh, gone := read.Without([]Record{b, {Fingerprint: "4"}})
	if len(fresh) != 1 || fresh[0].Fingerprint != "4" || len(gone) != 2 {
		t.Errorf("fresh %v, gone %v", fresh, gone)
	}
	for _, broken := range []string{``, `{}`, `{"version": 2, "findings": []}`, `{"version": 1, "findings": 3}`} {
		if _, err := ReadBaseline([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
	if text, err = NewBaseline(nil, nil).Bytes(); err != nil || string(text) != "{\n  \"version\": 1,\n  \"findings\": []\n}\n" {
		t.Errorf("an empty one is %q, %v", text, err)
	}
}
