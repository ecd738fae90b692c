package mirror

import (
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/source"
)

// key is one key of a mirror with the value that it should have.
type key struct {
	name string
	// value is a string, bool, int64, float64, time, []any or map[string]any.
	value any
	// from are the keys of the source that it carries.
	from []string
	// ours is true if existing mirrors get it, too.
	ours bool
	// lines are the lines of the source that are copied instead of value.
	lines []byte
}

// form is a way to write an agent down.
type form interface {
	// fresh returns a new file.
	fresh(keys []key, body []byte) []byte
	// isFresh reports whether src is what fresh returns, without building it.
	isFresh(src []byte, keys []key, body []byte) bool
	// read reads a file that exists. It fails with a fault for a file whose
	// parts cannot be told apart.
	read(f *source.File) (*document, *fault)
}

// document is a mirror as it stands.
type document struct {
	file *source.File
	keys []docKey
	// body is folded.
	body []byte
	// toml is set for TOML.
	toml *agenttoml.Agent
	// yamlFault is why a strict reader refuses the front matter.
	yamlFault *fault
	// edit returns the file with the keys set and the body replaced, if it is
	// not nil, and every other byte kept.
	edit func(set []key, body []byte) ([]byte, *fault)
}

// docKey is a key at top level. value is nil for what has no Go value here.
type docKey struct {
	name  string
	value any
	span  source.Span
	// written is the value of front matter as it stands in the file.
	written string
}

// find returns the key with this name, or nil.
func (d *document) find(name string) *docKey {
	for i := range d.keys {
		if d.keys[i].name == name {
			return &d.keys[i]
		}
	}
	return nil
}

// text is the value of a key that holds text, or "".
func (d *document) text(name string) string {
	if k := d.find(name); k != nil {
		s, _ := k.value.(string)
		return s
	}
	return ""
}

// fault is one reason why a file cannot be read, or why the loader of a
// platform refuses it.
type fault struct {
	key           string // the key that it is about, or ""
	span          source.Span
	message, help string
	// mild is set where only some of the readers refuse it.
	mild bool
}
