package near

import "testing"

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"blocking", "blocking", 0}, {"blockign", "blocking", 1},
		{"blockers", "blocking", 3}, {"verdict", "verdit", 1}, {"ab", "ba", 1}, {"abc", "cab", 2},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestWord(t *testing.T) {
	names := []string{"format", "fail-on", "jobs"}
	for word, want := range map[string]string{
		"fromat": "format", "Fail_On": "fail-on", "x": "", "threshold": "", "job": "jobs", "": "",
	} {
		if got := Word(word, names); got != want {
			t.Errorf("Word(%q) = %q, want %q", word, got, want)
		}
	}
}
