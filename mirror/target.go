package mirror

import (
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
	// skills is the folder of the client's skills below the root, or "" if it
	// reads none.
	skills string
	// program starts the client; "" if nobody starts it by a command.
	program string
	// also are other folders below the root where the client finds agents.
	also []string
	// reads are folders of sources whose agents the client reads by itself.
	reads []string
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
		copilot(),
		cursor(),
		claude(),
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

// needsPlugin reports whether the target writes into a plugin.
func (t *Target) needsPlugin() bool { return strings.Contains(t.dir, "{plugin}") }
