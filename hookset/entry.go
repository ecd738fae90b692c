package hookset

import (
	"cmp"
	"strings"
)

// Command is the command line that runs the gate at every event.
const Command = "judgelint" + arguments

const arguments = " gate --reply json"

// CommandOf is Command with another name or path of the program. A path that a
// shell would read as more than a path gives Command itself, as does none.
func CommandOf(program string) string {
	switch {
	case program == "" || strings.ContainsAny(program, "\"$`!%\r\n\x00"):
		return Command
	case strings.Trim(program, plainPath) == "":
		return program + arguments
	case strings.Contains(program, `\`) && !windowsPath(program):
		return Command
	}
	return `"` + program + `"` + arguments
}

// plainPath are the characters of a path that every shell takes as it is.
const plainPath = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@+:"

func windowsPath(p string) bool { return len(p) > 2 && p[1] == ':' && p[2] == '\\' }

// isInstalled reports whether a command line is one that CommandOf made.
func isInstalled(command string) bool {
	program, ok := strings.CutSuffix(command, arguments)
	program = strings.Trim(program, `"`)
	return ok && CommandOf(program) == command && IsGate(command)
}

// timeoutSeconds is how long a client waits for the gate. A gate that is
// killed lets the stop through, so it is far above what the gate needs.
const timeoutSeconds = 10

// Entry is one handler that Merge adds: the gate at one event.
type Entry struct {
	Event string
	// Matcher is empty for every agent or tool.
	Matcher string
	// Command is the command line; empty means Command.
	Command string
}

// Options say which entries a project wants beyond those for verdicts.
type Options struct {
	// UI adds the event after each tool, where edits are recorded.
	UI bool
	// Protect adds the event that tells of changed settings.
	Protect bool
	// Program is the path of judgelint for the command lines; empty means its
	// name, to be found on the PATH.
	Program string
}

// Entries returns the entries for a client, in the order in which they are
// written; nil for a client without command hooks.
func Entries(host string, o Options) []Entry {
	entries := entriesOf(host, o)
	for i := range entries {
		entries[i].Command = CommandOf(o.Program)
	}
	return entries
}

func entriesOf(host string, o Options) []Entry {
	switch host {
	case "claude":
		e := []Entry{{Event: "SubagentStart"}, {Event: "SubagentStop"}, {Event: "Stop"}}
		if o.UI {
			e = append(e, Entry{Event: "PostToolUse", Matcher: "Write|Edit|MultiEdit|NotebookEdit"})
		}
		if o.Protect {
			e = append(e, Entry{Event: "ConfigChange"})
		}
		return e
	case "codex":
		e := []Entry{{Event: "SubagentStart"}, {Event: "SubagentStop"}, {Event: "Stop"}}
		if o.UI {
			e = append(e, Entry{Event: "PostToolUse", Matcher: "apply_patch"})
		}
		return e
	case "gemini":
		e := []Entry{{Event: "AfterAgent"}}
		if o.UI {
			e = append(e, Entry{Event: "AfterTool", Matcher: "write_file|replace"})
		}
		return e
	case "copilot":
		e := []Entry{{Event: "subagentStop"}, {Event: "agentStop"}}
		if o.UI {
			e = append(e, Entry{Event: "postToolUse"})
		}
		return e
	}
	return nil
}

// item is the JSON tree of an entry as it stands in the list of its event.
func (d Dialect) item(e Entry) node {
	facts := d.facts()
	command := cmp.Or(e.Command, Command)
	handler := node{pairs: []pair{{"type", quoted("command")}}}
	if facts.Flat {
		handler.add("bash", quoted(command))
		handler.add("powershell", quoted(command))
	} else {
		handler.add("command", quoted(command))
	}
	handler.add(facts.TimeoutKey, node{leaf: itoa(timeoutSeconds * facts.TimeoutPerSecond)})
	if facts.Flat {
		return handler
	}
	var group node
	if e.Matcher != "" {
		group.add("matcher", quoted(e.Matcher))
	}
	group.add("hooks", node{list: []node{handler}})
	return group
}

// node is a JSON tree to write: a leaf, a list, or an object.
type node struct {
	leaf  string
	list  []node
	pairs []pair
}

type pair struct {
	key   string
	value node
}

func (n *node) add(key string, v node) { n.pairs = append(n.pairs, pair{key, v}) }

// style is how a file is laid out.
type style struct {
	eol, unit string // one line ending, one step of indentation
	// compact files have everything on one line; then comma and colon are the
	// separators with the blanks that the file uses.
	compact      bool
	comma, colon string
}

// write renders n; indent is that of the line on which n begins.
func (st style) write(b *strings.Builder, n node, indent string) {
	if n.leaf != "" {
		b.WriteString(n.leaf)
		return
	}
	left, right, children := "{", "}", len(n.pairs)
	if n.list != nil {
		left, right, children = "[", "]", len(n.list)
	}
	b.WriteString(left)
	for i := range children {
		if i > 0 {
			b.WriteString(st.between())
		}
		b.WriteString(st.newline(indent + st.unit))
		if n.list != nil {
			st.write(b, n.list[i], indent+st.unit)
			continue
		}
		b.WriteString(quoted(n.pairs[i].key).leaf + st.colon)
		st.write(b, n.pairs[i].value, indent+st.unit)
	}
	b.WriteString(st.newline(indent) + right)
}

// newline ends a line and indents the next; nothing in a compact file.
func (st style) newline(indent string) string {
	if st.compact {
		return ""
	}
	return st.eol + indent
}

// between separates two children, without the line ending.
func (st style) between() string {
	if st.compact {
		return st.comma
	}
	return ","
}

// quoted is a text of ours as JSON; it holds nothing that needs an escape but
// quotes and back slashes.
func quoted(s string) node {
	return node{leaf: `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`}
}
