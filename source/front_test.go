package source

import "testing"

func TestCutFront(t *testing.T) {
	tests := []struct {
		name, src  string
		state      FrontState
		text, body string
	}{
		{"usual", "---\nname: x\n---\nbody\n", FrontClosed, "name: x\n", "body\n"},
		{"blanks after the dashes", "--- \nname: x\n---\t\nbody", FrontClosed, "name: x\n", "body"},
		{"CRLF", "---\r\nname: x\r\n---\r\nbody", FrontClosed, "name: x\r\n", "body"},
		{"lone CR", "---\rname: x\r---\rbody", FrontClosed, "name: x\r", "body"},
		{"byte order mark", BOM + "---\na: b\n---\nbody", FrontClosed, "a: b\n", "body"},
		{"empty", "---\n---\nbody", FrontClosed, "", "body"},
		{"only the first closing line counts", "---\na: b\n---\nx\n---\n", FrontClosed, "a: b\n", "x\n---\n"},
		{"closed by dots", "---\na: b\n...\nbody", FrontDots, "a: b\n", "body"},
		{"dashes win over dots", "---\na: b\n...\n---\nbody", FrontClosed, "a: b\n...\n", "body"},
		{"never closed", "---\na: b\nc: d\n\n# Body\n", FrontUnclosed, "a: b\nc: d\n", "\n# Body\n"},
		{"closed by four dashes", "---\na: b\n----\nbody", FrontRagged, "a: b\n", "body"},
		{"closed by dashes with a blank before", "---\na: b\n --- \nbody", FrontRagged, "a: b\n", "body"},
		{"three dashes win over four", "---\na: b\n----\nc: d\n---\nbody", FrontClosed, "a: b\n----\nc: d\n", "body"},
		{"a rule at the top is no front matter", "---\n\nText.\n", FrontNone, "", "---\n\nText.\n"},
		{"late", "\n---\na: b\n---\nbody", FrontLate, "a: b\n", "body"},
		{"behind a comment of two lines", "<!-- made\nby hand -->\n---\na: b\n---\nbody", FrontLate, "a: b\n", "body"},
		{"two rules after a blank line", "\n---\nText here.\n---\n", FrontNone, "", "\n---\nText here.\n---\n"},
		{"four dashes", "----\na: b\n----\n", FrontNone, "", "----\na: b\n----\n"},
		{"a YAML block later on", "# Title\n\n---\na: b\n---\n", FrontNone, "", "# Title\n\n---\na: b\n---\n"},
		{"nothing", "", FrontNone, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := CutFront([]byte(tt.src))
			text, body := tt.src[got.Text.Start:got.Text.End], tt.src[got.Body.Start:got.Body.End]
			if got.State != tt.state || text != tt.text || body != tt.body {
				t.Errorf("CutFront(%q) = %d %q %q, want %d %q %q", tt.src, got.State, text, body, tt.state, tt.text, tt.body)
			}
		})
	}
}
