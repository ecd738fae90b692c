package gate

import (
	"fmt"
	"strings"
)

// piece is one part of a generated answer of the agent "judge", with what a
// person would say about it.
type piece struct {
	kind, text string
	// word is the verdict that the piece gives as the agent's own, in a place
	// that is no quotation; sound is true if a machine reads it as it is meant.
	word  string
	sound bool
	// quote is true for a quotation; open if the piece leaves something open
	// that can swallow what follows.
	quote, open bool
	// says is what the words of the piece state as the verdict.
	says string
}

// choices makes decisions of the bytes of a fuzz input; when they are used up,
// every choice is the first.
type choices struct{ left []byte }

func (c *choices) of(n int) int {
	if len(c.left) == 0 {
		return 0
	}
	b := int(c.left[0])
	c.left = c.left[1:]
	return b % n
}

func pick[T any](c *choices, all ...T) T { return all[c.of(len(all))] }

// pieces are the parts of one generated answer.
func pieces(input []byte) []piece {
	c := &choices{left: input}
	made := make([]piece, 0, 6)
	for n := 1 + c.of(6); n > 0; n-- {
		made = append(made, newPiece(c))
	}
	return made
}

// answer is the text of the pieces, apart by blank lines.
func answer(made []piece) string {
	var texts []string
	for _, p := range made {
		texts = append(texts, p.text)
	}
	return strings.Join(texts, "\n")
}

func newPiece(c *choices) piece {
	word := pick(c, "ready", "not-ready", "blocked")
	body := verdictBody(c, "judge", word)
	makers := []func() piece{
		func() piece { return piece{kind: "sound", text: fenced(c, body), word: word, sound: true} },
		func() piece { return soundElsewhere(c, body, word) },
		func() piece { return proseOf(c) },
		func() piece { return misspelled(c, body, word) },
		func() piece { return hiddenPiece(c, body, word) },
		func() piece { return quotation(c, body) },
		func() piece {
			return piece{kind: "foreign", quote: true, text: fenced(c, verdictBody(c, pick(c, "you", "sec", "plugin:cov"), word))}
		},
		func() piece {
			name := pick(c, "<name>", "judge", "{{agent}}", "...")
			text := "```wiki-verdict\nagent: " + name + "\nverdict: ready|not-ready|blocked\nblocking: <n>\nshould_fix: <n>\nadvisory: <n>\n```\n"
			return piece{kind: "placeholder", text: text, word: "?"}
		},
		func() piece {
			lines := strings.SplitAfter("```wiki-verdict\n"+body, "\n")
			return piece{kind: "cut off", text: strings.Join(lines[:1+c.of(len(lines)-1)], ""), word: "?", open: true}
		},
		func() piece {
			name := pick(c, "Judge", "**judge**", "judge ", "JUDGE", "x:Judge", "`judge`", "jud\u200bge")
			return piece{kind: "spelled name", text: fenced(c, strings.Replace(body, "agent: judge", "agent: "+name, 1)), word: word, sound: name == "judge "}
		},
		func() piece { return broken(c, body) },
		func() piece {
			text := strings.Replace(fenced(c, verdictBody(c, "you", word)), "wiki-", pick(c, "wiki_", "Wiki-", "wiki"), 1)
			return piece{kind: "misspelled foreign", quote: true, text: text}
		},
		func() piece {
			return piece{kind: "open", open: true, text: pick(c, "```json\n{}\n", "~~~\nx\n", "<!-- a\n", "````\nx\n", "<pre>\n", "- a\n  ```\n  b\n")}
		},
	}
	// Words, quotations and one sound block are what most answers consist of.
	return makers[pick(c, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 3, 4, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 11, 12)]()
}

func verdictBody(c *choices, agent, word string) string {
	blocking := map[string]int{"not-ready": 1 + c.of(3)}[word]
	return fmt.Sprintf("agent: %s\nverdict: %s\nblocking: %d\nshould_fix: %d\nadvisory: 0\n", agent, word, blocking, c.of(3))
}

func fenced(c *choices, body string) string {
	fence := pick(c, "```", "~~~", "````", "~~~~~")
	return fence + pick(c, "wiki-verdict", " wiki-verdict", "wiki-verdict title=x", "wiki-verdict{.x}") + "\n" + body + fence + "\n"
}

