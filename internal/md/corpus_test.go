package md

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// TestCorpusFences compares the fences of real documents with those that
// another CommonMark parser saw. JUDGELINT_CORPUS is a folder with
// FENCES.jsonl and the files that it names.
func TestCorpusFences(t *testing.T) {
	corpus := os.Getenv("JUDGELINT_CORPUS")
	if corpus == "" {
		t.Skip("needs JUDGELINT_CORPUS")
	}
	list, err := os.Open(filepath.Join(corpus, "FENCES.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	files, fences := 0, 0
	in := bufio.NewScanner(list)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var want struct {
			File       string
			FrontLines int `json:"frontmatter_lines"`
			Fences     []corpusFence
			Agree      struct{ Goldmark bool }
		}
		if err := json.Unmarshal(in.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(filepath.Join(corpus, want.File))
		if err != nil {
			t.Fatal(err)
		}
		files++
		fences += len(want.Fences)
		f := source.NewFile(want.File, src)
		got := corpusFences(f, Parse(f, want.FrontLines > 0))
		if why := explained(want.File); sameFences(got, want.Fences) == (why != "") {
			t.Errorf("%s (goldmark agrees: %v, known difference: %q):\ngot  %v\nwant %v", want.File, want.Agree.Goldmark, why, got, want.Fences)
		}
	}
	t.Logf("%d files, %d fences", files, fences)
}

// explained says why a document is read differently on purpose.
func explained(file string) string {
	switch file {
	case "synthetic/bom.md":
		return "a byte order mark does not hide the first fence"
	case "synthetic/nul-in-body.md":
		return "bytes stay what they are: NUL is not replaced"
	case "cases/yuin__goldmark/extra-065.md":
		return "a line's span starts at its tab; the columns that the fence's indent takes from the tab are not cut off"
	case "cases/markdown-it__markdown-it/commonmark_extras-021.md", "cases/markdown-it__markdown-it/xss-013.md",
		"cases/executablebooks__mdformat/default_style-030.md":
		return "the info string is given as it is written, entities and escapes included"
	}
	return ""
}

type corpusFence struct {
	Info string
	Line int
	Sha  string `json:"content_sha"`
}

func corpusFences(f *source.File, d source.Doc) []corpusFence {
	var out []corpusFence
	for _, c := range d.Fences {
		lines := make([]string, len(c.Lines))
		for i, l := range c.Lines {
			lines[i] = string(f.Text(l))
		}
		body := bytes.TrimRight([]byte(strings.Join(lines, "\n")), "\n")
		sum := sha256.Sum256(body)
		out = append(out, corpusFence{c.Info, f.LineOf(c.Open.Start), hex.EncodeToString(sum[:])[:16]})
	}
	return out
}

func sameFences(a, b []corpusFence) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
