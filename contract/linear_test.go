package contract_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// sound is a valid block of the agent "me".
const sound = "```wiki-verdict\nagent: me\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```\n"

func numbered(format string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
}

func repeated(s string) func(n int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)+1) }
}

// shapes are hostile texts of about n bytes.
func shapes() map[string]func(n int) string {
	misspelled := strings.Replace(sound, "wiki-", "wiki_", 1)
	foreign := strings.Replace(sound, "me\n", "you\n", 1)
	all := map[string]func(n int) string{
		"plain":                repeated("All of it was looked at, line by line.\n"),
		"empty fences":         repeated("```\n```\n"),
		"empty fences apart":   repeated("```\n```\n\n"),
		"alternating fences":   repeated("```\n~~~\n"),
		"alternating labelled": repeated("```a\n~~~b\n"),
		"growing fences": func(n int) string {
			var b strings.Builder
			for i := 3; b.Len() < n; i++ {
				b.WriteString(strings.Repeat("`", 3+i%2000) + "x\n")
			}
			return b.String()
		},
		"setext":                     repeated("a\n===\n"),
		"setext dashes":              repeated("a\nb\n---\n\n"),
		"one long paragraph":         repeated("a b c\n"),
		"long paragraph then setext": func(n int) string { return strings.Repeat("a\n", n/2) + "===\n" },
		"atx":                        repeated("# a\n"),
		"misspelled of me":           repeated(misspelled),
		"misspelled of you":          repeated(strings.Replace(misspelled, "me\n", "you\n", 1)),
		"misspelled openers":         repeated("```wiki_verdict\n"),
		"misspelled openers, body":   repeated("```wiki_verdict\nagent: me\n"),
		"foreign":                    repeated(foreign),
		"foreign open":               repeated("```wiki-verdict\nagent: you\n"),
		"own open":                   repeated("```wiki-verdict\nagent: me\n"),
		"own":                        repeated(sound),
		"hidden in div":              repeated("<div>\n```wiki-verdict\nagent: me\n```\n\n"),
		"hidden in one div":          func(n int) string { return "<div>\n" + repeated("```wiki-verdict\nagent: me\n```\n")(n) },
		"hidden indented":            repeated("x\n\n    ```wiki-verdict\n    agent: me\n\n"),
		"hidden mid-line":            repeated("x ```wiki-verdict\nagent: me\n"),
		"swallowed":                  repeated("```json\n```wiki-verdict\nagent: me\n"),
		"swallowed closed":           repeated("```json\n```wiki-verdict\nagent: me\n```\n"),
		"swallowed in one":           func(n int) string { return "```json\n" + repeated("```wiki-verdict\nagent: me\n")(n) },
		"swallowed in one own":       func(n int) string { return "```wiki-verdict\nagent: me\n" + repeated("```wiki-verdict\n")(n) },
		"wrapped":                    repeated("```md\n```wiki-verdict\nagent: me\n```\n```\n"),
		"misaligned":                 repeated("- ```wiki-verdict\n  agent: me\n```\n"),
		"in a long fence":            func(n int) string { return "````\n" + repeated(sound)(n) + "````\n" },
		"whole long fence, open":     func(n int) string { return "````\n" + repeated(sound)(n) },
		"nested lists": func(n int) string {
			var b strings.Builder
			for b.Len() < n {
				for i := range 40 {
					b.WriteString(strings.Repeat("  ", i) + "- a\n")
				}
			}
			return b.String()
		},
		"lists of numbers": numbered("%d. a\n"),
		"one deep list": func(n int) string {
			return strings.Repeat("- ", 90) + "a\n" + strings.Repeat(strings.Repeat(" ", 180)+"b\n\n", n/182)
		},
		"nested quotes":          repeated(strings.Repeat("> ", 40) + "a\n"),
		"quotes lazy":            func(n int) string { return strings.Repeat("> ", 90) + "a\n" + strings.Repeat("b\n", n/2) },
		"quotes with fences":     repeated("> ```\n> a\n"),
		"list items with fences": repeated("- ```\n  a\n"),
		"definitions":            numbered("[a%d]: /b \"c\"\n"),
		"open definition":        repeated("[a\n"),
		"brackets":               repeated("["),
		"table":                  numbered("| a%d | b |\n"),
		"verdict table":          repeated("| Verdict | ready |\n|---|---|\n| x | y |\n"),
		"verdict lines":          repeated("Verdict: NOT READY\n"),
		"verdict headings":       repeated("## Verdict\n"),
		"labels":                 repeated("Verdict:\n"),
		"html":                   repeated("<div>\n\n"),
		"html comments":          repeated("<!-- a -->\n"),
		"html comment opens":     repeated("<!--\n"),
		"html cdata":             repeated("<![CDATA[\n\n"),
		"html pre":               repeated("<pre>\n```wiki-verdict\n"),
		"html tags inline":       repeated("<a href='x'>"),
		"lookalikes":             repeated("<wiki-verdict>\n"),
		"escaped":                repeated("&#96;&#96;&#96;wiki-verdict\n"),
		"unlabelled":             repeated("```\nagent: me\nverdict: ready\n```\n"),
		"unlabelled open":        func(n int) string { return "```\n" + repeated("agent: me\nverdict: ready\n")(n) },
		"ticks":                  repeated("`"),
		"tick lines":             repeated("```\n"),
		"tilde lines":            repeated("~~~\n"),
		"ticks and blanks":       repeated("``` "),
		"word in ticks":          repeated("```wiki-verdict "),
		"long lines":             func(n int) string { return strings.Repeat("a ", n/2) },
		"crs":                    repeated("a\r"),
		"crlfs":                  repeated("a\r\n"),
		"paragraphs":             repeated("Some text about the code.\n\n"),
		"tiny paragraphs":        repeated("a\n\n"),
		"blank lines":            repeated("\n"),
		"spaces":                 repeated(" "),
		"tabs":                   repeated("\t"),
		"tab lists":              repeated("-\ta\n"),
		"rules":                  repeated("---\n"),
		"rules and text":         repeated("a\n\n***\n"),
		"votes":                  repeated(foreign + "---\n"),
		"open votes":             repeated("```wiki-verdict\nagent: a\n---\n"),
		"rules in a fence":       func(n int) string { return "```wiki-verdict\n```\n````\n" + repeated("---\n")(n) },
		"html of a class":        repeated("language-wiki-verdict "),
		"relayed with words":     repeated("Verdict: NOT READY\n\n" + strings.Replace(foreign, "ready\nblocking: 0", "not-ready\nblocking: 1", 1)),
	}
	keys := "```wiki-verdict\nagent: me\n"
	for name, line := range map[string]string{"findings": "finding: %d action: KEEP\n", "agents": "agent: a%d\n", "keys": "k: %d\n", "prose": "some words %d\n",
		"decorated": "**blocking**: %d\n", "near": "blockin: %d\n", "verdicts": "verdict: %d\n"} {
		all["block of "+name] = func(n int) string { return keys + numbered(line)(n) + "```\n" }
		all["open block of "+name] = func(n int) string { return keys + numbered(line)(n) }
		all["hidden block of "+name] = func(n int) string { return "```wiki_verdict\nagent: me\n" + numbered(line)(n) + "```\n" }
	}
	adv := "```wiki-verdict\nagent: wiki-adversarial-reviewer\n"
	all["summary"] = func(n int) string {
		return "## Falsification Summary\n\n| finding | action |\n|---|---|\n" + numbered("| %d | KEEP |\n")(n/2) + "\n" + adv + numbered("finding: %d action: REJECT\n")(n/2) + "```\n"
	}
	return all
}

