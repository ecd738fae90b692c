package setup

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// maxScript is the size of a script that is looked into, at most; maxScripts
// the number of files that are.
const (
	maxScript  = 1 << 20
	maxScripts = 1000
)

// schemas tells where a judge is started with an output schema: Claude Code
// drops a block of such an agent without a word.
func (d *doctor) schemas() {
	for _, s := range d.scripts() {
		src, err := d.Root.ReadFile(s)
		if err != nil {
			continue // gone meanwhile
		}
		for _, name := range d.Judges {
			at := startsWithSchema(src, name)
			if isPipeline(s) {
				at = runsWithSchema(src, name)
			}
			if at < 0 {
				continue
			}
			d.add(Check{Name: "judges", Status: Warning, Path: s, Line: source.NewFile(s, src).LineOf(at),
				Message: "starts the judge " + name + " with an output schema: Claude Code drops the gate's block there in silence",
				Fix:     "let it answer in text, or judge its text where it is used: judgelint verdict --agent " + name + " FILE"})
		}
	}
}

// scripts are the files that start agents: workflow scripts of Claude Code and
// those of GitHub Actions.
func (d *doctor) scripts() []string {
	var names []string
	for _, dir := range []string{".claude/workflows", ".github/workflows"} {
		// A folder that cannot be read holds no script for us.
		_ = fs.WalkDir(d.Root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
			if err != nil || len(names) == maxScripts {
				return fs.SkipAll
			}
			wanted := slices.Contains([]string{".js", ".mjs", ".ts"}, path.Ext(p)) || isPipeline(p)
			if info, err := e.Info(); wanted && err == nil && info.Mode().IsRegular() && info.Size() <= maxScript {
				names = append(names, p)
			}
			return nil
		})
	}
	return names
}

func isPipeline(name string) bool {
	return strings.HasPrefix(name, ".github/") && (path.Ext(name) == ".yml" || path.Ext(name) == ".yaml")
}

// startsWithSchema returns the place where a script names an agent in options
// that hold a schema as well, such as {agentType: "judge", schema: S}; -1 if
// there is none.
func startsWithSchema(src []byte, agent string) int {
	for _, quote := range []string{`"`, `'`, "`"} {
		name := []byte(quote + agent + quote)
		for from := 0; ; {
			i := bytes.Index(src[from:], name)
			if i < 0 {
				break
			}
			at := from + i
			before := bytes.TrimRight(bytes.TrimRight(src[:at], " \t\r\n"), ": \t\r\n\"'")
			if bytes.HasSuffix(before, []byte("agentType")) && bytes.Contains(around(src, at), []byte("schema")) {
				return at
			}
			from = at + len(name)
		}
	}
	return -1
}

// longestOptions is how far options are looked for around a name, in bytes.
const longestOptions = 8 << 10

// around is the text between the braces around byte offset at; nil if there are
// none.
func around(src []byte, at int) []byte {
	start, depth := at, 0
	for ; start > max(0, at-longestOptions) && depth < 1; start-- {
		switch src[start-1] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	if depth < 1 {
		return nil
	}
	end := at
	for ; end < min(len(src), at+longestOptions) && depth > 0; end++ {
		switch src[end] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return src[start:end]
}

// runsWithSchema returns the place where a step runs the client as an agent and
// with a schema; -1 if there is none.
func runsWithSchema(src []byte, agent string) int {
	if !bytes.Contains(src, []byte("--json-schema")) {
		return -1
	}
	for _, form := range []string{"--agent " + agent, "--agent=" + agent, `--agent "` + agent, "--agent '" + agent} {
		if i := bytes.Index(src, []byte(form)); i >= 0 && !nameGoesOn(src[i+len(form):]) {
			return i
		}
	}
	return -1
}

// nameGoesOn reports whether a name is only the beginning of a longer one.
func nameGoesOn(rest []byte) bool {
	return len(rest) > 0 && (rest[0] == '-' || rest[0] == '_' || 'a' <= rest[0]|0x20 && rest[0]|0x20 <= 'z' || '0' <= rest[0] && rest[0] <= '9')
}
