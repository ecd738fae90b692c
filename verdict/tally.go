package verdict

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// DefaultThreshold is the number of equal votes that decide a finding.
const DefaultThreshold = 2

// Decision is what a quorum says about one finding.
type Decision string

// The decisions, in the order in which their conditions are tried.
const (
	Kill       Decision = "KILL"
	Downgraded Decision = "DOWNGRADE"
	Kept       Decision = "KEEP"
	Unverified Decision = "UNVERIFIED" // never a pass
)

// abstention is the action of a vote that says nothing about a finding.
const abstention = ""

// Ballot is the vote of one reviewer: one text.
type Ballot struct {
	// Voter names the vote for people: a path, or "part 2".
	Voter string
	// Problems are what was wrong with it, for people.
	Problems []BallotProblem

	actions map[string]string // by finding id; abstention for a faulty line
	silent  bool              // abstains on everything
}

// BallotProblem is one thing that was wrong with a vote. Line counts from 1;
// 0 means the vote as a whole.
type BallotProblem struct {
	Vote    string
	Line    int
	Message string
}

// NewBallot reads a vote. problems are what is wrong with it, as it was judged.
// Only blocks of a findings kind vote. An error in one finding's line makes the
// vote abstain on that finding, any other error makes it abstain on everything.
func NewBallot(voter string, t *Text, problems []Problem) Ballot {
	b := Ballot{Voter: voter, actions: map[string]string{}}
	votes := 0
	for _, block := range t.Blocks {
		if !block.Kind.Findings() {
			continue
		}
		votes++
		for _, f := range block.Findings {
			b.vote(f)
		}
	}
	for _, p := range problems {
		if p.Severity != Error {
			continue
		}
		b.Problems = append(b.Problems, BallotProblem{voter, t.File.LineOf(p.Span.Start), p.Message})
		if p.Finding == "" {
			b.silent = true
		} else if !IsPlaceholder(p.Finding) {
			b.actions[p.Finding] = abstention
		}
	}
	if votes == 0 && len(b.Problems) == 0 {
		b.Problems = append(b.Problems, BallotProblem{Vote: voter, Message: "no block with finding lines; the vote abstains on everything"})
	}
	return b
}

// Abstention is a vote that could not be read, or that never came.
func Abstention(voter, why string) Ballot {
	return Ballot{Voter: voter, silent: true, Problems: []BallotProblem{{Vote: voter, Message: why}}}
}

func (b *Ballot) vote(f Finding) {
	if IsPlaceholder(f.ID) || strings.TrimRight(f.ID, ",;:") != f.ID {
		return // told as a problem
	}
	if e, ok := b.actions[f.ID]; ok && e != f.Action {
		b.actions[f.ID] = abstention
		return
	}
	b.actions[f.ID] = f.Action
}

// Tally is the count for one finding.
type Tally struct {
	Finding                          string
	Keep, Downgrade, Reject, Abstain int
	Decision                         Decision
}

// Count tallies ballots per finding id, sorted in natural order (4.2 before
// 4.10).
//
// A ballot that does not mention an id abstains on it, and an abstention is
// never a pass: with too few votes the decision is Unverified. A threshold of
// zero means DefaultThreshold.
func Count(ballots []Ballot, threshold int) []Tally {
	if threshold <= 0 {
		threshold = DefaultThreshold
	}
	ids := map[string]bool{}
	for _, b := range ballots {
		for id := range b.actions {
			ids[id] = true
		}
	}
	tallies := make([]Tally, 0, len(ids))
	for _, id := range slices.SortedFunc(maps.Keys(ids), natural) {
		tallies = append(tallies, count(id, ballots, threshold))
	}
	return tallies
}

func count(id string, ballots []Ballot, threshold int) Tally {
	t := Tally{Finding: id}
	for _, b := range ballots {
		action := b.actions[id]
		if b.silent {
			action = abstention
		}
		switch action {
		case Keep:
			t.Keep++
		case Downgrade:
			t.Downgrade++
		case Reject:
			t.Reject++
		default:
			t.Abstain++
		}
	}
	switch {
	case t.Reject >= threshold:
		t.Decision = Kill
	case t.Reject+t.Downgrade >= threshold:
		t.Decision = Downgraded
	case t.Keep >= threshold:
		t.Decision = Kept
	default:
		t.Decision = Unverified
	}
	return t
}

// natural compares texts with the numbers in them by value.
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		m, n := digits(x), digits(y)
		if m == 0 || n == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		p, q := strings.TrimLeft(x[:m], "0"), strings.TrimLeft(y[:n], "0")
		if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// SplitVotes cuts a stream of votes at lines of three dashes that stand
// outside of fences, and returns the parts that hold a marker of the language.
// Their lines are numbered as in the stream. A fence that a vote forgot to
// close does not swallow the next vote.
func SplitVotes(src []byte, l Language) []*source.File {
	s := splitter{file: source.NewFile("", src), marks: marks(src, 0, l.Word(), -1), budget: rereads(src)}
	s.read()
	for n := 1; n <= s.file.Lines(); n++ {
		line := s.file.Line(n)
		if string(bytes.TrimRight(s.file.Text(line), " \t")) != "---" {
			continue
		}
		fence, inside := s.doc.FenceAt(line.Start - s.base)
		if inside && !s.leftOpen(fence, line.End) {
			continue
		}
		s.cut(line.Start, n+1)
		if inside {
			s.read()
		}
	}
	s.cut(len(src), 0)
	return s.parts
}

// splitter cuts one stream. doc is the structure of the stream from byte
// offset base on.
type splitter struct {
	file   *source.File
	marks  []mark
	parts  []*source.File
	start  int // where the current part begins
	line   int // the line of start, 0 for the first
	doc    source.Doc
	base   int
	budget int // bytes that may still be read; keeps hostile input linear
	// The last mark that would begin a verdict if the fence at open were shut
	// before it.
	open, reopen int
}

// read takes the structure from the current part on.
func (s *splitter) read() {
	s.base, s.doc, s.open = s.start, source.Doc{}, -1
	if rest := s.file.Src[s.base:]; s.budget >= len(rest) {
		s.budget -= len(rest)
		s.doc = md.Parse(source.NewFile("", rest), false)
	}
}

// leftOpen reports whether a verdict begins in the fence behind byte offset
// off, so that the fence was left open before it.
func (s *splitter) leftOpen(f source.Fence, off int) bool {
	if s.open != f.Open.Start {
		s.open, s.reopen = f.Open.Start, -1
		for _, m := range s.marks[firstMark(s.marks, s.base+f.Open.End):] {
			if m.span.Start >= s.base+f.Span.End {
				break
			}
			if m.lineStart && m.len >= f.Len {
				s.reopen = m.span.Start
			}
		}
	}
	return s.reopen >= off
}

// cut ends the current part at byte offset end; the next begins on line next.
func (s *splitter) cut(end, next int) {
	if i := firstMark(s.marks, s.start); i < len(s.marks) && s.marks[i].span.Start < end {
		part := source.NewFile(fmt.Sprintf("part %d", len(s.parts)+1), s.file.Src[s.start:end])
		part.FirstLine = s.line
		s.parts = append(s.parts, part)
	}
	s.start, s.line = end, next
	if end < len(s.file.Src) {
		s.start = s.file.Line(next).Start
	}
}

// String is one line for people.
func (p BallotProblem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Vote, p.Message)
	}
	return fmt.Sprintf("%s:%d: %s", p.Vote, p.Line, p.Message)
}
