// Package roster knows which agents are judges: agents whose answer must end
// with a verdict.
//
//	r := roster.New(roster.Folders(project, getenv), roster.Options{})
//	if r.Agent("plugin:coverage-auditor").Standing == roster.Judge { ... }
//
// An agent's own spec says it, by the verdict block that it shows; lists in
// the configuration overrule. Specs are looked up when they are asked for,
// because a hook has no time to read all of them. The package knows no hooks
// and no rules.
package roster

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Options say who is a judge regardless of specs. The zero value leaves it to
// the specs.
type Options struct {
	// Judges are names of judges, NotJudges names of agents that are none;
	// NotJudges wins. A plugin prefix does not count; a name may be a glob.
	Judges, NotJudges []string
	// Language is the verdict language in which the specs are read.
	Language verdict.Language
}

// Standing is what is known of an agent.
type Standing int

const (
	// Unknown: there is no spec for the name (a built-in agent, one of a
	// plugin elsewhere), or no name.
	Unknown Standing = iota
	// Other: there is a spec, and it is no judge's.
	Other
	// Judge must end with a verdict.
	Judge
)

// String is "unknown", "other" or "judge".
func (s Standing) String() string { return [...]string{"unknown", "other", "judge"}[s] }

// Agent is what the roster knows of one agent.
type Agent struct {
	// Name is the name without the prefix of a plugin.
	Name     string
	Standing Standing
	// Path is the file of the spec, empty if there is none; Spec is its text.
	Path string
	Spec *source.File
	// Block is the verdict block that the spec shows, without its fences and
	// without the agent's line; empty if there is none.
	Block []string
}

// Roster looks agents up. It is not safe for concurrent use.
type Roster struct {
	opt     Options
	folders []Folder
	specs   map[string]*source.File
	agents  map[string]Agent
}

// New returns a roster over agent folders, the first of which that has a spec
// for a name wins.
func New(folders []Folder, opt Options) *Roster {
	return &Roster{opt: opt, folders: folders, specs: map[string]*source.File{}, agents: map[string]Agent{}}
}

// Agent looks an agent up by its name, whose plugin prefix does not count.
func (r *Roster) Agent(name string) Agent {
	name = verdict.BareName(name)
	if a, ok := r.agents[name]; ok {
		return a
	}
	a := r.look(name)
	r.agents[name] = a
	return a
}

func (r *Roster) look(name string) Agent {
	a := Agent{Name: name}
	if name == "" {
		return a
	}
	shown := false
	if f := r.spec(name); f != nil {
		a.Path, a.Spec, a.Standing = f.Path, f, Other
		if a.Block, shown = r.shows(f, name); shown {
			a.Standing = Judge
		}
	}
	if verdict.Listed(r.opt.Judges, name) {
		a.Standing = Judge
	}
	if verdict.Listed(r.opt.NotJudges, name) {
		a.Standing = Other
	}
	return a
}

// shows reports whether a spec shows a verdict block of its own agent: one that
// it teaches, or one that it only quotes and that names the agent itself.
func (r *Roster) shows(f *source.File, name string) (block []string, ok bool) {
	body := source.NewFile(f.Path, f.Src[source.CutFront(f.Src).Body.Start:])
	t := verdict.Parse(body, r.opt.Language)
	if b, ok := Teaches(&t, nil, name, func(agent string) bool { return r.spec(agent) != nil }); ok {
		return blockLines(&b.Block), true
	}
	return Quotes(&t, name)
}

// blockLines are the fields and findings of a block without its agent.
func blockLines(b *verdict.Block) []string {
	var lines []string
	for _, f := range b.Fields {
		if f.Key != "agent" {
			lines = append(lines, f.Key+": "+f.Value)
		}
	}
	for _, f := range b.Findings {
		lines = append(lines, strings.TrimSpace("finding: "+f.ID+" action: "+f.Action+" "+f.Note))
	}
	return lines
}

// spec returns the spec of a name, or nil. The file that bears the name is
// tried in every folder before any folder is read as a whole.
func (r *Roster) spec(name string) *source.File {
	if f, ok := r.specs[name]; ok {
		return f
	}
	f := r.find(name)
	r.specs[name] = f
	return f
}

func (r *Roster) find(name string) *source.File {
	if name == "" || len(name) > 255 || strings.ContainsAny(name, "/\\\x00") {
		return nil
	}
	for _, d := range r.folders {
		if f := d.direct(name); f != nil {
			return f
		}
	}
	for _, d := range r.folders {
		if f := d.scan(name); f != nil {
			return f
		}
	}
	return nil
}

// direct reads the file that is named after the agent.
func (d Folder) direct(name string) *source.File {
	for _, ending := range d.endings() {
		path := filepath.Join(d.Dir, name+ending)
		src := readSpec(path)
		if src != nil && d.nameIn(path, src) == name {
			return source.NewFile(path, src)
		}
	}
	return nil
}

// maxSpec is the largest file that can be a spec.
const maxSpec = 16 << 20

// readSpec is the text of a file, nil for what is no spec: opening a pipe
// would hang.
func readSpec(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSpec {
		return nil
	}
	src, _ := os.ReadFile(path) // what cannot be read says nothing
	return src
}

// scan reads the whole folder.
func (d Folder) scan(name string) *source.File {
	if f, err := agentspec.Find(os.DirFS(d.Dir), ".", name); err == nil && f != nil {
		return source.NewFile(filepath.Join(d.Dir, filepath.FromSlash(f.Path)), f.Src)
	}
	if !d.TOML {
		return nil
	}
	entries, _ := os.ReadDir(d.Dir) // a folder that cannot be read has no specs
	for _, e := range entries {
		p := filepath.Join(d.Dir, e.Name())
		if filepath.Ext(p) != ".toml" || !e.Type().IsRegular() {
			continue
		}
		if src := readSpec(p); src != nil && d.nameIn(p, src) == name {
			return source.NewFile(p, src)
		}
	}
	return nil
}

// nameIn is the name of the agent that a file defines.
func (d Folder) nameIn(path string, src []byte) string {
	if filepath.Ext(path) == ".toml" {
		return tomlName(src)
	}
	name := agentspec.ReadName(src)
	if name == "" && d.Unnamed {
		name = strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".md"), ".agent")
	}
	return name
}

// tomlName is the value of the key name before the first table. The text of
// the instructions needs no TOML: it stands in the file line by line, so that
// the block in it is found as in Markdown.
func tomlName(src []byte) string {
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("[")) {
			return ""
		}
		value, ok := bytes.CutPrefix(line, []byte("name"))
		if !ok {
			continue
		}
		if value, ok = bytes.CutPrefix(bytes.TrimSpace(value), []byte("=")); !ok {
			continue
		}
		value = bytes.TrimSpace(value)
		if len(value) < 2 || value[0] != '"' && value[0] != '\'' {
			return ""
		}
		name, _, _ := bytes.Cut(value[1:], value[:1])
		return string(name)
	}
	return ""
}
