package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

func TestCitations(t *testing.T) {
	for text, want := range map[string]string{
		"See src/a.go:2 and `src/b.go:1-3`, (src/c.ts:7:12).": "src/a.go 2|src/b.go 3|src/c.ts 7",
		"[here](src/a.go#L9) and [x](../a.go#L9-L12)":         "src/a.go 9|../a.go 12",
		"main.go:3, Makefile:3, cmd/Makefile:4":               "main.go 3|cmd/Makefile 4",
		"At 12:30 on localhost:8080, v1:2; node:18; v1.2:3":   "",
		"https://example.com/a.go:99 and //x/a.go:1":          "",
		"example.com:443 127.0.0.1:80 git@github.com:22":      "",
		"a.go:1.5 a.go:x a.go: 3 a.go:12345678":               "",
		"app/[id]/page.tsx:4 app/(group)/x.tsx:5":             "app/[id]/page.tsx 4|app/(group)/x.tsx 5",
		"/etc/passwd:1 and ../../x.go:1":                      "/etc/passwd 1|../../x.go 1",
		"src\\a.go:3":                                         "src/a.go 3",
		"```\nsrc/a.go:2\n```\nsrc/b.go:1":                    "src/b.go 1",
		"```json\n{\"findings\":[{\"file\":\"a.go\",\"line\":3},{\"path\":\"b.go\",\"line\":\"4-6\"}]}\n```\n": "a.go 3|b.go 6",
		"{\"file\":\"a.go\",\"line\":3,\"why\":\"see c.go:9\"}":                                                "a.go 3|c.go 9",
		"```wiki-verdict\nagent: x\nfinding: 1 action: KEEP a.go:4\n```\n":                                     "a.go 4",
		"```result\nfile: a.go\nline: 7\n```\n":                                                                "a.go 7",
		"한글/파일.go:3에서":                                                                                         "한글/파일.go 3",
	} {
		var got []string
		f := source.NewFile("a", []byte(text))
		for _, c := range citations(f) {
			got = append(got, fmt.Sprintf("%s %d", c.path, c.line))
			if c.at.Start < 0 || c.at.End > len(text) || c.at.Start >= c.at.End {
				t.Errorf("%q: at %v", text, c.at)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCites(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "p")
	for name, text := range map[string]string{"p/src/a.go": "1\n2\n3", "p/src/b.go": "1\r\n2\r\n", "p/cr.txt": "1\r2\r3", "p/empty.txt": "", "outside.go": "1\n2\n"} {
		file := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(file), 0o755)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	linked := os.Symlink("../outside.go", filepath.Join(root, "link.go")) == nil
	for text, want := range map[string]string{
		"src/a.go:3 src/b.go:2 cr.txt:3 ./src/../src/a.go:1": "",
		"src/a.go:4":                           "src/a.go has 3 lines, no line 4 (cite a line that exists)",
		"src/b.go:3":                           "src/b.go has 2 lines, no line 3 (cite a line that exists)",
		"src/a.go:0":                           "src/a.go has no line 0; lines count from 1 (cite a line that exists)",
		"empty.txt:1":                          "empty.txt has 0 lines, no line 1 (cite a line that exists)",
		"a.go:1":                               "a.go does not exist (the nearest path is src/a.go)",
		"src/aa.go:1":                          "src/aa.go does not exist (the nearest path is src/a.go)",
		"src/zzzzzz.rs:1":                      "src/zzzzzz.rs does not exist (cite a place that exists)",
		"src/lib.d/x:1":                        "src/lib.d/x does not exist (cite a place that exists)",
		"library/node:18":                      "",
		"./src/:1":                             "",
		"../outside.go:1":                      "../outside.go lies outside the project (cite a file of the project, relative to its root)",
		"/etc/passwd:1":                        "/etc/passwd lies outside the project (cite a file of the project, relative to its root)",
		filepath.ToSlash(root) + "/src/a.go:2": "",
	} {
		var got []string
		for _, p := range (Cites{Root: root}).Check(source.NewFile("a", []byte(text))) {
			got = append(got, p.Message+" ("+p.Help+")")
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if linked {
		if got := (Cites{Root: root}).Check(source.NewFile("a", []byte("link.go:1"))); len(got) != 1 {
			t.Errorf("a link out of the project: %v", got)
		}
	}
	if got := (Cites{Root: root, Known: func(p string) bool { return p == "gone.go" }}).Check(source.NewFile("a", []byte("gone.go:5"))); len(got) != 0 {
		t.Errorf("a known path: %v", got)
	}
}

// Ten thousand citations of large files read each file once; more are told.
func TestCitesAreBounded(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "big.go"), []byte(strings.Repeat("x\n", 2<<20)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "huge.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(root, "huge.go"), maxCited+1); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range maxCites + 20 {
		fmt.Fprintf(&text, "big.go:%d huge.go:9 ", i+1)
	}
	start := time.Now()
	got := Cites{Root: root}.Check(source.NewFile("a", []byte(text.String())))
	if len(got) != 1 || got[0].Severity != verdict.Warning || !strings.Contains(got[0].Message, "more than 10000 places") {
		t.Errorf("%d problems: %.300v", len(got), got)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
