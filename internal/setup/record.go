package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// The record of what was written lies in the state folder, which git ignores.
// Undo works without it, too, but knows less then.
const (
	stateDir   = ".judgelint"
	recordFile = stateDir + "/init.json"
	ignoreFile = stateDir + "/.gitignore"
	ignoreAll  = "*\n"
)

// record is what init wrote, in the order of writing.
type record struct {
	Version int     `json:"version"`
	Files   []entry `json:"files"`
	// Folders are those that were made, the outermost first.
	Folders []string `json:"folders"`
}

// entry is one file that was written.
type entry struct {
	Path string `json:"path"`
	// SHA256 is that of the whole file afterwards, in hex.
	SHA256 string `json:"sha256"`
	// Edits are what was changed in a file that was there; none if it was new.
	Edits []recordedEdit `json:"edits,omitempty"`
	// Events are those that got the gate in hook settings that were there.
	Events []string `json:"events,omitempty"`
}

// recordedEdit is one edit, with its offset in the file before.
type recordedEdit struct {
	Offset int    `json:"offset"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// readRecord returns the record, an empty one if there is none.
func readRecord(root *os.Root) (record, error) {
	r := record{Version: 1}
	src, err := readFile(root, recordFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(src, &r); err != nil || r.Version != 1 {
		return r, fmt.Errorf("%s: not readable; remove it, and undo goes by the contents of the files", recordFile)
	}
	return r, nil
}

// Apply writes the record of the plan, then its files: whenever it is stopped,
// an undo knows what may be there.
func (p *Plan) Apply(root *os.Root) error {
	r, err := readRecord(root)
	if err != nil {
		return err
	}
	steps := slices.DeleteFunc(slices.Clone(p.Steps), func(s Step) bool { return s.Action == Keep })
	var paths []string
	for _, s := range steps {
		paths = append(paths, s.Path)
		r.add(newEntry(s))
	}
	r.Folders = append(r.Folders, MissingFolders(root, paths)...)
	if err := r.write(root); err != nil {
		return err
	}
	for _, s := range steps {
		if err := writeFile(root, s.Path, s.after); err != nil {
			return err
		}
	}
	return nil
}

// add notes an entry, unless a run that was stopped has noted it.
func (r *record) add(e entry) {
	same := func(old entry) bool { return old.Path == e.Path && old.SHA256 == e.SHA256 }
	if !slices.ContainsFunc(r.Files, same) {
		r.Files = append(r.Files, e)
	}
}

// MissingFolders returns the folders that files with these paths need and
// that are not there, the outermost first.
func MissingFolders(root *os.Root, paths []string) []string {
	var missing []string
	for _, name := range paths {
		for _, dir := range slices.Backward(foldersOf(name)) {
			if !exists(root, dir) && !slices.Contains(missing, dir) {
				missing = append(missing, dir)
			}
		}
	}
	return missing
}

// Record notes files that somebody else has written for the set-up, and the
// folders that were made for them, so that an undo takes them out, too.
func Record(root *os.Root, paths, folders []string) error {
	if len(paths) == 0 {
		return nil
	}
	r, err := readRecord(root)
	if err != nil {
		return err
	}
	for _, name := range paths {
		text, err := readFile(root, name)
		if err != nil {
			return err
		}
		r.add(entry{Path: name, SHA256: sum(text)})
	}
	r.Folders = append(r.Folders, folders...)
	return r.write(root)
}

func newEntry(s Step) entry {
	e := entry{Path: s.Path, SHA256: sum(s.after), Events: s.events}
	for _, edit := range s.edits {
		old := string(s.before[edit.Span.Start:edit.Span.End])
		e.Edits = append(e.Edits, recordedEdit{Offset: edit.Span.Start, Old: old, New: edit.New})
	}
	return e
}

func (r *record) write(root *os.Root) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if !exists(root, ignoreFile) {
		if err := writeFile(root, ignoreFile, []byte(ignoreAll)); err != nil {
			return err
		}
	}
	return writeFile(root, recordFile, append(text, '\n'))
}

// back are the edits that take the recorded ones back.
func (e *entry) back() []source.Edit {
	var back []source.Edit
	shift := 0
	for _, r := range e.Edits {
		start := r.Offset + shift
		back = append(back, source.Edit{Span: source.Span{Start: start, End: start + len(r.New)}, New: r.Old})
		shift += len(r.New) - len(r.Old)
	}
	return back
}

// folders are the recorded folders, the innermost first.
func (r *record) folders() []string {
	dirs := slices.Clone(r.Folders)
	slices.SortFunc(dirs, func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	return dirs
}
