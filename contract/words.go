package contract

import (
	"slices"
	"strings"
)

// Holds returns the decision in whose list a word stands already, or "".
func (c *Contract) Holds(w Word) Decision {
	for _, list := range c.lists() {
		if slices.ContainsFunc(list.words, func(o Word) bool { return o.Scalar == w.Scalar && c.same(o.Text, w.Text) }) {
			return list.decision
		}
	}
	return ""
}

// same compares two words as the contract does.
func (c *Contract) same(a, b string) bool { return a == b || c.IgnoreCase && strings.EqualFold(a, b) }

// wordList is the list of words of one decision.
type wordList struct {
	decision Decision
	words    []Word
}

func (c *Contract) lists() []wordList {
	return []wordList{{Pass, c.Pass}, {Fail, c.Fail}, {Abstain, c.Abstain}}
}

// Words are all words of the contract, as they are written, in the order pass,
// fail, abstain.
func (c *Contract) Words() []string {
	var words []string
	for _, list := range c.lists() {
		for _, w := range list.words {
			words = append(words, w.Text)
		}
	}
	return words
}

func list(words []string) string {
	switch n := len(words); {
	case n == 0:
		return "nothing"
	case n == 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
}

// clip shortens a text for a message.
func clip(text string) string {
	const limit = 80
	n := 0
	for i := range text {
		if n++; n > limit {
			return text[:i] + "…"
		}
	}
	return text
}
