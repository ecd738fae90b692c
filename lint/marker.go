package lint

import (
	"bytes"
	"strings"
)

// mayHold reports whether a text can hold anything like a verdict, so that its
// structure is worth parsing: the first part of the language word in any case,
// or the lines of a block in a fence without the word.
func mayHold(src []byte, word string) bool {
	part, _, _ := strings.Cut(strings.ReplaceAll(word, "_", "-"), "-")
	if containsFold(src, part) {
		return true
	}
	return containsFold(src, "agent") && (containsFold(src, "verdict") || containsFold(src, "finding")) && hasFence(src)
}

func hasFence(src []byte) bool {
	return bytes.Contains(src, []byte("```")) || bytes.Contains(src, []byte("~~~"))
}

// containsFold reports whether src holds an ASCII word, whatever its case.
func containsFold(src []byte, word string) bool {
	if word == "" {
		return true
	}
	lower, upper := strings.ToLower(word)[0], strings.ToUpper(word)[0]
	return findFold(src, lower, word) || lower != upper && findFold(src, upper, word)
}

func findFold(src []byte, first byte, word string) bool {
	for {
		n := bytes.IndexByte(src, first)
		if n < 0 || n+len(word) > len(src) {
			return false
		}
		if strings.EqualFold(string(src[n:n+len(word)]), word) {
			return true
		}
		src = src[n+1:]
	}
}
