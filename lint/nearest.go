package lint

import "strings"

// nearest returns the word of the list that a typed one is a slip of: equal but
// for case, "-", "_" and blanks, or else at most two edits away (one for words
// of four letters and less). Of several the nearest is taken, then the first;
// "" if there is none.
func nearest(word string, list []string) string {
	plain := squash(word)
	best, bestDistance := "", 3
	for _, candidate := range list {
		target := squash(candidate)
		if plain == target {
			return candidate
		}
		limit := 2
		if min(len(plain), len(target)) <= 4 {
			limit = 1
		}
		if d := distance(plain, target, limit); d <= limit && d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// squash drops what people vary without meaning it.
func squash(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(word))
}

// distance is the number of letters to insert, delete, replace or swap with a
// neighbour that turn a into b, or limit+1 if it is larger.
func distance(a, b string, limit int) int {
	s, t := []rune(a), []rune(b)
	if len(s) > len(t)+limit || len(t) > len(s)+limit || len(s) > 100 {
		return limit + 1
	}
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(t)], limit+1)
}
