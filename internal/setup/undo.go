package setup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/templates"
)

// The actions of an undo, beside Keep.
const (
	Remove  Action = "remove"  // the file was ours alone
	Restore Action = "restore" // what we added goes, the rest stays
)

// NewUndo plans to take out what Apply put in. Where a file changed since,
// the parts that are plainly ours go, and a file that was ours alone is kept.
// Without a record (in another clone) files that equal a template count as
// ours.
func NewUndo(root *os.Root) (*Plan, error) {
	r, err := readRecord(root)
	if err != nil {
		return nil, err
	}
	u := undo{root: root, texts: map[string][]byte{}}
	if len(r.Files) == 0 {
		u.guess()
		return &u.plan, errors.Join(u.faults...)
	}
	for _, e := range slices.Backward(r.Files) {
		u.entry(&e)
	}
	u.finish()
	return &u.plan, errors.Join(u.faults...)
}

// undo collects what becomes of each file; a nil text means that it goes.
type undo struct {
	root   *os.Root
	plan   Plan
	paths  []string
	texts  map[string][]byte
	faults []error
	lock   bool // the list of the mirrors was written since
}

// lockFile lists the mirrors: one line for each, which begins with its path
// and a tab.
const lockFile = "mirrorgen.lock"

// text is the content of a file as far as the undo has come. ok is false if
// there is no such file.
func (u *undo) text(name string) (text []byte, ok bool) {
	if text, seen := u.texts[name]; seen {
		return text, text != nil
	}
	text, err := readFile(u.root, name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			u.faults = append(u.faults, err)
		}
		return nil, false
	}
	return text, true
}

func (u *undo) set(name string, text []byte) {
	if _, seen := u.texts[name]; !seen {
		u.paths = append(u.paths, name)
	}
	u.texts[name] = text
}

func (u *undo) entry(e *entry) {
	text, ok := u.text(e.Path)
	switch {
	case !ok:
	case sum(text) != e.SHA256:
		u.changed(e, text)
	case len(e.Edits) == 0:
		u.set(e.Path, nil)
	default:
		u.set(e.Path, nonNil(source.Apply(text, e.back())))
	}
}

// changed takes out of a file that somebody else has written since what can
// be told apart: gate entries, or the item of pre-commit.
func (u *undo) changed(e *entry, text []byte) {
	if e.Path == lockFile {
		u.lock = true // when it is known which mirrors go
		return
	}
	if d, ok := hookset.DialectOf(e.Path); ok {
		edits := hookset.Read(source.NewFile(e.Path, text), d).Remove(e.Events)
		if len(edits) > 0 {
			u.set(e.Path, nonNil(source.Apply(text, edits)))
			return
		}
	}
	if e.Path == preCommitFile && u.preCommit(text, len(e.Edits) == 0) {
		return
	}
	u.plan.Steps = append(u.plan.Steps, Step{Path: e.Path, Action: Keep, Note: "was changed since"})
}

// preCommit takes the item out of .pre-commit-config.yaml that stands there as
// it was put in. A file that was ours alone stays if no other item is in it.
func (u *undo) preCommit(text []byte, ours bool) bool {
	rest, ok := withoutRepo(text, templates.PreCommit())
	if !ok || ours && !bytes.Contains(rest, []byte("- repo:")) {
		return false
	}
	u.set(preCommitFile, nonNil(rest))
	return true
}

// guess plans an undo without a record.
func (u *undo) guess() {
	for _, preset := range templates.Presets() {
		text, _ := templates.Config(preset)
		u.guessFile("judgelint.toml", text)
	}
	for _, name := range templates.Judges() {
		for _, language := range templates.Languages() {
			spec, _ := templates.Judge(name, language)
			u.guessFile(".claude/agents/"+name+".md", spec)
		}
	}
	u.guessFile(ciFile, templates.CI(u.installed()))
	u.guessFile(preCommitFile, freshRepos(templates.PreCommit()))
	if text, ok := u.text(preCommitFile); ok {
		u.preCommit(text, false)
	}
	for _, host := range platform.HookHosts() {
		facts, _ := platform.HooksOf(host)
		u.guessHooks(facts.File, hookset.Dialect{Host: host})
	}
	if exists(u.root, lockFile) {
		u.plan.Steps = append(u.plan.Steps, Step{Path: lockFile, Action: Keep, Note: "mirrorgen --prune removes the mirrors afterwards"})
	}
	u.finish()
}

