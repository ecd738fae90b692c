package verdict

import (
	"slices"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// Any three ids must agree on their order, or a table depends on the order of
// the votes.
func TestNaturalIsAnOrder(t *testing.T) {
	ids := []string{"", "1", "01", "001", "1a", "01a", "001a", "1bbbb", "1c", "4.2", "4.10", "4.010", "a", "a1b2", "a01b", "a1b", "10", "2", "가1", "가02"}
	for _, a := range ids {
		for _, b := range ids {
			if natural(a, b) != -natural(b, a) || (natural(a, b) == 0) != (a == b) {
				t.Errorf("natural(%q, %q) = %d, the other way round %d", a, b, natural(a, b), natural(b, a))
			}
			for _, c := range ids {
				if natural(a, b) < 0 && natural(b, c) < 0 && natural(a, c) >= 0 {
					t.Errorf("%q < %q < %q, but not %q < %q", a, b, c, a, c)
				}
			}
		}
	}
	sorted := []string{"4.10", "4.2", "4.1"}
	slices.SortFunc(sorted, natural)
	if want := []string{"4.1", "4.2", "4.10"}; !slices.Equal(sorted, want) {
		t.Errorf("sorted = %q, want %q", sorted, want)
	}
}

// The lines of a part are those of the stream, in its faults and in the words
// of their messages.
func TestSplitVotesKeepsLines(t *testing.T) {
	src := fenced(keeps) + "---\n\n" + fenced(keeps+"finding: 4.1 action: REJECT\n")
	parts := SplitVotes([]byte(src), Language{})
	if len(parts) != 2 {
		t.Fatalf("%d parts", len(parts))
	}
	text := Parse(parts[1], Language{})
	vote := NewBallot(parts[1].Path, &text, text.Check(Output))
	want := BallotProblem{"part 2", 10, "finding 4.1 is KEEP in line 9 and REJECT here"}
	if len(vote.Problems) != 1 || vote.Problems[0] != want {
		t.Errorf("problems = %+v, want %+v", vote.Problems, want)
	}
	if last := source.NewFile("", []byte(src)).Lines(); parts[1].Lines() != last {
		t.Errorf("the last part ends in line %d, the stream in line %d", parts[1].Lines(), last)
	}
}
