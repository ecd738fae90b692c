package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, project string) *Folder {
	t.Helper()
	f, err := Open(project, ".judgelint", func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// put writes a file of the state folder as another program would.
func put(t *testing.T, project, name, text string) {
	t.Helper()
	path := filepath.Join(project, ".judgelint", filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// block is an Update that counts one block of agent a1.
func block(s *Session, _ bool) []Line {
	s.Agent("a1").Check("verdict").Blocks++
	return []Line{{Check: "verdict", Decision: "block", Counter: "block"}}
}

func TestValidID(t *testing.T) {
	long := strings.Repeat("a", 128)
	for _, id := range []string{"a", "7", "5f0c1d2e-0000-4000-8000-000000000001", "s_1.2-3", long, "com10", "console", "nulls"} {
		if !ValidID(id) {
			t.Errorf("ValidID(%q) = false", id)
		}
	}
	for _, id := range []string{
		"", ".", "..", "../x", "a/b", `a\b`, "/etc/x", "-a", "_a", ".a", "a b", "a\x00b", "a\nb", "é", "a:b",
		long + "a", strings.Repeat("a", 10_000), "con", "CON", "nul.json", "Com1", "lpt9.x", "aux", "PRN", "conin$",
	} {
		if ValidID(id) {
			t.Errorf("ValidID(%q) = true", id)
		}
	}
}

func TestOpenStaysInProject(t *testing.T) {
	for _, name := range []string{"..", "../x", "/tmp", ".", "", "a/../.."} {
		if _, err := Open(t.TempDir(), name, time.Now); err == nil {
			t.Errorf("Open(%q): no error", name)
		}
	}
}

func TestOpenLinks(t *testing.T) {
	project, outside := t.TempDir(), t.TempDir()
	link := filepath.Join(project, ".judgelint")
	if err := os.Symlink(outside, link); err != nil {
		t.Skip(err)
	}
	if _, err := Open(project, ".judgelint", time.Now); err == nil {
		t.Error("a link out of the project was opened")
	}
	os.Remove(link)
	if err := os.Symlink(filepath.Join(outside, "nowhere"), link); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(project, ".judgelint", time.Now); err == nil {
		t.Error("a link to nowhere was taken for a folder that can be made")
	}
	os.Remove(link)
	if err := os.Mkdir(filepath.Join(project, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("inside", link); err != nil {
		t.Fatal(err)
	}
	if err := open(t, project).Update("s", block); err != nil {
		t.Errorf("a link within the project: %v", err)
	}
	if files, _ := os.ReadDir(outside); len(files) > 0 {
		t.Errorf("written outside: %v", files)
	}
}

// A link in the place of a file of ours is not followed out of the folder.
func TestFileLinks(t *testing.T) {
	for _, name := range []string{lockName, logName, countsName, "gate-state", "gate-state/s.json", "pending-ui"} {
		t.Run(name, func(t *testing.T) {
			project, outside := t.TempDir(), t.TempDir()
			put(t, project, ".gitignore", "*\n")
			link := filepath.Join(project, ".judgelint", filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(outside, "target"), link); err != nil {
				t.Skip(err)
			}
			f := open(t, project)
			f.Update("s", block) // may fail; what counts is where it wrote
			f.Touch("s", []string{"a.css"})
			f.WriteResult(Result{SessionID: "s", Outcome: Fail})
			if files, _ := os.ReadDir(outside); len(files) > 0 {
				t.Errorf("written outside: %v", files)
			}
		})
	}
}

func TestUpdate(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	if f.Exists() {
		t.Fatal("a new project has a state folder")
	}
	for want := 1; want <= 2; want++ {
		if err := f.Update("s", block); err != nil {
			t.Fatal(err)
		}
		if got := f.Session("s").Agent("a1").Check("verdict").Blocks; got != want {
			t.Errorf("blocks = %d, want %d", got, want)
		}
	}
	if got := read(t, project, ".judgelint", ".gitignore"); got != "*\n" {
		t.Errorf(".gitignore = %q", got)
	}
	want := `{"time":"2026-03-01T12:00:00.000Z","host":"","event":"","session_id":"","agent_id":"","agent":"","check":"verdict","decision":"block","counter":"block","reason":""}` + "\n"
	if got := read(t, project, ".judgelint", logName); got != want+want {
		t.Errorf("log = %s", got)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(read(t, project, ".judgelint", countsName)), &counts); err != nil || counts["block"] != 2 || len(counts) < len(Counters()) {
		t.Errorf("counters = %v, %v", counts, err)
	}
}

func TestUpdateWithoutChangeWritesNothing(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	put(t, project, ".gitignore", "*\n")
	if err := f.Update("s", func(*Session, bool) []Line { return nil }); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(filepath.Join(project, ".judgelint")); len(entries) != 2 { // .gitignore, lock
		t.Errorf("files: %v", entries)
	}
}

func TestReadOnlyWritesNothing(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	f.ReadOnly = true
	called := false
	err := f.Update("s", func(s *Session, kept bool) []Line {
		called = kept
		return block(s, kept)
	})
	if err != nil || !called {
		t.Errorf("Update = %v, kept = %v", err, called)
	}
	f.Append(Line{Counter: "block"})
	f.Touch("s", []string{"a.css"})
	if f.Exists() {
		t.Error("a read-only folder was made")
	}
}

// A hundred gates at once lose no count: each goes through a Folder of its
// own, as processes do.
func TestParallel(t *testing.T) {
	project := t.TempDir()
	const gates = 100
	var wg sync.WaitGroup
	for i := range gates {
		wg.Go(func() {
			f, err := Open(project, ".judgelint", time.Now)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			err = f.Update("s", func(s *Session, kept bool) []Line {
				s.Agent(fmt.Sprint("a", i)).Check("verdict").Blocks++
				return []Line{{Counter: "block"}}
			})
			if err != nil && !errors.Is(err, ErrBusy) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	f := open(t, project)
	if totals, err := f.Totals(); err != nil || totals["block"] != gates {
		t.Errorf("block = %d, %v; want %d", totals["block"], err, gates)
	}
	// The next gate brings counters.json up to date in any case.
	if err := f.Append(Line{Counter: "pass"}); err != nil {
		t.Fatal(err)
	}
	counts, err := f.counts()
	if err != nil || counts["block"] != gates || counts["pass"] != 1 {
		t.Errorf("counters.json = %v, %v", counts, err)
	}
}

// While somebody holds the lock, a gate goes on after a while: it remembers
// nothing, but its line is not lost.
func TestBusy(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	unlock, err := f.lock(lockLimit)
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, project)
	start, kept := time.Now(), true
	err = other.Update("s", func(s *Session, k bool) []Line {
		kept = k
		return block(s, k)
	})
	if !errors.Is(err, ErrBusy) || kept {
		t.Errorf("Update = %v, kept = %v", err, kept)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("waited %v", took)
	}
	unlock()
	if totals, _ := f.Totals(); totals["block"] != 1 {
		t.Errorf("block = %d, want 1", totals["block"])
	}
}

// An edit that is not recorded would never be verified, so it waits longer for
// the lock, and does without it in the end.
func TestTouchBusy(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	for _, held := range []time.Duration{2 * lockLimit, 2 * editLimit} {
		unlock, err := f.lock(lockLimit)
		if err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(held, unlock)
		file := held.String() + ".css"
		if err := open(t, project).Touch("s", []string{file}); err != nil {
			t.Fatal(err)
		}
		p, err := f.Pending("s")
		if err != nil || !slices.Contains(p.Touched, file) || f.Session("s").Edits[file].At == "" {
			t.Errorf("lock held %v: %+v, %v, %+v", held, p, err, f.Session("s").Edits)
		}
		if timer.Stop() {
			unlock()
		}
	}
}

func TestDamagedOwnFiles(t *testing.T) {
	for _, text := range []string{"", "null", "{", `{"version":1,"session_id":"other"}`, "[]", `{"agents":7}`, "\x00\x01"} {
		project := t.TempDir()
		put(t, project, "gate-state/s.json", text)
		put(t, project, countsName, text)
		put(t, project, logName, `{"counter":"pass"}`+"\n"+`{"counter":"fa`)
		f := open(t, project)
		if err := f.Update("s", block); err != nil {
			t.Fatalf("with %q: %v", text, err)
		}
		if got := read(t, project, ".judgelint", "gate-state", "s.json.bad"); got != text {
			t.Errorf("set aside: %q, want %q", got, text)
		}
		if f.Session("s").Agent("a1").Check("verdict").Blocks != 1 {
			t.Errorf("with %q: the block is not remembered", text)
		}
		counts, err := f.counts()
		if err != nil || counts["pass"] != 1 || counts["block"] != 1 {
			t.Errorf("with %q: counters %v, %v", text, counts, err)
		}
		if len(f.Notes()) == 0 {
			t.Errorf("with %q: no note", text)
		}
	}
}

// Counters that cannot belong to this log are made anew.
func TestForeignCounters(t *testing.T) {
	project := t.TempDir()
	put(t, project, countsName, `{"pass": 40, "log_bytes": 4000000}`)
	f := open(t, project)
	if err := f.Append(Line{Counter: "pass"}); err != nil {
		t.Fatal(err)
	}
	if counts, _ := f.counts(); counts["pass"] != 1 {
		t.Errorf("pass = %d, want 1", counts["pass"])
	}
}

func TestRotation(t *testing.T) {
	project := t.TempDir()
	line := `{"counter":"valid","reason":"` + strings.Repeat("x", 60) + "\"}\n"
	n := maxLog/len(line) + 1
	put(t, project, logName, strings.Repeat(line, n))
	f := open(t, project)
	if err := f.Append(Line{Counter: "block"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(project, ".judgelint", logName)); err != nil || info.Size() > 1000 {
		t.Fatalf("the log was not rotated: %v", err)
	}
	check := func(when string) {
		t.Helper()
		totals, err := f.Totals()
		if err != nil || totals["valid"] != n || totals["block"] != 1 {
			t.Errorf("%s: valid = %d, block = %d, %v", when, totals["valid"], totals["block"], err)
		}
		if counts, err := f.counts(); err != nil || counts["valid"] != n || counts["block"] != 1 {
			t.Errorf("%s: counters.json has valid %d, block %d, %v", when, counts["valid"], counts["block"], err)
		}
	}
	check("after the rotation")
	os.Remove(filepath.Join(project, ".judgelint", oldLogName))
	check("without the old log")
	os.Remove(filepath.Join(project, ".judgelint", countsName))
	if err := f.Append(); err != nil {
		t.Fatal(err)
	}
	if err := f.Append(Line{Counter: "pass"}); err != nil {
		t.Fatal(err)
	}
	check("with new counters")
}

// A kill between the two steps of a rotation leaves only the old log.
func TestKilledInRotation(t *testing.T) {
	project := t.TempDir()
	put(t, project, oldLogName, strings.Repeat(`{"counter":"valid"}`+"\n", 7))
	put(t, project, countsName, `{"valid": 7, "log_bytes": 5242900}`)
	f := open(t, project)
	if err := f.Append(Line{Counter: "valid"}); err != nil {
		t.Fatal(err)
	}
	if counts, _ := f.counts(); counts["valid"] != 8 {
		t.Errorf("valid = %d, want 8", counts["valid"])
	}
}

// A write that a full disk cut off spoils its own line only.
func TestTornLog(t *testing.T) {
	project := t.TempDir()
	put(t, project, logName, `{"counter":"pass"}`+"\n"+`{"counter":"pa`)
	f := open(t, project)
	for range 2 {
		if err := f.Append(Line{Counter: "pass"}); err != nil {
			t.Fatal(err)
		}
	}
	if counts, _ := f.counts(); counts["pass"] != 3 {
		t.Errorf("pass = %d, want 3", counts["pass"])
	}
}

func TestLeftoversOfKilledGates(t *testing.T) {
	project := t.TempDir()
	put(t, project, "gate-state/s.json.1.x.tmp", `{"ver`)
	put(t, project, "counters.json.1.x.tmp", ``)
	old := noon.Add(-31 * 24 * time.Hour)
	for _, name := range []string{"gate-state/s.json.1.x.tmp", "counters.json.1.x.tmp"} {
		if err := os.Chtimes(filepath.Join(project, ".judgelint", name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, project)
	if err := f.Update("s", block); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(project, ".judgelint", "*", "*.tmp"))
	more, _ := filepath.Glob(filepath.Join(project, ".judgelint", "*.tmp"))
	if len(left)+len(more) > 0 {
		t.Errorf("left: %v %v", left, more)
	}
}

func TestSweep(t *testing.T) {
	project := t.TempDir()
	old, fresh := noon.Add(-31*24*time.Hour), noon.Add(-29*24*time.Hour)
	for name, at := range map[string]time.Time{
		"pending-ui/old.json": old, "verify-result/old.json": old, "gate-state/old.json": old,
		"pending-ui/new.json": fresh, "gate-state/new.json": fresh, "ui-globs.txt": old,
		"pending-ui/busy.json": old, "gate-state/busy.json": fresh, // a session that goes on
		"pending-ui/s.json": old, "counters.json.bad": old, "gate-state/new.json.bad": fresh,
	} {
		put(t, project, name, "{}")
		if err := os.Chtimes(filepath.Join(project, ".judgelint", name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, project)
	if err := f.Update("s", block); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"pending-ui/old.json": false, "verify-result/old.json": false, "gate-state/old.json": false,
		"pending-ui/new.json": true, "gate-state/new.json": true, "ui-globs.txt": true,
		"pending-ui/busy.json": true, "gate-state/busy.json": true,
		"pending-ui/s.json": true, "counters.json.bad": false, "gate-state/new.json.bad": true,
	} {
		if _, err := os.Stat(filepath.Join(project, ".judgelint", name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
}

// A folder in which nothing can be written is an error, and the decision is
// made again with that knowledge.
func TestNotWritable(t *testing.T) {
	tests := map[string]func(project string){
		"a file in the folder's place": func(p string) { os.WriteFile(filepath.Join(p, ".judgelint"), nil, 0o644) },
		"a folder in the session's place": func(p string) {
			os.MkdirAll(filepath.Join(p, ".judgelint", "gate-state", "s.json", "x"), 0o755)
		},
		"a file in the sessions' place": func(p string) {
			os.MkdirAll(filepath.Join(p, ".judgelint"), 0o755)
			os.WriteFile(filepath.Join(p, ".judgelint", "gate-state"), nil, 0o644)
		},
		"a folder in the lock's place": func(p string) {
			os.MkdirAll(filepath.Join(p, ".judgelint", "lock"), 0o755)
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			project := t.TempDir()
			prepare(project)
			f, err := Open(project, ".judgelint", time.Now)
			if err != nil {
				return // told at once
			}
			defer f.Close()
			kept := true
			err = f.Update("s", func(s *Session, k bool) []Line { kept = k; return block(s, k) })
			if err == nil || kept {
				t.Errorf("Update = %v, kept = %v", err, kept)
			}
		})
	}
}

func TestTouch(t *testing.T) {
	project := t.TempDir()
	f := open(t, project)
	for _, paths := range [][]string{{"b.css"}, {"a.css", "b.css"}, {"c.css"}} {
		if err := f.Touch("s", paths); err != nil {
			t.Fatal(err)
		}
	}
	want := "{\n \"session_id\": \"s\",\n \"ui_touched\": [\n  \"b.css\",\n  \"a.css\",\n  \"c.css\"\n ]\n}\n"
	if got := read(t, project, ".judgelint", "pending-ui", "s.json"); got != want {
		t.Errorf("pending = %s", got)
	}
	if e := f.Session("s").Edits["a.css"]; e.At != "2026-03-01T12:00:00Z" || e.After != "" {
		t.Errorf("edit = %+v", e)
	}
	if err := f.WriteResult(Result{SessionID: "s", Outcome: Pass, Covered: []string{}, At: "2099-01-01T00:00:00Z"}); err != nil {
		t.Fatal(err)
	}
	if err := f.Touch("s", []string{"a.css"}); err != nil {
		t.Fatal(err)
	}
	r, err := f.Result("s")
	if e := f.Session("s").Edits["a.css"]; err != nil || e.After != r.Stamp || e.After == "" {
		t.Errorf("edit after a result = %+v, %v", e, err)
	}
}

// A shared file is never written over while it cannot be read.
func TestTouchUnreadable(t *testing.T) {
	project := t.TempDir()
	put(t, project, "pending-ui/s.json", `{"ui_tou`)
	if err := open(t, project).Touch("s", []string{"a.css"}); err == nil {
		t.Error("no error")
	}
	if got := read(t, project, ".judgelint", "pending-ui", "s.json"); got != `{"ui_tou` {
		t.Errorf("the file is now %q", got)
	}
}

// A shared file that another tool is writing is read again.
func TestSharedInTheMiddleOfAWrite(t *testing.T) {
	project := t.TempDir()
	put(t, project, "pending-ui/s.json", `{"ui_tou`)
	f := open(t, project)
	done := time.AfterFunc(20*time.Millisecond, func() {
		os.WriteFile(filepath.Join(project, ".judgelint", "pending-ui", "s.json"), []byte(`{"ui_touched":["a"]}`), 0o644)
	})
	defer done.Stop()
	p, err := f.Pending("s")
	if err != nil || p == nil || !slices.Equal(p.Touched, []string{"a"}) {
		t.Errorf("Pending = %+v, %v", p, err)
	}
}

func TestResultTime(t *testing.T) {
	for _, at := range []string{"2026-01-06T10:00:00Z", "2026-01-06T10:00:00.123+00:00", "2026-01-06T11:00:00+01:00", "2026-01-06T10:00:00", "2026-01-06 10:00:00"} {
		r := Result{At: at}
		got, ok := r.Time()
		if !ok || got.UTC().Truncate(time.Second).Format(time.RFC3339) != "2026-01-06T10:00:00Z" {
			t.Errorf("Time(%q) = %v, %v", at, got, ok)
		}
	}
	for _, at := range []string{"", "yesterday", "1767693600"} {
		if _, ok := (&Result{At: at}).Time(); ok {
			t.Errorf("Time(%q) is a time", at)
		}
	}
}

func TestLogLineIsBounded(t *testing.T) {
	f := open(t, t.TempDir())
	if err := f.Append(Line{Counter: "block", Reason: strings.Repeat("가", 1000), Agent: strings.Repeat("x", 10_000)}); err != nil {
		t.Fatal(err)
	}
	// A longer line would not be counted.
	if err := f.Append(Line{Counter: "fail", Reason: strings.Repeat("\x01", 1000), Event: strings.Repeat("\x02", 100_000)}); err != nil {
		t.Fatal(err)
	}
	if totals, err := f.Totals(); err != nil || totals["fail"] != 1 {
		t.Errorf("fail = %d, %v; want 1", totals["fail"], err)
	}
	lines, err := f.Lines()
	if err != nil || len(lines) != 2 || len(lines[0].Reason) > maxReason+3 || len(lines[0].Agent) > maxID+3 || strings.Contains(lines[0].Reason, "\ufffd") {
		t.Errorf("lines = %+v, %v", lines, err)
	}
}

func BenchmarkUpdate(b *testing.B) {
	f, err := Open(b.TempDir(), ".judgelint", time.Now)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Update("s", block); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDamaged(f *testing.F) {
	f.Add([]byte(`{"version":1,"session_id":"s","agents":{"a1":{"checks":{"verdict":{"blocks":1}}}}}`), []byte(`{"counter":"block"}`+"\n"))
	f.Add([]byte(`{"agents":{"a1":null},"session_id":"s"}`), []byte("{}\n\n[\n"))
	f.Fuzz(func(t *testing.T, file, log []byte) {
		project := t.TempDir()
		put(t, project, "gate-state/s.json", string(file))
		put(t, project, countsName, string(file))
		put(t, project, logName, string(log))
		fo := open(t, project)
		if err := fo.Update("s", block); err != nil {
			t.Fatal(err)
		}
		counts, err := fo.counts()
		if err != nil {
			t.Fatal(err)
		}
		if counts["version"] != 1 || fo.Session("s").Agent("a1").Check("verdict").Blocks < 1 {
			t.Errorf("counters %v, session %+v", counts, fo.Session("s"))
		}
	})
}
