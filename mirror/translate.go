package mirror

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
)

// translation turns the fields of one source into the keys of one target. Every
// field ends up in exactly one way: set, or lost with a reason.
type translation struct {
	agent  *agent
	target *Target
	keys   []key
	// told are the problems, one for each field that is lost or renamed.
	told []Problem
	done map[string]bool
}

// translate returns the keys of a new mirror and what is to be told of it.
func translate(a *agent, t *Target) *translation {
	tr := &translation{agent: a, target: t, done: map[string]bool{}}
	t.keys(tr)
	for i := range a.spec.Entries {
		e := &a.spec.Entries[i]
		if !tr.done[e.Key] && a.spec.Entry(e.Key) == e {
			tr.lose(e.Key, cmp.Or(tr.target.others, tr.target.Client+" has no such key"))
		}
	}
	slices.SortStableFunc(tr.told, func(x, y Problem) int { return x.Span.Start - y.Span.Start })
	return tr
}

// set adds a key of the target's own.
func (tr *translation) set(name string, value any) {
	tr.keys = append(tr.keys, key{name: name, value: value})
}

// same carries a text of the source under its own name.
func (tr *translation) same(name string) {
	tr.keys = append(tr.keys, key{name: name, value: tr.agent.spec.Text(name), from: []string{name}})
	tr.done[name] = true
}

// copyLines carries a field as its lines stand in the source.
func (tr *translation) copyLines(e *agentspec.Entry) {
	lines := bytes.ReplaceAll(tr.agent.spec.File.Text(e.Lines), []byte("\r\n"), []byte("\n"))
	if !bytes.HasSuffix(lines, []byte("\n")) {
		lines = append(bytes.Clone(lines), '\n')
	}
	k := key{name: e.Key, from: []string{e.Key}, lines: lines}
	if tr.agent.spec.Reading == agentspec.Repaired && e.Kind == agentspec.String {
		k = key{name: e.Key, from: []string{e.Key}, value: e.Value}
	}
	tr.keys = append(tr.keys, k)
	tr.done[e.Key] = true
}

