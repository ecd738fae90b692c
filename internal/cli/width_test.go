package cli

import "testing"

func TestRuneWidth(t *testing.T) {
	for r, want := range map[rune]int{
		'a': 1, 'é': 1, '\u0301': 0, '가': 2, '판': 2, '中': 2, 'あ': 2, 'ｱ': 1, 'Ａ': 2, '：': 2, '😀': 2, '✅': 2, '✓': 1,
		'→': 1, '…': 1, '\U00020000': 2, 'ก': 1, '\u0e31': 0,
	} {
		if got := runeWidth(r); got != want {
			t.Errorf("runeWidth(%q) = %d, want %d", r, got, want)
		}
	}
}
