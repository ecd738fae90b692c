package source

import "bytes"

// Edit replaces the bytes of Span by New. An empty Span inserts, an empty New
// deletes.
type Edit struct {
	Span Span
	New  string
}

// Apply returns src after the edits, which are sorted and do not overlap. It
// never changes src.
func Apply(src []byte, edits []Edit) []byte {
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(src[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(src[at:])
	return b.Bytes()
}
