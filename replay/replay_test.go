package replay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/replay"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/transcript"
)

const sound = "```wiki-verdict\nagent: cov\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```"

// session writes one kept session of the judge cov, one answer a text.
func session(t *testing.T, dir, name, cwd, when string, texts ...string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"agent-setting","agentSetting":"cov"}`+"\n")
	for i, text := range texts {
		fmt.Fprintf(&b, `{"type":"assistant","sessionId":%q,"cwd":%q,"timestamp":%q,"message":{"id":"m%d","content":%q}}`+"\n", name, cwd, when, i, text)
	}
	write(t, filepath.Join(dir, name+".jsonl"), b.String())
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// options are those of a project in which cov is a judge.
func options(project string) replay.Options {
	return replay.Options{
		Set:     &contract.Set{},
		Roster:  roster.New(nil, roster.Options{Judges: []string{"cov"}}),
		Project: project,
	}
}

func run(t *testing.T, dir string, opt replay.Options) replay.Report {
	t.Helper()
	files, err := transcript.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return replay.Run(files, opt)
}

func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		want  []replay.Class
	}{
		{"sound", []string{sound}, []replay.Class{replay.Sound}},
		{"a question answered after the verdict", []string{sound, "Line 4, as I said."}, []replay.Class{replay.Sound, replay.Follow}},
		{"no verdict before any", []string{"All fine.", sound}, []replay.Class{replay.Missing, replay.Sound}},
		{"contradicts its counts", []string{strings.Replace(sound, "blocking: 0", "blocking: 2", 1)}, []replay.Class{replay.Contradicts}},
		{"a word that is none", []string{strings.Replace(sound, "ready", "fine", 1)}, []replay.Class{replay.Malformed}},
		{"prose against the block", []string{"Verdict: not-ready\n\n" + sound}, []replay.Class{replay.ProseAgainst}},
		{"two verdicts", []string{sound + "\n\n" + sound}, []replay.Class{replay.Contradicts}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			session(t, dir, "s", "/p", "2026-12-01T10:00:00Z", tt.texts...)
			r := run(t, dir, options(""))
			want := map[replay.Class]int{}
			for _, c := range tt.want {
				want[c]++
			}
			for _, c := range replay.Classes() {
				if r.Total(c) != want[c] {
					t.Errorf("%s: %d, want %d", c, r.Total(c), want[c])
				}
			}
			if r.Judged() != len(tt.texts) {
				t.Errorf("judged %d of %d", r.Judged(), len(tt.texts))
			}
		})
	}
}

// Only answers that were given in the project, and since the time, are judged;
// the others are counted, so that nothing is lost without a word.
func TestWhichAnswers(t *testing.T) {
	dir, project := t.TempDir(), t.TempDir()
	session(t, dir, "here", filepath.Join(project, "sub"), "2026-12-01T10:00:00Z", sound)
	session(t, dir, "early", project, "2026-10-01T10:00:00Z", sound)
	session(t, dir, "beside", project+"-2", "2026-12-01T10:00:00Z", sound)
	session(t, dir, "nowhere", "", "2026-12-01T10:00:00Z", sound)
	write(t, filepath.Join(dir, "main.jsonl"), fmt.Sprintf(`{"type":"assistant","cwd":%q,"timestamp":"2026-12-01T10:00:00Z","message":{"id":"1","content":"done"}}`, project))
	opt := options(project)
	opt.Since = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	r := run(t, dir, opt)
	got := fmt.Sprintf("answers %d, judged %d, elsewhere %d, early %d, others %d", r.Answers, r.Judged(), r.Elsewhere, r.Early, r.Others)
	if want := "answers 5, judged 1, elsewhere 2, early 1, others 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The report is the same however the work was shared, and says where each fault
// stands.
func TestReportIsOrdered(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		session(t, dir, fmt.Sprintf("s%02d", i), "/p", fmt.Sprintf("2026-12-%02dT10:00:00Z", 20-i), "none", sound)
	}
	var first string
	for range 5 {
		var b strings.Builder
		r := run(t, dir, options(""))
		r.Write(&b, 3)
		if first == "" {
			first = b.String()
		}
		if b.String() != first {
			t.Fatalf("two runs differ:\n%s\n%s", first, b.String())
		}
	}
	for _, want := range []string{
		"40 answers of 1 judge in 20 days: 20 sound, 20 without a verdict\n",
		"| cov | wiki-verdict | 40 | 20 | 0 | 0 | 0 | 20 | 0 |\n",
		"(the newest 3 of 20; --format json has all)",
		"s00.jsonl:2: 2026-12-20 10:00, cov: the answer has no verdict\n",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the report lacks %q:\n%s", want, first)
		}
	}
}

// Names come from files that anybody may have written.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "s.jsonl"), `{"type":"agent-setting","agentSetting":"a\u001b[2J|\nb"}`+"\n"+
		`{"type":"assistant","message":{"id":"1","content":"x"}}`)
	opt := options("")
	opt.Roster = roster.New(nil, roster.Options{Judges: []string{"a\x1b[2J|\nb"}})
	var b strings.Builder
	r := run(t, dir, opt)
	r.Write(&b, 9)
	if strings.ContainsAny(b.String(), "\x1b") || strings.Contains(b.String(), "|\nb") || r.Judged() != 1 {
		t.Errorf("%q", b.String())
	}
}

func TestUnreadableFile(t *testing.T) {
	gone := transcript.File{Client: transcript.Claude, Path: filepath.Join(t.TempDir(), "gone.jsonl")}
	r := replay.Run([]transcript.File{gone}, options(""))
	if len(r.Unreadable) != 1 || !strings.Contains(r.Unreadable[0], "gone.jsonl") {
		t.Errorf("%q", r.Unreadable)
	}
}

// Every judged answer is handed out once.
func TestJudgedCallback(t *testing.T) {
	dir := t.TempDir()
	session(t, dir, "a", "/p", "2026-12-01T10:00:00Z", "none", sound)
	session(t, dir, "b", "/p", "2026-12-02T10:00:00Z", sound)
	var got []string
	opt := options("")
	opt.Judged = func(a transcript.Answer, j contract.Judgement) {
		got = append(got, a.Session+" "+string(j.Outcome))
	}
	run(t, dir, opt)
	slices.Sort(got)
	if want := []string{"a none", "a valid", "b valid"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	line := `{"type":"user","message":{"content":[{"type":"tool_result","content":"` + strings.Repeat(`func x() {\n`, 4000) + `"}]}}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "s.jsonl"), []byte(strings.Repeat(line, 200)), 0o666); err != nil {
		b.Fatal(err)
	}
	files, err := transcript.Find([]string{dir})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(200 * len(line)))
	b.ReportAllocs()
	for b.Loop() {
		replay.Run(files, options(""))
	}
}
