package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
)

// TestGateCases plays the cases in testdata/gate: each is a project, laid out
// anew, and steps that follow each other in it. A step sends an event to the
// gate, or runs another command, or changes files, and says what must be so
// afterwards. $PROJECT stands for the project's folder.
func TestGateCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/gate/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c := newGateCase(t, ar)
			for i, s := range c.steps {
				c.number = i + 1
				c.step(s)
			}
		})
	}
}

// gateStep is one step of a case; its names are those of the files.
type gateStep struct {
	Gate     any               `json:"gate"` // an event, or the file with one
	Edit     map[string]any    `json:"edit"` // overrides keys of the event
	Args     []string          `json:"args"`
	Env      map[string]string `json:"env"`
	Cwd      string            `json:"cwd"`      // the process's folder, beside the project
	Parallel int               `json:"parallel"` // the event is sent so many times at once
	Run      string            `json:"run"`
	Stdin    *string           `json:"stdin"`
	Write    map[string]string `json:"write"`
	Append   map[string]string `json:"append"`
	Remove   string            `json:"remove"`
	StateDir string            `json:"state_dir"`

	Decision    string   `json:"decision"`
	DecisionAny []string `json:"decision_any"`
	Form        string   `json:"form"`
	Exit        *int     `json:"exit"`
	ExitNot     *int     `json:"exit_not"`
	Stdout      *string  `json:"stdout"`
	Has         []string `json:"has"`
	HasAny      []string `json:"has_any"`
	Lacks       []string `json:"lacks"`
	ErrHas      []string `json:"err_has"`
	OutHas      []string `json:"out_has"`
	Unchanged   bool     `json:"unchanged"` // nothing was written

	JSON        map[string]any            `json:"json"` // of stdout
	Counters    map[string]int            `json:"counters"`
	CountersAdd map[string]int            `json:"counters_add"`
	Files       map[string]map[string]any `json:"files"`
	ValidJSON   []string                  `json:"valid_json"`
}

type gateCase struct {
	t       *testing.T
	root    string
	project string
	steps   []gateStep
	number  int
}

func newGateCase(t *testing.T, ar *txtar.Archive) *gateCase {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &gateCase{t: t, root: root, project: filepath.Join(root, "a", "project")}
	for _, dir := range []string{c.project, filepath.Join(root, "home")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range ar.Files {
		if f.Name != "steps.json" {
			c.write(f.Name, string(f.Data))
		} else if err := json.Unmarshal(f.Data, &c.steps); err != nil {
			t.Fatalf("steps.json: %v", err)
		}
	}
	if len(c.steps) == 0 {
		t.Fatal("no steps")
	}
	return c
}

func (c *gateCase) fatalf(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("step %d: %s", c.number, fmt.Sprintf(format, args...))
}

// here fills in the project's folder; in JSON its back slashes are escaped.
func (c *gateCase) here(s string) string { return strings.ReplaceAll(s, "$PROJECT", c.project) }

func (c *gateCase) inJSON(s string) string {
	quoted, _ := json.Marshal(c.project)
	return strings.ReplaceAll(s, "$PROJECT", strings.Trim(string(quoted), `"`))
}

func (c *gateCase) path(name string) string {
	return filepath.Join(c.project, filepath.FromSlash(name))
}

func (c *gateCase) write(name, text string) {
	path := c.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if filepath.Ext(name) == ".json" {
		text = c.inJSON(text)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// gateAnswer is what one run of a command gave.
type gateAnswer struct {
	exit     int
	out, err string
}

func (c *gateCase) step(s gateStep) {
	c.t.Helper()
	before, counters := c.snapshot(), c.counters()
	for name, text := range s.Write {
		c.write(name, text)
	}
	for name, text := range s.Append {
		old, _ := os.ReadFile(c.path(name))
		c.write(name, string(old)+text)
	}
	if s.Remove != "" {
		if err := os.Remove(c.path(s.Remove)); err != nil {
			c.fatalf("%v", err)
		}
	}
	var a gateAnswer
	switch {
	case s.Gate != nil:
		a = c.gate(s)
		dir := s.StateDir
		if dir == "" {
			dir = ".judgelint"
		}
		for name := range c.changed(before) {
			if !strings.HasPrefix(name, dir+"/") {
				c.fatalf("the gate wrote %s", name)
			}
		}
	case s.Run != "":
		stdin := ""
		if s.Stdin != nil {
			stdin = *s.Stdin
		}
		a = c.run(s, words(s.Run), stdin)
	}
	c.expect(s, a, before, counters)
}

func (c *gateCase) gate(s gateStep) gateAnswer {
	c.t.Helper()
	var payload []byte
	if name, ok := s.Gate.(string); ok {
		data, err := os.ReadFile(c.path(name))
		if err != nil {
			c.fatalf("%v", err)
		}
		payload = data
	} else {
		payload, _ = json.Marshal(s.Gate)
	}
	if s.Edit != nil {
		var event map[string]any
		if err := json.Unmarshal(payload, &event); err != nil {
			c.fatalf("%v", err)
		}
		maps.Copy(event, s.Edit)
		payload, _ = json.Marshal(event)
	}
	answers := make([]gateAnswer, max(s.Parallel, 1))
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			answers[i] = c.run(s, append([]string{"judgelint", "gate"}, s.Args...), c.inJSON(string(payload)))
		})
	}
	wg.Wait()
	wanted := s.DecisionAny
	if s.Decision != "" {
		wanted = []string{s.Decision}
	}
	for _, a := range answers {
		kind, form := decisionOf(a)
		if len(wanted) > 0 && !slices.Contains(wanted, kind) || s.Form != "" && form != s.Form {
			c.fatalf("decision %s in form %s, want %v\nexit %d\nstdout %s\nstderr %s", kind, form, wanted, a.exit, a.out, a.err)
		}
	}
	return answers[len(answers)-1]
}

