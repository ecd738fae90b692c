package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/internal/state"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, project string) *Book {
	t.Helper()
	folder, err := state.Open(project, ".judgelint", func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(folder.Close)
	return Open(folder, Options{}, func() time.Time { return noon })
}

func TestAppendRead(t *testing.T) {
	cost := 0.25
	row := Row{
		Source: "gate", Agent: "reviewer", Spec: Digest([]byte("spec")), Contract: "wiki-verdict", Decision: Pass, Word: "ready",
		Counts: map[string]int{"blocking": 0}, Outcome: Valid, Action: "allow", Try: 2, Of: Digest([]byte("first")),
		Subject: &Subject{Commit: "c", Tree: "t", Unknown: []string{"dirty"}}, Answer: Digest([]byte("answer")),
		Session: "s", AgentID: "a1", Host: "claude", Model: "m", Tokens: &Tokens{In: 10, Out: 5}, CostUSD: &cost, WallMS: 1200,
	}
	book := open(t, t.TempDir())
	if err := book.Append(row, Row{Source: SourceLabel, Agent: "reviewer", Decision: Fail, By: "kim", Note: "it broke"}); err != nil {
		t.Fatal(err)
	}
	rows, skipped, err := book.Read()
	if err != nil || skipped != 0 || len(rows) != 2 {
		t.Fatalf("Read() = %v, %d, %v", rows, skipped, err)
	}
	row.Version, row.Time = 1, "2026-03-01T12:00:00.000000000Z"
	if !reflect.DeepEqual(rows[0], row) {
		t.Errorf("row = %+v\nwant  %+v", rows[0], row)
	}
	if rows[1].Note != "it broke" || rows[1].Time != "2026-03-01T12:00:00.000000001Z" {
		t.Errorf("label = %+v", rows[1])
	}
}

// What an answer says never gets into the ledger: a word that no list holds is
// text of the message.
func TestNoText(t *testing.T) {
	project := t.TempDir()
	book := open(t, project)
	secret := "the password is swordfish"
	err := book.Append(Row{Source: "gate", Agent: "a", Outcome: Malformed, Decision: Pass, Word: secret, Counts: map[string]int{secret: 1}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(project, ".judgelint", "ledger.jsonl"))
	if err != nil || strings.Contains(string(data), "swordfish") || !strings.Contains(string(data), `"decision":"none"`) {
		t.Errorf("ledger is %s, %v", data, err)
	}
}

// No field makes a row that cannot be read again.
func TestBounds(t *testing.T) {
	book := open(t, t.TempDir())
	long := strings.Repeat("한", 30_000)
	row := Row{Source: long, Agent: long, Spec: long, Contract: long, Decision: Pass, Word: long, Outcome: Valid, Action: long, Of: long,
		Answer: long, Session: long, AgentID: long, Run: long, Host: long, Model: long, Truth: long, By: long, Note: long,
		Rules: []string{long, long + "2"}, Subject: &Subject{Commit: "c"}}
	if err := book.Append(row); err != nil {
		t.Fatal(err)
	}
	rows, skipped, err := book.Read()
	if err != nil || skipped != 0 || len(rows) != 1 || !strings.HasPrefix(rows[0].Agent, "한한") {
		t.Errorf("Read() = %d rows, %d skipped, %v", len(rows), skipped, err)
	}
}

func TestOff(t *testing.T) {
	project := t.TempDir()
	folder, err := state.Open(project, ".judgelint", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	book := Open(folder, Options{Off: true}, time.Now)
	if err := book.Append(Row{Source: "gate", Outcome: Valid, Decision: Pass}); err != nil || folder.Exists() {
		t.Errorf("Append = %v, folder made: %v", err, folder.Exists())
	}
}

// A line that a full disk cut off costs itself, not the next one; a line that
// stands there twice counts once; lines of no known form are counted.
func TestDamaged(t *testing.T) {
	project := t.TempDir()
	book := open(t, project)
	name := filepath.Join(project, ".judgelint", "ledger.jsonl")
	one := Row{Source: "gate", Agent: "one", Outcome: Valid, Decision: Pass}
	if err := book.Append(one); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(whole) + string(whole) + "\n" + `{"version":2}` + "\n" + string(whole[:40])
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	one.Agent = "two"
	if err := book.Append(one); err != nil {
		t.Fatal(err)
	}
	rows, skipped, err := book.Read()
	if err != nil || len(rows) != 2 || rows[0].Agent != "one" || rows[1].Agent != "two" || skipped != 2 {
		t.Errorf("Read() = %+v, %d, %v; want one, two and 2 skipped", rows, skipped, err)
	}
}

func TestMain(m *testing.M) {
	if project := os.Getenv("LEDGER_TEST_WRITER"); project != "" {
		os.Exit(writer(project, os.Getenv("LEDGER_TEST_ROWS")))
	}
	os.Exit(m.Run())
}

// writer appends rows once its standard input ends, or for ever.
func writer(project, rows string) int {
	io.Copy(io.Discard, os.Stdin)
	folder, err := state.Open(project, ".judgelint", time.Now)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	book := Open(folder, Options{}, time.Now)
	for i := 0; rows == "" || fmt.Sprint(i) != rows; i++ {
		row := Row{Source: "gate", Agent: fmt.Sprint(os.Getpid()), Outcome: Valid, Decision: Pass, Session: strings.Repeat("s", 150), Try: i}
		if err := book.Append(row); err != nil {
			fmt.Println(err)
			return 1
		}
		os.Stdout.WriteString(".") // told only when all is written
	}
	return 0
}

func startWriter(t *testing.T, project, rows string, stdin io.Reader) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd, out := exec.Command(os.Args[0]), &bytes.Buffer{}
	cmd.Env = append(os.Environ(), "LEDGER_TEST_WRITER="+project, "LEDGER_TEST_ROWS="+rows)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// A hundred processes that start in one moment, in a project without a state
// folder, lose no row and mix none.
func TestHundredWriters(t *testing.T) {
	const writers, rows = 100, 5
	project := t.TempDir()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmds, outs := make([]*exec.Cmd, writers), make([]*bytes.Buffer, writers)
	for i := range cmds {
		cmds[i], outs[i] = startWriter(t, project, fmt.Sprint(rows), read)
	}
	read.Close()
	write.Close() // now
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("writer %d: %v: %s", i, err, outs[i])
		}
	}
	got, skipped, err := open(t, project).Read()
	if err != nil || len(got) != writers*rows || skipped != 0 {
		t.Errorf("%d rows, %d skipped, %v; want %d", len(got), skipped, err, writers*rows)
	}
}