// TestLinear: eight times the text costs about eight times the processor time,
// whatever the text is made of, with and without a valid block behind it.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	for name, shape := range shapes() {
		for _, tail := range []string{"", "\n" + sound} {
			small, _ := judging(shape(1<<14) + tail)
			large, _ := judging(shape(1<<17) + tail)
			// The rest is room for the collector and a busy machine.
			if large > 24*small && large > 300*time.Millisecond {
				t.Errorf("%s, tail %v: 16 kB took %v, 128 kB %v", name, tail != "", small, large)
			}
		}
	}
}

// TestTenMegabytes: past the limit of what is read, no text takes longer, and
// none of the judge's own verdicts is lost in silence.
func TestTenMegabytes(t *testing.T) {
	if testing.Short() {
		t.Skip("10 MB, several times")
	}
	misspelled := strings.Replace(strings.Replace(sound, "wiki-", "wiki_", 1), "ready\nblocking: 0", "not-ready\nblocking: 1", 1)
	for name, shape := range map[string]string{
		"empty fences": "```\n```\n", "alternating open fences": "```\n~~~\n", "setext headings": "a\n===\n",
		"misspelled blocks of its own": misspelled,
	} {
		small, _ := judging(repeated(shape)(1<<20) + "\n" + sound)
		large, j := judging(repeated(shape)(10<<20) + "\n" + sound)
		t.Logf("%s: 1 MB %v, 10 MB %v", name, small, large)
		if large > 20*small && large > 2*time.Second {
			t.Errorf("%s: 1 MB took %v, 10 MB %v", name, small, large)
		}
		if strings.Contains(name, "own") && j.Outcome != contract.Malformed {
			t.Errorf("%s: %s, %q", name, j.Outcome, j.Row)
		}
	}
}

// Plain words are read to their end, whatever their number.
func TestManyWordsAreRead(t *testing.T) {
	words := repeated("Some text about the code.\n\n")(10 << 20)
	var set contract.Set
	for tail, want := range map[string]contract.Outcome{
		sound: contract.Valid, strings.Replace(sound, "ready", "not-ready", 1): contract.Malformed, "": contract.None,
	} {
		if j := set.Wiki().Judge(source.NewFile("x", []byte(words+tail)), "me"); j.Outcome != want {
			t.Errorf("%q behind 10 MB: %s, %q", tail, j.Outcome, j.Row)
		}
	}
}

// judging is the processor time of all that is asked about a text: its
// judgement, its votes, and the judgement of each of these.
func judging(text string) (took time.Duration, j contract.Judgement) {
	runtime.GC()
	start := cpu()
	src, set := []byte(text), contract.Set{}
	j = set.Wiki().Judge(source.NewFile("x", src), "me")
	j.Contradicts()
	j.HiddenBad()
	for _, part := range verdict.SplitVotes(src, verdict.Language{}) {
		vote := set.Wiki().Judge(part, "")
		verdict.NewBallot("x", vote.Text, vote.Problems)
	}
	return cpu() - start, j
}