// line is same for a reader that takes one line for each value.
func (tr *translation) line(name string) {
	tr.same(name)
	tr.keys[len(tr.keys)-1].value = strings.Join(strings.FieldsFunc(tr.text(name), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// carry carries a field under another name. Fields may share one key: the value
// is that of the last.
func (tr *translation) carry(from, name string, value any) {
	i := slices.IndexFunc(tr.keys, func(k key) bool { return k.name == name })
	if i < 0 {
		i = len(tr.keys)
		tr.keys = append(tr.keys, key{name: name})
	}
	tr.keys[i].value, tr.keys[i].from = value, append(tr.keys[i].from, from)
	tr.done[from] = true
}

// become is carry that tells so.
func (tr *translation) become(from, name string, value any) {
	tr.carry(from, name, value)
	if name == from {
		name = "in the words of " + tr.target.Client
	} else {
		name = "as " + name
	}
	tr.tell(from, RuleTranslated, Info, "%s is carried to %s %s", from, tr.target.Name, name)
}

// lose tells that a field is not carried; nothing is told of a field that says
// nothing or that the source does not have.
func (tr *translation) lose(from, reason string) {
	if tr.done[from] {
		return
	}
	tr.done[from] = true
	e := tr.agent.spec.Entry(from)
	if e == nil || silent(e) {
		return
	}
	level := Info
	if restricts(e) {
		level = Warning
	}
	tr.tell(from, RuleLoss, level, "%s is not carried to %s: %s", from, tr.target.Name, reason)
}

func (tr *translation) tell(from, rule string, level Level, format string, args ...any) {
	f := tr.agent.spec.File
	tr.told = append(tr.told, Problem{Rule: rule, Level: level, Path: f.Path, File: f, Span: tr.agent.spec.Entry(from).KeySpan,
		Message: fmt.Sprintf(format, args...), Agent: tr.agent.name, Target: tr.target.Name, Key: from})
}

// text is a value of the source that is text, or "".
func (tr *translation) text(name string) string { return tr.agent.spec.Text(name) }

// number is a value of the source that is a whole number from 1, or 0.
func (tr *translation) number(name string) int64 {
	if e := tr.agent.spec.Entry(name); e != nil {
		if n, err := strconv.ParseInt(e.Value, 10, 32); err == nil && n > 0 {
			return n
		}
	}
	return 0
}

// silent reports whether a field says no more than its absence.
func silent(e *agentspec.Entry) bool {
	switch e.Key {
	case "model":
		return e.Kind == agentspec.Null || e.Value == "inherit"
	case "tools":
		return everyTool(e)
	case "disallowedTools":
		return len(listOf(e)) == 0
	}
	return e.Kind == agentspec.Null
}

// restricts reports whether a field limits what the agent may do, so that its
// loss widens that.
func restricts(e *agentspec.Entry) bool {
	switch e.Key {
	case "tools", "disallowedTools", "maxTurns", "isolation":
		return true
	case "permissionMode":
		return !slices.Contains([]string{"acceptEdits", "auto", "bypassPermissions"}, e.Value)
	}
	return false
}

// listOf returns the elements of a list or of a text that stands for one.
func listOf(e *agentspec.Entry) []string {
	if e == nil {
		return nil
	}
	items := e.Items
	if e.Kind != agentspec.List {
		items = e.Split()
	}
	var list []string
	for _, item := range items {
		list = append(list, item.Text)
	}
	return list
}

// everyTool reports whether a list of tools allows all of them.
func everyTool(e *agentspec.Entry) bool { return slices.Contains(listOf(e), "*") }

// toolLists returns the tools that the source allows and forbids. limited is
// false if it allows all; an empty list that is limited allows none. What is
// denied as a whole is not among the allowed.
func (tr *translation) toolLists() (allowed []string, limited bool, denied []string) {
	e := tr.agent.spec.Entry("tools")
	denied = listOf(tr.agent.spec.Entry("disallowedTools"))
	if e == nil || everyTool(e) {
		return nil, false, denied
	}
	allowed = slices.DeleteFunc(listOf(e), func(tool string) bool {
		return slices.ContainsFunc(denied, func(d string) bool { return covers(d, tool) })
	})
	return allowed, true, denied
}

// listTools writes what is allowed and not denied, in the words of the client.
// Without a list of what is allowed such a client has no way to deny. name gives
// the client's name of a tool, or ""; stands gives the name that covers a tool
// that is denied, too.
func (tr *translation) listTools(name, stands func(tool string) string) {
	allowed, limited, denied := tr.toolLists()
	if !limited {
		tr.lose("disallowedTools", tr.target.Client+" can only list what is allowed")
		return
	}
	list, kept, unnamed := []any{}, []string(nil), []string(nil)
	for _, tool := range allowed {
		word := name(tool)
		switch {
		case word == "":
			unnamed = append(unnamed, tool)
		case slices.ContainsFunc(denied, func(d string) bool { return stands(d) == word }):
		case !slices.Contains(list, any(word)):
			list, kept = append(list, word), append(kept, tool)
		}
	}
	tr.become("tools", "tools", list)
	tr.dropTools("tools", unnamed, Info)
	if len(denied) == 0 {
		return
	}
	patterns := slices.DeleteFunc(denied, func(d string) bool { return !slices.ContainsFunc(kept, partOf(d)) })
	if len(patterns) < len(denied) {
		tr.become("disallowedTools", "tools", list)
	}
	tr.dropTools("disallowedTools", patterns, Warning)
}

// partOf reports whether a pattern like Bash(rm *) may deny some uses of a tool.
func partOf(pattern string) func(tool string) bool {
	return func(tool string) bool {
		i := strings.IndexAny(pattern, "(*")
		return i >= 0 && strings.HasPrefix(tool, pattern[:i])
	}
}

// covers reports whether an element of disallowedTools denies a tool: it is the
// same, the server of the tool, or a pattern that matches it.
func covers(denied, tool string) bool {
	whole := func(name string) string {
		if strings.HasPrefix(name, "mcp__") && strings.Count(name, "__") == 1 {
			name += "__*"
		}
		return strings.ReplaceAll(name, "/", "_") // which * does not match
	}
	denied, tool = whole(denied), whole(tool)
	matches, err := path.Match(denied, tool)
	return denied == tool || err == nil && matches
}

// dropTools tells which tools of a field have no name in the target. Leaving
// one out of what is allowed narrows; leaving one out of what is denied widens.
func (tr *translation) dropTools(from string, names []string, level Level) {
	if len(names) == 0 {
		return
	}
	tr.done[from] = true
	tr.tell(from, RuleLoss, level, "%s: %s is not carried to %s: %s has no name for it",
		from, strings.Join(names, ", "), tr.target.Name, tr.target.Client)
}