// What a writer that is killed had written can be read.
func TestKilled(t *testing.T) {
	project, written := t.TempDir(), 0
	for i := range 20 {
		cmd, out := startWriter(t, project, "", nil)
		time.Sleep(time.Duration(10+5*i) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // it was killed
		written += out.Len()
	}
	rows, skipped, err := open(t, project).Read()
	if err != nil || written == 0 || len(rows) < written || len(rows) > written+20 || skipped > 20 {
		t.Errorf("%d rows, %d skipped, %v; want %d and at most 20 more", len(rows), skipped, err, written)
	}
}

// A full file makes room for a new one; nothing is lost before the oldest is
// given up.
func TestRotation(t *testing.T) {
	project := t.TempDir()
	folder, err := state.Open(project, ".judgelint", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	book := Open(folder, Options{}, time.Now)
	book.records = folder.Records(bookName, 2000, 3)
	for i := range 40 {
		if err := book.Append(Row{Source: "gate", Agent: fmt.Sprint(i), Outcome: Valid, Decision: Pass, Session: strings.Repeat("s", 150)}); err != nil {
			t.Fatal(err)
		}
	}
	rows, _, err := book.Read()
	names, _ := filepath.Glob(filepath.Join(project, ".judgelint", "ledger*.jsonl"))
	if err != nil || len(names) != 4 {
		t.Fatalf("%v, files %q; want 4", err, names)
	}
	for i, r := range rows {
		if want := fmt.Sprint(40 - len(rows) + i); r.Agent != want {
			t.Fatalf("row %d is %s, want %s", i, r.Agent, want)
		}
	}
	if len(rows) < 20 {
		t.Errorf("%d rows are left", len(rows))
	}
}

func TestState(t *testing.T) {
	for _, tt := range []struct {
		s    *Subject
		want string
	}{
		{nil, ""},
		{&Subject{Commit: "c", Tree: "t"}, "t"},
		{&Subject{Commit: "c", Tree: "t", Dirty: "d"}, "d"},
		{&Subject{Commit: "c", Tree: "t", Unknown: []string{"dirty"}}, ""},
		{&Subject{Tree: "t", Input: "i"}, "i"},
	} {
		if got := tt.s.State(); got != tt.want {
			t.Errorf("State of %+v = %q, want %q", tt.s, got, tt.want)
		}
	}
	if s := Tree(t.TempDir(), time.Second); s != nil {
		t.Errorf("Tree outside of a repository = %+v", s)
	}
}

// Any line decodes or is an error; what decodes is a row that encodes to one
// that decodes to the same.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"version":1,"time":"2026-03-01T12:00:00Z","source":"gate","agent":"a","decision":"pass","outcome":"valid"}`))
	f.Add([]byte(`{"version":1,"time":"2026-03-01T12:00:00Z","source":"label","agent":"a","decision":"fail","by":"<b>"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := Decode(line)
		if err != nil {
			return
		}
		b := r.bounded()
		out, err := b.encode()
		if err != nil {
			return
		}
		again, err := Decode(bytes.TrimSpace(out))
		if err != nil || !equal(again, b) {
			t.Errorf("%s\nbecomes %s, %v", line, out, err)
		}
	})
}

func equal(a, b Row) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func BenchmarkRead(b *testing.B) {
	book := open(b, b.TempDir())
	rows := make([]Row, 100_000)
	for i := range rows {
		rows[i] = Row{Source: "gate", Agent: "reviewer", Outcome: Valid, Decision: Pass, Session: fmt.Sprint(i), Answer: Digest([]byte{byte(i)}),
			Subject: &Subject{Commit: strings.Repeat("a", 40), Tree: strings.Repeat("b", 40)}, Counts: map[string]int{"blocking": 0, "should_fix": 1}}
	}
	if err := book.Append(rows...); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if got, _, err := book.Read(); err != nil || len(got) != len(rows) {
			b.Fatal(len(got), err)
		}
	}
}
