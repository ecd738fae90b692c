package verdict

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// BenchmarkParse is the work of the gate on a message: prose with the block at
// the end.
func BenchmarkParse(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20} {
		prose := strings.Repeat("- a line of a report with `code` and *marks* in it\n\n", size/53)
		f := source.NewFile("x", []byte(prose+fenced(ready)))
		b.Run(fmt.Sprintf("%dkB", size>>10), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(f.Src)))
			for b.Loop() {
				text := Parse(f, Language{})
				text.Check(Output)
			}
		})
	}
	b.Run("no marker", func(b *testing.B) {
		f := source.NewFile("x", []byte(strings.Repeat("prose without any marker\n", 4000)))
		for b.Loop() {
			Parse(f, Language{})
		}
	})
}
