package transcript_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/transcript"
)

// read returns the answers of all files below dir, one line each.
func read(t *testing.T, dir string) (answers []string, stats transcript.Stats) {
	t.Helper()
	files, err := transcript.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		s, err := f.Read(func(a transcript.Answer) {
			last := a.Text[strings.LastIndex(a.Text, "verdict:")+1:]
			last, _, _ = strings.Cut(last, "\n")
			answers = append(answers, fmt.Sprintf("%s agent=%s id=%s session=%.8s cwd=%s line=%d model=%s dated=%t %s",
				a.Client, a.Agent, a.AgentID, a.Session, a.Cwd, a.Line, a.Model, !a.Time.IsZero(), last))
		})
		if err != nil {
			t.Fatal(err)
		}
		stats.Lines += s.Lines
		stats.Unread += s.Unread
	}
	return answers, stats
}

// The files in testdata were written by the clients themselves, in one session
// each: a judge contradicts itself, is sent back by the gate, and mends it.
func TestReadsWhatClientsKeep(t *testing.T) {
	for _, tt := range []struct {
		dir  string
		want []string
	}{
		{"claude", []string{
			"claude agent= id= session=5f0c2a9e cwd=/home/dev/project line=7 model=claude-opus-5-5 dated=true Main done.",
			"claude agent=judge id=a7ac3755fd1b1bc24 session=5f0c2a9e cwd=/home/dev/project line=2 model=claude-opus-5-5 dated=true erdict: ready",
			"claude agent=judge id=a7ac3755fd1b1bc24 session=5f0c2a9e cwd=/home/dev/project line=4 model=claude-opus-5-5 dated=true erdict: ready",
			"claude agent=judge id= session=6f0c2a9e cwd=/home/dev/project line=5 model=claude-opus-5-5 dated=true erdict: ready",
		}},
		{"codex", []string{
			"codex agent= id= session=01a2503b cwd=/home/dev/project line=18 model=mock-model dated=true Root done.",
			"codex agent=cov id=01a2503b-b2ae-77b3-b63f-56e00ef44ca1 session=01a2503b cwd=/home/dev/project line=8 model=mock-model dated=true erdict: ready",
			"codex agent=cov id=01a2503b-b2ae-77b3-b63f-56e00ef44ca1 session=01a2503b cwd=/home/dev/project line=12 model=mock-model dated=true erdict: not-ready",
		}},
	} {
		t.Run(tt.dir, func(t *testing.T) {
			got, stats := read(t, filepath.Join("testdata", tt.dir))
			if !slices.Equal(got, tt.want) {
				t.Errorf("answers:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if stats.Unread != 0 || stats.Lines == 0 {
				t.Errorf("%d lines, %d unread", stats.Lines, stats.Unread)
			}
		})
	}
}

func TestOddLines(t *testing.T) {
	say := func(id, blocks string) string {
		return `{"type":"assistant","sessionId":"s","message":{"id":"` + id + `","content":` + blocks + `}}`
	}
	for _, tt := range []struct {
		name, text string
		want       []string // the answers' texts
		unread     int
	}{
		{"empty", "", nil, 0},
		{"a turn that goes on with a tool has no answer yet", say("1", `[{"type":"text","text":"I look."}]`) + "\n" + say("1", `[{"type":"tool_use","name":"Read"}]`), nil, 0},
		{"the last text block of a message counts", say("1", `[{"type":"text","text":"one"}]`) + "\n" + say("1", `[{"type":"text","text":"two"}]`) + "\n", []string{"two"}, 0},
		{"content as one text", say("1", `"plain"`), []string{"plain"}, 0},
		{"blank text is no message", say("1", `[{"type":"text","text":" \n"}]`), nil, 0},
		{"a line cut off", say("1", `[{"type":"text","text":"one"}]`) + "\n" + `{"type":"assistant","mess`, []string{"one"}, 1},
		{"no JSON at all", "hello\n\nworld\n", nil, 2},
		{"content of an unknown shape", say("1", `7`), nil, 1},
		{"an error of the service is no answer", `{"type":"assistant","isApiErrorMessage":true,"message":{"id":"1","content":"overloaded"}}`, nil, 0},
		{"blanks after the colons", `{ "type": "assistant", "message": { "id": "1", "content": "spaced" } }`, []string{"spaced"}, 0},
		{"the word inside of a text", `{"type":"user","message":{"content":"say \"assistant\" twice"}}`, nil, 0},
		{"CRLF", say("1", `"a"`) + "\r\n" + say("2", `"b"`) + "\r\n", []string{"a", "b"}, 0},
		{"a list", "[" + say("1", `"a"`) + "]", nil, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			if err := os.WriteFile(path, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			var got []string
			stats, err := transcript.File{Client: transcript.Claude, Path: path}.Read(func(a transcript.Answer) { got = append(got, a.Text) })
			if err != nil || !slices.Equal(got, tt.want) || stats.Unread != tt.unread {
				t.Errorf("got %q, %d unread, %v; want %q, %d", got, stats.Unread, err, tt.want, tt.unread)
			}
		})
	}
}

// A line that is longer than any message is passed over, and the lines after it
// are read.
func TestLineTooLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	long := `{"type":"assistant","message":{"content":"` + strings.Repeat("x", transcript.MaxLine) + `"}}`
	short := `{"type":"assistant","message":{"id":"2","content":"short"}}`
	if err := os.WriteFile(path, []byte(long+"\n"+short+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var got []string
	stats, err := transcript.File{Path: path}.Read(func(a transcript.Answer) { got = append(got, fmt.Sprint(a.Line, a.Text)) })
	if err != nil || !slices.Equal(got, []string{"2short"}) || stats.Lines != 2 || stats.Unread != 1 {
		t.Errorf("got %q, %+v, %v", got, stats, err)
	}
}

// Links could lead anywhere, so they are not followed; a folder that is not
// there holds nothing.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b/s.jsonl", "a/rollout-1.jsonl", "a/notes.txt"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "b", "s.jsonl"), filepath.Join(dir, "a", "link.jsonl")); err != nil {
		t.Skip(err)
	}
	files, err := transcript.Find([]string{dir, filepath.Join(dir, "absent"), dir})
	var got []string
	for _, f := range files {
		rel, _ := filepath.Rel(dir, f.Path)
		got = append(got, string(f.Client)+" "+filepath.ToSlash(rel))
	}
	if want := []string{"codex a/rollout-1.jsonl", "claude b/s.jsonl"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestHomes(t *testing.T) {
	env := map[string]string{"HOME": "/home/dev", "CODEX_HOME": "/data/codex"}
	want := []string{filepath.FromSlash("/home/dev/.claude/projects"), filepath.FromSlash("/data/codex/sessions")}
	if got := transcript.Homes(func(key string) string { return env[key] }); !slices.Equal(got, want) {
		t.Errorf("Homes = %q, want %q", got, want)
	}
	if got := transcript.Homes(func(string) string { return "" }); got != nil {
		t.Errorf("without a home folder: %q", got)
	}
}

// No bytes make the reader fail, and no line is lost from the count.
func FuzzRead(f *testing.F) {
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".jsonl" {
			return err
		}
		src, err := os.ReadFile(path)
		f.Add(src, strings.Contains(path, "rollout"))
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src []byte, codex bool) {
		file := transcript.File{Client: transcript.Claude, Path: filepath.Join(t.TempDir(), "s.jsonl")}
		if codex {
			file.Client = transcript.Codex
		}
		if err := os.WriteFile(file.Path, src, 0o666); err != nil {
			t.Fatal(err)
		}
		stats, err := file.Read(func(a transcript.Answer) {
			if strings.TrimSpace(a.Text) == "" || a.Line < 1 {
				t.Errorf("answer %+v", a)
			}
		})
		if err != nil || stats.Bytes != int64(len(src)) || stats.Unread > stats.Lines {
			t.Errorf("%+v of %d bytes, %v", stats, len(src), err)
		}
	})
}