func indented(by, text string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

// soundElsewhere is a sound block in another place than the left edge.
func soundElsewhere(c *choices, body, word string) piece {
	text := fenced(c, body)
	switch c.of(4) {
	case 0:
		text = "- The verdict:\n\n" + indented("  ", text)
	case 1:
		text = indented("   ", text)
	case 2:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	default:
		text = "<details>\n\n" + text + "\n</details>\n"
	}
	return piece{kind: "sound elsewhere", text: text, word: word, sound: true}
}

func misspelled(c *choices, body, word string) piece {
	label := pick(c, "wiki_verdict", "Wiki-Verdict", "wikiverdict", "wiki verdict", "wiki\u2011verdict", "\u200bwiki-verdict", "wiki-verdict\u00a0", "WIKI-VERDICT")
	if c.of(4) == 0 {
		return piece{kind: "misspelled, bare", text: "```" + label + "\n```\n", word: "?"}
	}
	return piece{kind: "misspelled", text: "```" + label + "\n" + body + "```\n", word: word}
}

// hiddenPiece is a block that a reader does not see.
func hiddenPiece(c *choices, body, word string) piece {
	text := "```wiki-verdict\n" + body + "```\n"
	p := piece{kind: "hidden", word: word}
	switch c.of(5) {
	case 0:
		p.text = "Then:\n\n" + indented("    ", text)
	case 1:
		p.text = "<div>\n" + text + "</div>\n"
	case 2:
		p.text, p.open = "The end: "+text, true // its last line opens a fence
	case 3:
		p.text = "<details><summary>x</summary>\n" + text + "</details>\n"
	default:
		p.text, p.open = "```bash\nmake\n\n"+text, true
	}
	return p
}

// quotation is something that says nothing.
func quotation(c *choices, body string) piece {
	text := "```wiki-verdict\n" + body + "```\n"
	p := piece{kind: "quotation", quote: true}
	switch c.of(5) {
	case 0:
		p.text = indented("> ", text)
	case 1:
		p.text = "`````markdown\n" + text + "`````\n"
	case 2:
		p.text = "<!--\n" + text + "-->\n"
	case 3:
		p.text = "<pre>\n" + text + "</pre>\n"
	default:
		p.text = "> Verdict: " + pick(c, "NOT READY", "ready", "blocked") + "\n"
	}
	return p
}

// proseOf is a line of words.
func proseOf(c *choices) piece {
	word := pick(c, "ready", "not-ready", "blocked")
	shout := strings.ToUpper(strings.ReplaceAll(word, "-", " "))
	switch c.of(8) {
	case 0:
		return piece{kind: "words against", text: "Overall verdict: " + shout + "\n", says: word}
	case 1:
		return piece{kind: "words against", text: "**Final verdict: " + word + "**\n", says: word}
	case 2:
		return piece{kind: "words against", text: "## Verdict: " + shout + "\n", says: word}
	case 3:
		return piece{kind: "words against", text: "| Verdict | " + shout + " |\n|---|---|\n| tests | x |\n", says: word}
	case 4:
		return piece{kind: "words", text: "The earlier verdict was " + word + "; that is over.\n"}
	case 5:
		return piece{kind: "words", text: "Is the verdict " + word + "?\n\n" + "Verdict: " + word + "?\n"}
	case 6:
		return piece{kind: "words", text: "# Report\n\n1. One\n2. Two\n\n| a | b |\n|---|---|\n| c | d |\n"}
	}
	return piece{kind: "words", text: "Two pages were read.\n"}
}

// broken is an own block with one fault.
func broken(c *choices, body string) piece {
	fault := pick(c,
		[2]string{"verdict: ", "Verdict: "}, [2]string{"agent: judge\n", ""}, [2]string{"blocking: ", "blocking: -"}, [2]string{"advisory: 0\n", ""},
		[2]string{"verdict: ", "verdict: maybe "}, [2]string{"advisory: 0\n", "advisory: 0\nverdict: ready\n"}, [2]string{"should_fix:", "should_fixes:"},
		[2]string{"advisory: 0\n", "advisory: 0\nfinding: 1 action: KEEP\n"}, [2]string{"agent: judge\n", "agent: you\nagent: judge\n"}, [2]string{body, ""},
	)
	return piece{kind: "broken", text: fenced(c, strings.Replace(body, fault[0], fault[1], 1)), word: "?"}
}
