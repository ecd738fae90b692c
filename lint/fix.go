package lint

import (
	"cmp"
	"slices"

	"github.com/judgelint/judgelint/source"
)

// Apply makes the safe fixes of the diagnostics of one file in src and returns
// the new text with the number of fixes made. Of two fixes that touch the same
// bytes the first is made; the other is found again when the result is checked.
func Apply(src []byte, all []Diagnostic) (out []byte, made int) {
	fixes := slices.Clone(all)
	fixes = slices.DeleteFunc(fixes, func(d Diagnostic) bool { return d.Fix == nil || !d.Fix.Safe || len(d.Fix.Edits) == 0 })
	slices.SortStableFunc(fixes, func(a, b Diagnostic) int {
		return cmp.Compare(a.Fix.Edits[0].Span.Start, b.Fix.Edits[0].Span.Start)
	})
	var edits []source.Edit
	end := -1
	for _, d := range fixes {
		first, last := d.Fix.Edits[0].Span, d.Fix.Edits[len(d.Fix.Edits)-1].Span
		if first.Start <= end {
			continue
		}
		edits = append(edits, d.Fix.Edits...)
		end = last.End
		made++
	}
	return source.Apply(src, edits), made
}

// maxRounds bounds the rounds of Fix; two are the usual number.
const maxRounds = 10

// Fix makes the safe fixes of a file until there are none left, and returns the
// new text with the number of fixes. Fixing the result again changes nothing.
func (l *Linter) Fix(f *source.File) (src []byte, made int) {
	src = f.Src
	for range maxRounds {
		out, n := Apply(src, l.File(source.NewFile(f.Path, src)).Diagnostics)
		if n == 0 {
			break
		}
		src, made = out, made+n
	}
	return src, made
}
