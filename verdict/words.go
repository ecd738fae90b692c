package verdict

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

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
		if !slices.Contains(words, strings.TrimSpace(p)) {
			return false
		}
	}
	return len(parts) > 1
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
		if strings.ContainsAny(rest, "0123456789|/") || rounds(rest) {
			return ""
		}
		return digits
	}
	return ""
}

// rounds reports whether the words behind a number make another one of it:
// "3 dozen", "1 or more", "2 at least".
func rounds(rest string) bool {
	for _, word := range strings.Fields(strings.ToLower(rest)) {
		switch strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		case "or", "dozen", "hundred", "thousand", "million", "least", "most", "more", "plus", "to":
			return true
		}
	}
	return false
}

// loosely returns the one word that a value plainly means: equal but for
// letter case, marks around it, "_" or a blank for "-", or a remark set off
// behind it. It returns "" if no word fits, if several do, or if the remark may
// take the word back.
func loosely(value string, words []string) string {
	if struck(value) {
		return ""
	}
	if end := strings.IndexAny(value, "#(,.;:!"); end > 0 {
		if mentions(value[end:], words) || doubts(value[end:]) {
			return ""
		}
		value = value[:end]
	}
	norm := func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case isDash(r):
				return '-'
			case invisible(r):
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	value = norm(strings.TrimFunc(value, isMark))
	found := ""
	for _, w := range words {
		if value == norm(w) {
			if found != "" {
				return ""
			}
			found = w
		}
	}
	return found
}

// struck reports whether a text holds the mark of text that is struck out.
func struck(text string) bool { return strings.Contains(text, "~~") }

// doubts reports whether a remark may turn the word before it round: "(not
// yet)", "if the tests pass", ": false", or words in another script.
func doubts(remark string) bool {
	for _, word := range strings.FieldsFunc(strings.ToLower(remark), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		switch word {
		case "no", "not", "never", "false", "if", "when", "once", "after", "until", "unless", "except", "but", "pending",
			"provided", "assuming", "conditional", "conditionally", "almost", "nearly", "was", "were", "or", "isn't", "isn’t":
			return true
		}
		if strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxLatin1 && unicode.IsLetter(r) }) >= 0 {
			return true
		}
	}
	return false
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

// nearKeys returns the keys that a misspelled one most likely stands for: equal
// without letter case, "-", "_" and a final s, or at most two edits away from a
// key of five or more letters. There are several if they are equally near.
func nearKeys(key string, known []string) []string {
	var found []string
	best := 2
	for _, k := range known {
		d := best + 1
		switch longer := len(k) - len(key); {
		case bareKey(k) == bareKey(key):
			d = 0
		case len(k) >= 5 && -best <= longer && longer <= best:
			d = near.Distance(k, key)
		}
		if d < best {
			best, found = d, nil
		}
		if d == best {
			found = append(found, k)
		}
	}
	// "blockers" is what the count of blocking findings is called elsewhere.
	if len(found) == 0 && bareKey(key) == "blocker" && slices.Contains(known, "blocking") {
		return []string{"blocking"}
	}
	return found
}

func bareKey(key string) string {
	key = strings.ToLower(key)
	if strings.ContainsAny(key, "-_") {
		key = strings.ReplaceAll(strings.ReplaceAll(key, "-", ""), "_", "")
	}
	return strings.TrimSuffix(key, "s")
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
