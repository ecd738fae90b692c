package verdict

import (
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/near"
)

// IsPlaceholder reports whether a value is wholly "<...>", "{{...}}" or dots.
func IsPlaceholder(value string) bool { return Kind{}.placeholder(value) }

// placeholder is IsPlaceholder, and also true for two or more words of the
// kind joined by bars.
func (k Kind) placeholder(value string) bool {
	switch {
	case value == "...", value == "…":
		return true
	case strings.HasPrefix(value, "<") && strings.HasSuffix(value, ">") && len(value) > 2:
		return true
	case strings.HasPrefix(value, "{{") && strings.HasSuffix(value, "}}"):
		return true
	}
	return joined(value, k.Verdicts) || joined(value, k.Actions)
}

// joined reports whether value is two or more of the words joined by bars.
func joined(value string, words []string) bool {
	parts := strings.Split(value, "|")
	for _, p := range parts {
		if !contains(words, strings.TrimSpace(p)) {
			return false
		}
	}
	return len(parts) > 1
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// template reports whether a finding line is a template: its id or action is a
// placeholder, or the action goes on as a list of all the actions.
func (k Kind) template(f Finding) bool {
	return k.placeholder(f.ID) || k.placeholder(f.Action) || joined(f.Action+" "+f.Note, k.Actions)
}

// alternative reports whether a note begins with a sign that joins two
// answers and then an action word.
func (k Kind) alternative(note string) bool {
	rest := note
	for _, sign := range []string{"|", "/", ",", "->", "→", "or ", "OR ", "Or "} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			rest = after
			break
		}
	}
	if rest == note {
		return false
	}
	word := strings.TrimLeft(rest, " \t*_`\"'")
	for _, a := range k.Actions {
		if len(word) >= len(a) && strings.EqualFold(word[:len(a)], a) {
			return true
		}
	}
	return false
}

// Number reads a count: one to nine plain digits. ok is false for anything else.
func Number(value string) (n int, ok bool) {
	if len(value) < 1 || len(value) > 9 || strings.Trim(value, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(value)
	return n, err == nil
}

// leadingNumber is the number that a value plainly is but for marks or a
// remark around it: "**2**", "0 (none)", "2.". Signs and digit groups are
// never guessed at.
func leadingNumber(value string) string {
	value = strings.TrimLeftFunc(value, func(r rune) bool { return isMark(r) && r != '-' && r != '+' && r != '~' && r != '>' })
	digits := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
	rest := value[len(digits):]
	if _, ok := Number(digits); !ok || rest == "" {
		return ""
	}
	if strings.ContainsAny(rest[:1], "*_`\"', ;(#\t") || rest == "." {
		if strings.ContainsAny(rest, "0123456789|/") {
			return ""
		}
		return digits
	}
	return ""
}

// loosely returns the one word that a value plainly means: equal but for
// letter case, marks around it, "_" or a blank for "-", or a remark set off
// behind it. It returns "" if no word fits.
func loosely(value string, words []string) string {
	norm := func(s string) string { return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s)) }
	if end := strings.IndexAny(value, "#(,.;:!"); end > 0 {
		if mentions(value[end:], words) {
			return ""
		}
		value = value[:end]
	}
	value = norm(strings.TrimFunc(value, isMark))
	for _, w := range words {
		if value == norm(w) {
			return w
		}
	}
	return ""
}

func mentions(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// nearKey returns the key that a misspelled one stands for: equal without
// letter case, "-", "_" and a final s, or at most two edits away from a key of
// five or more letters.
func nearKey(key string, known []string) string {
	norm := func(s string) string {
		return strings.TrimSuffix(strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(s)), "s")
	}
	for _, k := range known {
		if norm(k) == norm(key) || len(k) >= 5 && near.Distance(k, key) <= 2 {
			return k
		}
	}
	// "blockers" is what the count of blocking findings is called elsewhere.
	if norm(key) == "blocker" && contains(known, "blocking") {
		return "blocking"
	}
	return ""
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

// clip shortens a line for a message.
func clip(text string) string {
	const limit = 80
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}
