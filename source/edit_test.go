package source

import "testing"

func TestApply(t *testing.T) {
	src := []byte("name: x\nmodel: y\n")
	edits := []Edit{{Span{0, 0}, "# "}, {Span{6, 7}, "'z'"}, {Span{8, 17}, ""}}
	if got := string(Apply(src, edits)); got != "# name: 'z'\n" {
		t.Errorf("Apply = %q", got)
	}
	if got := string(Apply(src, nil)); got != string(src) {
		t.Errorf("Apply without edits = %q", got)
	}
}
