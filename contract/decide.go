package contract

import (
	"slices"
	"strings"

	"github.com/judgelint/judgelint/verdict"
)

// decision is what a word of the block language decides: by the lists of a
// declared contract, else by what the kind says about the word.
func (c *Contract) decision(k verdict.Kind, word string) Decision {
	if c.Form == Wiki {
		return kindDecision(k, word)
	}
	for d, words := range map[Decision][]Word{Pass: c.Pass, Fail: c.Fail, Abstain: c.Abstain} {
		if slices.ContainsFunc(words, func(w Word) bool { return w.Text == word || c.IgnoreCase && strings.EqualFold(w.Text, word) }) {
			return d
		}
	}
	return Undecided
}

// kindDecision is what a word of a counts kind decides. Two things tell: the
// rules of the kind (a word that needs a count to be 0 passes, one that needs
// it to be at least 1 fails) and what the word means by itself. Where neither
// tells, or one contradicts the other, the word decides nothing: a pass is
// never guessed.
func kindDecision(k verdict.Kind, word string) Decision {
	ruled, meant := ruledDecision(k, word), Meaning(word)
	switch {
	case !slices.Contains(k.Verdicts, word):
		return Undecided
	case ruled == meant || meant == Undecided:
		return ruled
	case ruled == Undecided:
		return meant
	}
	return Undecided
}

// ruledDecision is what the rules of a kind say about a word.
func ruledDecision(k verdict.Kind, word string) Decision {
	d := Undecided
	for _, r := range k.Rules {
		said := Undecided
		switch {
		case r.When != word:
			continue
		case r.Max == 0:
			said = Pass
		case r.Min > 0:
			said = Fail
		default:
			continue
		}
		if d != Undecided && d != said {
			return Undecided
		}
		d = said
	}
	return d
}

// Meaning is what a verdict word means by itself, in any letter case and with
// "_" or a blank for "-"; Undecided if that is not plain.
func Meaning(word string) Decision {
	switch strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(word)) {
	case "pass", "passed", "approve", "approved", "accept", "accepted", "ready", "ship", "ship-it", "clean", "done", "go", "ok", "okay", "lgtm",
		"green", "success", "succeeded", "complete", "completed", "yes", "safe":
		return Pass
	case "fail", "failed", "failure", "reject", "rejected", "deny", "denied", "not-ready", "needs-work", "needs-changes", "needs-revision", "changes-requested",
		"request-changes", "revise", "no-go", "not-approved", "red", "no", "error", "incomplete", "unsafe":
		return Fail
	case "blocked", "abstain", "abstained", "skip", "skipped", "inconclusive", "unknown", "unverified", "undecided", "n/a":
		return Abstain
	}
	return Undecided
}
