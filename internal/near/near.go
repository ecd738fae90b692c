// Package near measures how far two words are apart, for near misses of keys
// and for "did you mean".
package near

import "strings"

// Distance is the number of edits between two words: insertions, deletions,
// replacements, and exchanges of neighbours. It counts bytes.
func Distance(a, b string) int {
	older, old := []int(nil), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := old[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, old[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}

// Word returns the candidate nearest to word, letter case and "-" for "_"
// aside, if it is at most a third of the word's length away (at least one, at
// most three edits), else "". Of equally near ones the first wins.
func Word(word string, candidates []string) string {
	if len(word) > 100 {
		return "" // no misspelling of anything, and the cost is the product
	}
	best, limit := "", min(max(len(word)/3, 1), 3)
	plain := loose(word)
	for _, c := range candidates {
		if len(c)-len(word) > limit || len(word)-len(c) > limit {
			continue // each edit changes the length by at most one
		}
		if d := Distance(plain, loose(c)); d <= limit {
			best, limit = c, d-1
		}
	}
	return best
}

func loose(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }
