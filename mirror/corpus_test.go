package mirror_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/mirror"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// corpus returns the folder of real agent files, which the repository does not
// hold, and the rows of one of its tables.
func corpus(t *testing.T, table string) (dir string, rows []map[string]string) {
	t.Helper()
	dir = os.Getenv("JUDGELINT_CORPUS")
	if dir == "" {
		t.Skip("JUDGELINT_CORPUS is not set")
	}
	file, err := os.Open(filepath.Join(dir, table))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	all, err := r.ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("%s: %v", table, err)
	}
	for _, row := range all[1:] {
		m := map[string]string{}
		for i, name := range all[0] {
			m[name] = row[i]
		}
		rows = append(rows, m)
	}
	return dir, rows
}

// bodyPattern cuts front matter and blank lines off, by other means than the
// product.
var bodyPattern = regexp.MustCompile(`\A(?:\x{FEFF})?---[ \t]*\r?\n(?s:.*?)\n---[ \t]*(?:\r?\n|\z)(?:[ \t]*\r?\n)*`)

func wantBody(src []byte) string {
	at := bodyPattern.FindIndex(src)
	if at == nil {
		return ""
	}
	return strings.ReplaceAll(string(src[at[1]:]), "\r\n", "\n")
}

// TestCorpusMirrors mirrors each real agent file to three targets. The TOML,
// read by two parsers, must give the body back; every refusal is listed.
func TestCorpusMirrors(t *testing.T) {
	dir, rows := corpus(t, "MANIFEST.tsv")
	written, refused := 0, map[string]int{}
	out := t.TempDir()
	for _, row := range rows {
		if row["kind"] != "agent-md" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, row["file"]))
		if err != nil {
			t.Fatal(err)
		}
		root := project(t, map[string]string{".claude/agents/" + filepath.Base(row["file"]): string(src)})
		plan, err := mirror.Write(root, mirror.Options{Plugin: "p"}, mirror.Mode{})
		if err != nil {
			refused[err.Error()]++
			continue
		}
		if len(plan.Actions()) == 0 {
			for _, p := range plan.Problems {
				if p.Level == mirror.Error {
					refused[p.Message]++
					t.Logf("refused %s: %s", row["file"], p.Message)
				}
			}
			if len(plan.Mirrors) > 0 && len(plan.Problems) == 0 {
				t.Errorf("%s: neither written nor refused", row["file"])
			}
			continue
		}
		written++
		checkWritten(t, row["file"], root, plan, wantBody(src), out, written)
		for _, target := range []string{"gemini", "opencode"} {
			plan, err := mirror.Write(root, mirror.Options{Plugin: "p", OnlyTargets: []string{target}}, mirror.Mode{})
			if err != nil {
				t.Fatal(err)
			}
			if plan.Held {
				refused[target+": "+problems(plan, mirror.Error)[0]]++
				continue
			}
			data, _ := root.ReadFile(plan.Mirrors[0].Path)
			checkFront(t, root, plan.Mirrors[0], data)
		}
		root.Close()
	}
	t.Logf("%d written", written)
	for message, n := range refused {
		t.Logf("%4d refused: %s", n, message)
	}
	if written < 800 {
		t.Errorf("only %d agents were written", written)
	}
	checkWithPython(t, out)
}

func checkWritten(t *testing.T, name string, root *os.Root, plan *mirror.Plan, body, out string, n int) {
	t.Helper()
	for _, m := range plan.Mirrors {
		data, err := root.ReadFile(m.Path)
		if err != nil {
			t.Fatal(err)
		}
		if m.Target != "codex-toml" {
			if got := wantBody(data); got != body {
				t.Errorf("%s: body of %s is %.80q, want %.80q", name, m.Path, got, body)
			}
			checkFront(t, root, m, data)
			continue
		}
		var agent struct {
			Text string `toml:"developer_instructions"`
		}
		if err := toml.Unmarshal(data, &agent); err != nil || agent.Text != body {
			t.Errorf("%s: %v, instructions %.80q, want %.80q", name, err, agent.Text, body)
		}
		base := filepath.Join(out, strings.ReplaceAll(name, "/", "+"))
		write(t, base+".toml", data)
		write(t, base+".body", []byte(body))
	}
	again, err := mirror.Write(root, mirror.Options{Plugin: "p"}, mirror.Mode{})
	if err != nil || len(again.Actions()) > 0 || again.LockStale {
		t.Errorf("%s: the second run writes: %v %v", name, again.Actions(), err)
	}
}

// checkFront holds the front matter of a new mirror against that of its source:
// strict YAML with the same name and description.
func checkFront(t *testing.T, root *os.Root, m mirror.Mirror, data []byte) {
	t.Helper()
	src, _ := root.ReadFile(m.Source)
	want, got := agentspec.Parse(source.NewFile(m.Source, src)), agentspec.Parse(source.NewFile(m.Path, data))
	if got.Reading != agentspec.Strict || len(got.Problems) > 0 {
		t.Errorf("%s: not strict YAML: %v", m.Path, got.Problems)
	}
	if got.Description() != want.Description() || m.Target != "opencode" && got.Name() != want.Name() {
		t.Errorf("%s: %q %q, want %q %q", m.Path, got.Name(), got.Description(), want.Name(), want.Description())
	}
}

// checkWithPython reads all TOML files with Python's parser.
func checkWithPython(t *testing.T, dir string) {
	t.Helper()
	const script = `
import pathlib, sys, tomllib
n = 0
for p in pathlib.Path(sys.argv[1]).glob("*.toml"):
    got = tomllib.loads(p.read_bytes().decode())["developer_instructions"]
    if got.encode() != p.with_suffix(".body").read_bytes(): print("differs:", p.name)
    n += 1
print(n, "files read")
`
	out, err := exec.Command("python3", "-c", script, dir).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("differs")) {
		t.Errorf("python: %v\n%s", err, out)
	}
	t.Logf("python: %s", out)
}

