package hookset

import "strings"

// Command is the command line that runs the gate at every event.
const Command = "judgelint gate --reply json"

// timeoutSeconds is how long a client waits for the gate. A gate that is
// killed lets the stop through, so it is far above what the gate needs.
const timeoutSeconds = 10

// Entry is one handler that Merge adds: the gate at one event.
type Entry struct {
	Event string
	// Matcher is empty for every agent or tool.
	Matcher string
}

// Options say which entries a project wants beyond those for verdicts.
type Options struct {
	// UI adds the event after each tool, where edits are recorded.
	UI bool
	// Protect adds the event that tells of changed settings.
	Protect bool
}

// Entries returns the entries for a client, in the order in which they are
// written; nil for a client without command hooks.
func Entries(host string, o Options) []Entry {
	switch host {
	case "claude":
		e := []Entry{{Event: "SubagentStart"}, {Event: "SubagentStop"}, {Event: "Stop"}}
		if o.UI {
			e = append(e, Entry{"PostToolUse", "Write|Edit|MultiEdit|NotebookEdit"})
		}
		if o.Protect {
			e = append(e, Entry{Event: "ConfigChange"})
		}
		return e
	case "codex":
		e := []Entry{{Event: "SubagentStart"}, {Event: "SubagentStop"}, {Event: "Stop"}}
		if o.UI {
			e = append(e, Entry{"PostToolUse", "apply_patch"})
		}
		return e
	case "gemini":
		e := []Entry{{Event: "AfterAgent"}}
		if o.UI {
			e = append(e, Entry{"AfterTool", "write_file|replace"})
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
	handler := node{pairs: []pair{{"type", quoted("command")}}}
	if facts.Flat {
		handler.add("bash", quoted(Command))
		handler.add("powershell", quoted(Command))
	} else {
		handler.add("command", quoted(Command))
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