// decisionOf reads an answer as the table of answers has it.
func decisionOf(a gateAnswer) (kind, form string) {
	var obj struct{ Decision, Reason, SystemMessage string }
	isObject := strings.Count(a.out, "\n") == 1 && json.Unmarshal([]byte(a.out), &obj) == nil
	switch {
	case a.exit == 2 && a.out == "" && a.err != "" && fits(a.err):
		return "block", "exit"
	case a.exit == 0 && isObject && obj.Decision == "block" && obj.Reason != "" && fits(obj.Reason):
		return "block", "json"
	case a.exit == 0 && isObject && obj.SystemMessage != "" && strings.Contains(a.err, obj.SystemMessage):
		return "allow+escalate", "json"
	case a.exit == 0 && a.out == "" && a.err == "":
		return "allow", ""
	case a.exit == 0 && a.out == "" && strings.Count(a.err, "\n") == 1:
		return "allow+notice", ""
	case a.exit == 1 && a.out == "" && strings.Count(a.err, "\n") == 1:
		return "trouble", ""
	}
	return "of no known form", ""
}

func fits(reason string) bool {
	return utf8.RuneCountInString(reason) <= 4000 && strings.Count(strings.TrimSpace(reason), "\n") < 20
}

// run runs a command line in this process.
func (c *gateCase) run(s gateStep, argv []string, stdin string) gateAnswer {
	c.t.Helper()
	if _, err := exec.LookPath("sh"); err != nil && slices.Contains(argv, "sh") {
		c.t.Skip("needs sh")
	}
	env := map[string]string{"HOME": filepath.Join(c.root, "home")}
	for k, v := range s.Env {
		env[k] = c.here(v)
	}
	dir := c.project
	if s.Cwd != "" {
		dir = filepath.Join(c.root, s.Cwd)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			c.fatalf("%v", err)
		}
	}
	var out, errs bytes.Buffer
	exit := execute(&cli.Env{
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		Getenv: func(k string) string { return env[k] }, Dir: dir,
	}, argv[1:])
	return gateAnswer{exit, out.String(), errs.String()}
}

// words splits a command line at blanks outside quotation marks.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

