package verdict

import (
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/source"
)

// Whatever the text, every place that looks like a verdict fence is accounted
// for: as a block or as a marker, so that none gets lost in silence.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		fenced(ready), fenced(keeps), "- " + fenced(ready), "```md\n" + fenced(template) + "```\n" + fenced(ready),
		"````\n" + fenced(ready) + "````\n", "> " + fenced(ready), "<!--\n" + fenced(ready), "```json\n" + fenced(ready),
		"- ```wiki-verdict\n  agent: a\n```\n", "x ```wiki-verdict\nagent：a\r", "~~~\n```Wiki_Verdict\n~~~\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file := source.NewFile("x", src)
		text := Parse(file, Language{})
		if n := len(marks(src, 0, "wiki-verdict", -1)); n != len(text.Blocks)+len(text.Markers) {
			t.Fatalf("%d marks, but %d blocks and %d markers in %q", n, len(text.Blocks), len(text.Markers), src)
		}
		for _, mode := range []Mode{Output, Spec, Document} {
			for _, p := range text.Check(mode) {
				if p.Span.Start < 0 || p.Span.End > len(src) || p.Span.End < p.Span.Start || p.Rule == "" || p.Message == "" {
					t.Fatalf("bad problem %+v of %q", p, src)
				}
				if strings.ContainsAny(p.Message+p.Help+p.Write, "\n\r") {
					t.Fatalf("a message of several lines: %+v of %q", p, src)
				}
			}
		}
		for i := range text.Markers {
			text.CheckHidden(i)
		}
		b := NewBallot("x", &text, text.Check(Output))
		Count([]Ballot{b, b}, 0)
		SplitVotes(src, Language{})
	})
}

// Fences in fences in fences, each longer than the next one, cost no more
// readings than any other text.
func TestManyWrappersAreLinear(t *testing.T) {
	var opening, closing []string
	for n := 1500; n > 3; n-- {
		opening = append(opening, strings.Repeat("`", n))
		closing = append([]string{strings.Repeat("`", n)}, closing...)
	}
	src := strings.Join(opening, "\n") + "\n" + fenced(ready) + strings.Join(closing, "\n")
	start := time.Now()
	text := Parse(source.NewFile("x", []byte(src)), Language{})
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("%d bytes took %v", len(src), took)
	}
	if !Malformed(text.Check(Output)) {
		t.Errorf("a block in 1500 fences is not told: %+v", text.Blocks)
	}
}
