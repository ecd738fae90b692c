package mirror

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is the unified diff from the mirror as it is to the mirror as it should
// be; nil where there are not both. Line ends do not count.
func (m *Mirror) Diff() []byte {
	if m.Have == nil || m.Want == nil {
		return nil
	}
	return diff.Diff(m.Path, lf(m.Have), m.Path+" (from "+m.Source+")", lf(m.Want))
}

func lf(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// Line is the first line, from 1, that differs; 0 where Diff is nil.
func (m *Mirror) Line() int {
	if m.Have == nil || m.Want == nil {
		return 0
	}
	have, want := bytes.Split(lf(m.Have), []byte("\n")), bytes.Split(lf(m.Want), []byte("\n"))
	n := 0
	for n < min(len(have), len(want)) && bytes.Equal(have[n], want[n]) {
		n++
	}
	return min(n+1, len(have))
}