func (c *gateCase) expect(s gateStep, a gateAnswer, before map[string]string, counters map[string]int) {
	c.t.Helper()
	both := a.out + a.err
	var obj struct{ Reason string }
	if json.Unmarshal([]byte(a.out), &obj) == nil {
		both += obj.Reason
	}
	wrong := []string{}
	check := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	check(s.Exit == nil || a.exit == *s.Exit, "exit %d", a.exit)
	check(s.ExitNot == nil || a.exit != *s.ExitNot, "exit %d", a.exit)
	check(s.Stdout == nil || a.out == *s.Stdout, "stdout %q", a.out)
	for _, w := range s.Has {
		check(strings.Contains(both, w), "%q is not said", w)
	}
	for _, w := range s.Lacks {
		check(!strings.Contains(both, w), "%q is said", w)
	}
	for _, w := range s.ErrHas {
		check(strings.Contains(a.err, w), "%q is not said on stderr", w)
	}
	for _, w := range s.OutHas {
		check(strings.Contains(a.out, w), "%q is not said on stdout", w)
	}
	check(len(s.HasAny) == 0 || slices.ContainsFunc(s.HasAny, func(w string) bool { return strings.Contains(both, w) }), "none of %q is said", s.HasAny)
	check(!s.Unchanged || len(c.changed(before)) == 0, "changed: %v", slices.Sorted(maps.Keys(c.changed(before))))
	now := c.counters()
	for name, n := range s.Counters {
		check(now[name] == n, "counter %s is %d, want %d", name, now[name], n)
	}
	for name, n := range s.CountersAdd {
		check(now[name] == counters[name]+n, "counter %s is %d, want %d more than %d", name, now[name], n, counters[name])
	}
	if s.JSON != nil {
		wrong = append(wrong, differs("stdout", []byte(a.out), s.JSON)...)
	}
	for name, want := range s.Files {
		wrong = append(wrong, c.file(name, want, before)...)
	}
	for _, name := range s.ValidJSON {
		data, _ := os.ReadFile(c.path(name))
		check(json.Valid(data), "%s is no JSON: %q", name, data)
	}
	if len(wrong) > 0 {
		c.fatalf("%s\nexit %d\nstdout %s\nstderr %s", strings.Join(wrong, "\n"), a.exit, a.out, a.err)
	}
}

func (c *gateCase) file(name string, want map[string]any, before map[string]string) (wrong []string) {
	data, err := os.ReadFile(c.path(name))
	_, statErr := os.Lstat(c.path(name))
	if want["exists"] == false {
		if statErr == nil {
			wrong = append(wrong, name+" is there")
		}
		return wrong
	}
	if statErr != nil {
		return append(wrong, statErr.Error())
	}
	for _, w := range list(want["has"]) {
		if !strings.Contains(string(data), w) {
			wrong = append(wrong, fmt.Sprintf("%s lacks %q", name, w))
		}
	}
	for _, w := range list(want["lacks"]) {
		if strings.Contains(string(data), w) {
			wrong = append(wrong, fmt.Sprintf("%s holds %q", name, w))
		}
	}
	if want["same"] == true && before[name] != string(data) {
		wrong = append(wrong, name+" was changed")
	}
	if obj, ok := want["json"].(map[string]any); ok && err == nil {
		wrong = append(wrong, differs(name, data, obj)...)
	}
	return wrong
}

func list(v any) (all []string) {
	for _, w := range asList(v) {
		all = append(all, w.(string))
	}
	return all
}

func asList(v any) []any { l, _ := v.([]any); return l }

// differs compares values in JSON text, given by their paths such as
// "checks.0.name", with wanted values: {"type": "str"} is any text,
// {"match": re} a text that fits, anything else the value itself.
func differs(name string, data []byte, want map[string]any) (wrong []string) {
	var top any
	if err := json.Unmarshal(data, &top); err != nil {
		return []string{fmt.Sprintf("%s is no JSON: %v", name, err)}
	}
	for path, w := range want {
		got := top
		for _, key := range strings.Split(path, ".") {
			switch v := got.(type) {
			case map[string]any:
				got = v[key]
			case []any:
				i, err := strconv.Atoi(key)
				if err != nil || i >= len(v) {
					got = nil
				} else {
					got = v[i]
				}
			default:
				got = nil
			}
		}
		if !fitsValue(got, w) {
			wrong = append(wrong, fmt.Sprintf("%s: %s is %v, want %v", name, path, got, w))
		}
	}
	return wrong
}

func fitsValue(got, want any) bool {
	if test, ok := want.(map[string]any); ok {
		s, isText := got.(string)
		if re, ok := test["match"].(string); ok {
			return isText && regexp.MustCompile(re).MatchString(s)
		}
		return isText && s != "" && test["type"] == "str"
	}
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	return bytes.Equal(g, w)
}

// snapshot is the content of every file of the case, by its path below the
// project.
func (c *gateCase) snapshot() map[string]string {
	files := map[string]string{}
	err := filepath.WalkDir(c.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(c.project, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		c.fatalf("%v", err)
	}
	return files
}

func (c *gateCase) changed(before map[string]string) map[string]bool {
	names, after := map[string]bool{}, c.snapshot()
	for name, text := range after {
		if old, ok := before[name]; !ok || old != text {
			names[name] = true
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			names[name] = true
		}
	}
	return names
}

// counters reads counters.json as other tools see it.
func (c *gateCase) counters() map[string]int {
	counts := map[string]int{}
	data, err := os.ReadFile(c.path(".judgelint/counters.json"))
	if err == nil {
		_ = json.Unmarshal(data, &counts) // a damaged file counts nothing
	}
	for _, name := range state.Counters() {
		counts[name] += 0
	}
	return counts
}
