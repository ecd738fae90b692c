package mirror

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is the unified diff from the mirror as it is to the mirror as it should
// be; nil where there are not both, or one is no text. Line ends do not count.
func (m *Mirror) Diff() []byte {
	if m.Have == nil || m.Want == nil || isBinary(m.Have) || isBinary(m.Want) {
		return nil
	}
	return diff.Diff(m.Path, fold(m.Have), m.Path+" (from "+m.Source+")", fold(m.Want))
}

// Line is the first line, from 1, that differs; 0 where Diff is nil.
func (m *Mirror) Line() int {
	if m.Have == nil || m.Want == nil {
		return 0
	}
	have, want := bytes.Split(fold(m.Have), []byte("\n")), bytes.Split(fold(m.Want), []byte("\n"))
	n := 0
	for n < min(len(have), len(want)) && bytes.Equal(have[n], want[n]) {
		n++
	}
	return min(n+1, len(have))
}
