package mirror

import (
	"slices"
	"strings"
)

// Target is one platform's form of an agent. A new one is a file with such a
// value and a line in Targets.
type Target struct {
	Name string
	// On is true if it is written unless the configuration says otherwise.
	On bool
	// Client names the platform in messages; Readers says who reads the files.
	Client, Readers string

	// dir is the folder below the root, with {plugin} for the plugin; ext is
	// the ending of the files.
	dir, ext string
	form     form
	// required are the keys that every mirror needs; an existing one that lacks
	// them gets them.
	required []string
	// keys gives the keys of a new mirror, and with them what becomes of each
	// field of the source.
	keys func(*translation)
	// others says why a field that keys does not mention is lost; "" means that
	// the client has no such key.
	others string
	// check returns why the loader would refuse a mirror; nil refuses nothing.
	check func(*document) []fault
}

// Targets is the table of targets, in the order of the documents.
func Targets() []Target {
	return []Target{
		agentsPlugin(),
		codexMarkdown(),
		codexTOML(),
		gemini(),
		opencode(),
	}
}

// TargetNames lists the names of Targets.
func TargetNames() []string {
	var names []string
	for _, t := range Targets() {
		names = append(names, t.Name)
	}
	return names
}

// folder is the folder of the target's files, slash-separated.
func (t *Target) folder(plugin string) string {
	return strings.ReplaceAll(t.dir, "{plugin}", plugin)
}

// needsPlugin reports whether the target writes into a plugin.
func (t *Target) needsPlugin() bool { return strings.Contains(t.dir, "{plugin}") }

// selected returns the targets that a run is for, in the order of the table.
func (o *Options) selected() []Target {
	names := o.Targets
	if o.OnlyTargets != nil {
		names = o.OnlyTargets
	}
	return slices.DeleteFunc(Targets(), func(t Target) bool {
		return names == nil && !t.On || names != nil && !slices.Contains(names, t.Name)
	})
}