// TestCorpusPairs puts Markdown agents beside the Codex agents that people
// wrote for them. Nothing of these is touched without Adopt; with it nothing
// but the instructions changes.
func TestCorpusPairs(t *testing.T) {
	dir, rows := corpus(t, "PAIRS.tsv")
	count := map[string]int{}
	for _, row := range rows {
		md, err := os.ReadFile(filepath.Join(dir, row["md_file"]))
		if err != nil {
			t.Fatal(err)
		}
		old, err := os.ReadFile(filepath.Join(dir, row["toml_file"]))
		if err != nil {
			t.Fatal(err)
		}
		name := agentspec.ReadName(md)
		file := ".codex/agents/" + name + ".toml"
		root := project(t, map[string]string{".claude/agents/a.md": string(md), file: string(old)})
		options := mirror.Options{Targets: []string{"codex-toml"}}
		before, err := mirror.Write(root, options, mirror.Mode{})
		if err != nil {
			t.Fatal(row["pair"], err)
		}
		if now, _ := root.ReadFile(file); !bytes.Equal(now, old) {
			t.Errorf("%s: a file that is not ours was changed without Adopt", row["pair"])
		}
		equal := row["body_relation"] == "trim-equal" || row["body_relation"] == "exact"
		sound := agenttoml.Parse(source.NewFile("", old)).Check(platform.CodexAgentKeys()) == nil
		if sound && len(before.Mirrors) == 1 && len(problems(before, mirror.Error)) == 0 && equal != (before.Mirrors[0].State == mirror.InStep) {
			t.Errorf("%s: state %s, body relation %s", row["pair"], before.Mirrors[0].State, row["body_relation"])
		}
		after, err := mirror.Write(root, options, mirror.Mode{Adopt: true})
		if err != nil {
			t.Fatal(row["pair"], err)
		}
		now, _ := root.ReadFile(file)
		if errs := problems(after, mirror.Error); len(errs) > 0 {
			count["refused: "+errs[0]]++
			if !bytes.Equal(now, old) {
				t.Errorf("%s: refused and written", row["pair"])
			}
			continue
		}
		count["adopted"]++
		a, b := agenttoml.Parse(source.NewFile("", old)), agenttoml.Parse(source.NewFile("", now))
		if b.Text(agenttoml.Instructions) != wantBody(md) {
			t.Errorf("%s: the instructions are not the body", row["pair"])
		}
		added := added(a, b)
		if len(added) > 0 {
			count["adopted with new "+strings.Join(added, ", ")]++
		}
		if x, y := without(a), without(b, added...); x != y {
			t.Errorf("%s: other bytes changed:\n%s\n---\n%s", row["pair"], x, y)
		}
	}
	for what, n := range count {
		t.Logf("%4d %s", n, what)
	}
}

// added lists the keys of b that a lacks.
func added(a, b *agenttoml.Agent) []string {
	var list []string
	for _, e := range b.Top() {
		if a.Find(e.Path[0]) == nil {
			list = append(list, e.Path[0])
		}
	}
	return list
}

// without is the file without the value of the instructions and without the
// lines of some other keys.
func without(a *agenttoml.Agent, lines ...string) string {
	src, e := a.File.Src, a.Find(agenttoml.Instructions)
	text := string(src[:e.Value.Start]) + string(src[e.Value.End:])
	for _, name := range lines {
		e := a.Find(name)
		text = strings.Replace(text, string(src[e.Key.Start:e.Value.End])+"\n", "", 1)
	}
	return text
}

func problems(p *mirror.Plan, level mirror.Level) []string {
	var list []string
	for _, problem := range p.Problems {
		if problem.Level == level {
			list = append(list, problem.Message)
		}
	}
	return list
}

// TestCodexLoadsMirrors lets the real Codex client load the mirrors of thirty
// real agents and of two that are hard to write: the instructions must arrive
// byte for byte. JUDGELINT_CODEX_LAB names the script that runs the client.
func TestCodexLoadsMirrors(t *testing.T) {
	lab := os.Getenv("JUDGELINT_CODEX_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_CODEX_LAB is not set")
	}
	dir, rows := corpus(t, "MANIFEST.tsv")
	files := map[string]string{
		".claude/agents/torture.md": "---\nname: torture\ndescription: T.\n---\n'''a''' \"\"\"b\"\"\" \\d \x1b[31m \x07 \x7f \u2028 \x00\r\nend",
		".claude/agents/large.md":   "---\nname: large\ndescription: L.\n---\n" + strings.Repeat("A line with `code` and \\d.\n", 12000),
	}
	seen := map[string]bool{"": true}
	for i := 0; i < len(rows) && len(seen) < 40; i += 11 {
		row := rows[i]
		if row["kind"] != "agent-md" || seen[row["name"]] {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, row["file"]))
		if err != nil {
			t.Fatal(err)
		}
		seen[row["name"]] = true
		files[fmt.Sprintf(".claude/agents/c%d.md", i)] = string(src)
	}
	root := project(t, files)
	plan, err := mirror.Write(root, mirror.Options{Targets: []string{"codex-toml"}}, mirror.Mode{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(lab, "agents", root.Name()).CombinedOutput()
	loaded := strings.Count(string(out), "developer_instructions=identical")
	if n := len(plan.Actions()); err != nil || n < 30 || loaded != n {
		t.Errorf("%d of %d mirrors arrive unchanged, %v\n%s", loaded, n, err, out)
	}
	t.Logf("%d mirrors arrive unchanged", loaded)
}