func (u *undo) guessFile(name string, ours []byte) {
	if text, ok := u.text(name); ok && string(text) == string(ours) {
		u.set(name, nil)
	}
}

// installed is the version that the workflow of GitHub installs.
func (u *undo) installed() string {
	text, _ := u.text(ciFile)
	_, version, _ := strings.Cut(string(text), "/cmd/...@")
	version, _, _ = strings.Cut(version, "\n")
	return version
}

func (u *undo) guessHooks(name string, d hookset.Dialect) {
	text, ok := u.text(name)
	if !ok {
		return
	}
	set := hookset.Read(source.NewFile(name, text), d)
	gates := hookset.Entries(d.Host, hookset.Options{UI: true, Protect: true})
	gates = slices.DeleteFunc(gates, func(e hookset.Entry) bool { return len(set.Gates(e.Event)) == 0 })
	if string(text) == string(hookset.Fresh(d, gates)) {
		u.set(name, nil)
		return
	}
	edits := set.Remove(nil)
	if len(edits) > 0 {
		u.set(name, nonNil(source.Apply(text, edits)))
	}
}

// unlist takes the mirrors that go out of the list; what only a comment is
// left of goes, too.
func (u *undo) unlist() {
	text, _ := u.text(lockFile)
	var kept []byte
	mirrors := false
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(line, "\t")
		if after, seen := u.texts[name]; seen && after == nil {
			continue
		}
		mirrors = mirrors || !strings.HasPrefix(line, "#")
		kept = append(kept, line...)
	}
	if !mirrors {
		kept = nil
	}
	u.set(lockFile, kept)
}

// finish turns the collected texts into steps.
func (u *undo) finish() {
	if u.lock {
		u.unlist()
	}
	for _, name := range u.paths {
		s := Step{Path: name, Action: Remove}
		if text := u.texts[name]; text != nil {
			s = Step{Path: name, Action: Restore, after: text}
		}
		u.plan.Steps = append(u.plan.Steps, s)
	}
	if len(u.plan.Steps) == 0 && exists(u.root, recordFile) {
		u.plan.Steps = append(u.plan.Steps, Step{Path: recordFile, Action: Remove}) // of a run that could write nothing
	}
	slices.SortStableFunc(u.plan.Steps, func(a, b Step) int { return strings.Compare(a.Path, b.Path) })
}

// ApplyUndo writes an undo, then removes the record and the folders that were
// made and are empty now.
func (p *Plan) ApplyUndo(root *os.Root) error {
	r, err := readRecord(root)
	if err != nil {
		return err
	}
	for _, s := range p.Steps {
		switch s.Action {
		case Remove:
			if err = root.Remove(s.Path); len(r.Files) == 0 {
				r.Folders = append(r.Folders, foldersOf(s.Path)...) // it is not known who made them
			}
		case Restore:
			err = writeFile(root, s.Path, s.after)
		}
		if err != nil {
			return plain(s.Path, err)
		}
	}
	return r.forget(root)
}

// foldersOf are the folders on the way to a file.
func foldersOf(name string) (dirs []string) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// forget removes the record and everything that it alone needed.
func (r *record) forget(root *os.Root) error {
	if err := root.Remove(recordFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plain(recordFile, err)
	}
	for _, dir := range r.folders() {
		root.Remove(dir) // stays if it is not empty
	}
	// The state folder stays if the gate has written into it.
	if entries, err := fs.ReadDir(root.FS(), stateDir); err == nil && len(entries) == 1 && entries[0].Name() == ".gitignore" {
		root.Remove(ignoreFile)
		root.Remove(stateDir)
	}
	return nil
}

// nonNil is text, never nil: an empty file is a file.
func nonNil(text []byte) []byte {
	if text == nil {
		return []byte{}
	}
	return text
}
