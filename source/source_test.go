package source

import "testing"

func TestPosition(t *testing.T) {
	tests := []struct {
		name string
		src  string
		off  int
		want Position
	}{
		{"start", "abc", 0, Position{1, 1}},
		{"empty file", "", 0, Position{1, 1}},
		{"past the end", "ab\ncd", 99, Position{2, 3}},
		{"code points, not bytes", "판정: x\n", len("판정: "), Position{1, 5}},
		{"line feed belongs to its line", "ab\ncd", 2, Position{1, 3}},
		{"after CRLF", "ab\r\ncd", 4, Position{2, 1}},
		{"after a lone CR", "ab\rcd", 3, Position{2, 1}},
		{"byte order mark takes no column", BOM + "abc", 4, Position{1, 2}},
		{"inside the byte order mark", BOM + "abc", 1, Position{1, 1}},
		{"invalid bytes count as one each", "\xff\xfex", 2, Position{1, 3}},
		{"end of a text that ends in a line feed", "ab\n", 3, Position{1, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewFile("x", []byte(tt.src)).Position(tt.off); got != tt.want {
				t.Errorf("Position(%d) of %q = %v, want %v", tt.off, tt.src, got, tt.want)
			}
		})
	}
}

func TestLine(t *testing.T) {
	f := NewFile("x", []byte("ab\r\ncd\ref\n"))
	for n, want := range map[int]string{0: "", 1: "ab", 2: "cd", 3: "ef", 4: ""} {
		if got := string(f.Text(f.Line(n))); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
	if f.Lines() != 3 {
		t.Errorf("Lines() = %d, want 3", f.Lines())
	}
}
