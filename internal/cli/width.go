package cli

import (
	"unicode"

	"golang.org/x/text/width"
)

// runeWidth is the number of columns that a visible rune takes in a terminal:
// none for a mark on the one before, two for East Asian wide runes and emoji.
func runeWidth(r rune) int {
	if r < 0x80 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
