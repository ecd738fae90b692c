package gate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DefaultPatterns are the words that claim completion.
func DefaultPatterns() []string { return []string{"Verdict: COMPLETE", "DONE", "완료"} }

// DefaultRequire are the terms that a text which claims completion must report.
func DefaultRequire() []string {
	return []string{"Claim ID", "Decision Evidence Map", "UNSUPPORTED_DECISION"}
}

// checkClaims looks for a claim of completion without the terms that make it
// traceable.
func checkClaimsIn(message string, c *Claims) result {
	r := result{check: nameClaims, row: "no claim"}
	patterns, terms := c.Patterns, c.Require
	if patterns == nil {
		patterns = DefaultPatterns()
	}
	if terms == nil {
		terms = DefaultRequire()
	}
	var absent []string
	for _, term := range terms {
		if !strings.Contains(message, term) {
			absent = append(absent, term)
		}
	}
	if len(absent) == 0 {
		r.row = "all terms reported"
		return r
	}
	claim := claimIn(message, patterns)
	if claim == "" {
		return r
	}
	r.outcome, r.row = failed, "claim without "+strings.Join(absent, ", ")
	r.short = "the answer claims completion (" + claim + ") but does not report " + strings.Join(absent, ", ")
	lines := []string{"Your answer claims completion (" + claim + ") but does not report:"}
	lines = append(lines, indent(absent, 8)...)
	r.reason = strings.Join(append(lines,
		"Give the whole answer again and report each of these, or do not claim completion."), "\n")
	return r
}

// maxLooks bounds how many places of a pattern are looked at. Nobody takes a
// claim back so often; a text that does is made to be slow.
const maxLooks = 2000

// window is how many bytes around a place are looked at.
const window = 400

// claimIn returns the first pattern that the prose of a text claims, or "".
func claimIn(message string, patterns []string) string {
	var text string
	for _, p := range patterns {
		words := strings.Fields(p)
		if len(words) == 0 || !strings.Contains(message, words[0]) {
			continue
		}
		if text == "" {
			text = prose(message)
		}
		from := 0
		for range maxLooks {
			start, end := find(text, words, from)
			if start < 0 {
				break
			}
			if whole(text, start, end) && !quotedAt(text, start, end) && !negated(text, start, end) {
				return p
			}
			from = start + 1
		}
	}
	return ""
}

// find returns the next place at or after from where the words follow each
// other, separated by blanks (after a colon also by none), or -1.
func find(text string, words []string, from int) (start, end int) {
	for from <= len(text) {
		i := strings.Index(text[from:], words[0])
		if i < 0 {
			break
		}
		start, end = from+i, from+i+len(words[0])
		ok := true
		for k, word := range words[1:] {
			after := text[end:min(len(text), end+window)]
			rest := strings.TrimLeft(after, " \t\n")
			gap := len(after) - len(rest)
			if ok = strings.HasPrefix(rest, word) && (gap > 0 || strings.HasSuffix(words[k], ":")); !ok {
				break
			}
			end += gap + len(word)
		}
		if ok {
			return start, end
		}
		from = start + 1
	}
	return -1, -1
}

// whole reports whether text[start:end] is no part of a longer word. Korean
// glues particles and endings to a word, so letters may follow there.
func whole(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	if wordRune(before) {
		return false
	}
	return !wordRune(after) || unicode.Is(unicode.Hangul, last) && unicode.Is(unicode.Hangul, after)
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// quotedAt reports whether the place stands between two quotation marks of its
// line.
func quotedAt(text string, start, end int) bool {
	before, after := text[max(0, start-window):start], text[end:min(len(text), end+window)]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	if strings.Count(before, `"`)%2 == 1 && strings.Contains(after, `"`) {
		return true
	}
	if strings.HasSuffix(before, "'") && strings.HasPrefix(after, "'") {
		return true
	}
	for _, pair := range []string{"“”", "‘’", "「」", "『』", "«»"} {
		marks := []rune(pair)
		open := strings.LastIndex(before, string(marks[0]))
		if open >= 0 && open > strings.LastIndex(before, string(marks[1])) && strings.ContainsRune(after, marks[1]) {
			return true
		}
	}
	return false
}

// negated reports whether the words around a claim take it back.
func negated(text string, start, end int) bool {
	clause := text[max(0, start-window):start]
	clause = clause[strings.LastIndexAny(clause, ".,;:!?\n(")+1:]
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(clause, "’", "'")), func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r)
	})
	for _, w := range words[max(0, len(words)-4):] {
		if strings.HasSuffix(w, "n't") || slices.Contains([]string{"not", "never", "no", "cannot", "without", "nothing", "안", "못"}, w) {
			return true
		}
	}
	rest := text[end:min(len(text), end+window)]
	if i := strings.IndexAny(rest, ".,;!?\n"); i >= 0 {
		rest = rest[:i]
	}
	if runes := []rune(rest); len(runes) > 16 {
		rest = string(runes[:16])
	}
	for _, no := range []string{"지 않", "지않", "지 못", "지못", "안 ", "못 ", "안됐", "안됨", "못함", "못했", "아니", "아님", "아닙", "아닌", "아직", "예정"} {
		if strings.Contains(rest, no) {
			return true
		}
	}
	return false
}
