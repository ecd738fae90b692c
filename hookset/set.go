// Package hookset reads the hook settings of coding agents: which command runs
// at which event, what in the file the client will not understand, and where
// a gate can be added or taken out as an edit that keeps every other byte.
//
//	s := hookset.Read(source.NewFile(".claude/settings.json", src), hookset.Dialect{Host: "claude"})
//	for _, p := range s.Check(judges) { ... }
//
// Read is total: a broken file is data with a position. The package does not
// know what the gate decides, and it touches no disk.
package hookset

import (
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// Dialect tells whose settings a file is.
type Dialect struct {
	// Host is a name that platform.HooksOf knows; empty means "claude".
	Host string
	// Plugin is true for the hooks file of a plugin.
	Plugin bool
}

// DialectOf returns the dialect of a project file by its slash-separated
// path. ok is false if the path is no place for hook settings.
func DialectOf(name string) (d Dialect, ok bool) {
	dir, base := path.Split(path.Clean(name))
	folder := path.Base(dir)
	switch {
	case folder == ".claude" && (base == "settings.json" || base == "settings.local.json"):
		return Dialect{Host: "claude"}, true
	case folder == ".codex" && base == "hooks.json":
		return Dialect{Host: "codex"}, true
	case folder == ".gemini" && base == "settings.json":
		return Dialect{Host: "gemini"}, true
	case folder == "hooks" && path.Base(path.Dir(path.Clean(dir))) == ".github" && strings.HasSuffix(base, ".json"):
		return Dialect{Host: "copilot"}, true
	case folder == "hooks" && base == "hooks.json":
		return Dialect{Host: "claude", Plugin: true}, true
	}
	return Dialect{}, false
}

// facts are what the client of the dialect does.
func (d Dialect) facts() platform.Hooks {
	h, _ := platform.HooksOf(d.host())
	return h
}

func (d Dialect) host() string {
	if d.Host == "" {
		return "claude"
	}
	return d.Host
}

// Set is one settings file. Everything is in document order.
type Set struct {
	File    *source.File
	Dialect Dialect
	// Handlers are the entries that run something.
	Handlers []Handler
	// Disabled is the place of a true "disableAllHooks", else empty.
	Disabled source.Span

	root     value
	hooks    *member // nil if there is none
	comments []source.Span
	broken   *syntaxError
	shape    []Problem
}

// Handler is one entry that runs a command.
type Handler struct {
	Event string
	// Matcher is empty if there is none.
	Matcher string
	Type    string
	// Command is the command line, its arguments appended. On a client with one
	// command per system it is the first that is given.
	Command string
	// Timeout is the source text of the time limit, empty if there is none.
	Timeout string
	// TimeoutSeconds is the limit as the client reads it; 0 if there is none or
	// it is no number above 0.
	TimeoutSeconds float64
	Span           source.Span // the entry
	EventSpan      source.Span // the key of its event
	MatcherSpan    source.Span // the matcher, else empty
	TimeoutSpan    source.Span // the value of the limit, else empty

	entry *value
}

// Gate reports whether the entry runs `judgelint gate`.
func (h *Handler) Gate() bool { return h.Type == "command" && IsGate(h.Command) }

// IsGate reports whether a command line runs `judgelint gate`, by any path.
func IsGate(command string) bool {
	words := strings.FieldsFunc(command, func(c rune) bool { return strings.ContainsRune(" \t\r\n\"';&|()", c) })
	for i := 1; i < len(words); i++ {
		program := path.Base(strings.ReplaceAll(words[i-1], `\`, "/"))
		if words[i] == "gate" && strings.TrimSuffix(program, ".exe") == "judgelint" {
			return true
		}
	}
	return false
}

// Read reads one settings file. A file that is no JSON has no handlers; Check
// says why.
func Read(f *source.File, d Dialect) *Set {
	s := &Set{File: f, Dialect: d}
	if s.Blank() {
		s.broken = &syntaxError{source.Span{}, "the file is empty"}
		return s
	}
	s.root, s.comments, s.broken = readJSON(f.Src)
	if s.broken != nil {
		return s
	}
	if s.root.kind != jsontree.Object {
		s.broken = &syntaxError{s.root.span, "the file holds no JSON object"}
		return s
	}
	if off := s.root.get("disableAllHooks"); off != nil && off.value.text == "true" && off.value.kind == jsontree.Bool {
		s.Disabled = off.keySpan
	}
	s.hooks = s.root.get("hooks")
	if s.hooks != nil {
		s.readHooks(&s.hooks.value)
	}
	return s
}

// Blank reports whether the file holds nothing but what JSON takes for blanks.
func (s *Set) Blank() bool {
	return strings.Trim(strings.TrimPrefix(string(s.File.Src), source.BOM), " \t\r\n") == ""
}

// Gates returns the handlers of one event that run the gate.
func (s *Set) Gates(event string) []Handler {
	var gates []Handler
	for _, h := range s.Handlers {
		if h.Event == event && h.Gate() {
			gates = append(gates, h)
		}
	}
	return gates
}

// HasGate reports whether any entry runs the gate.
func (s *Set) HasGate() bool {
	for _, h := range s.Handlers {
		if h.Gate() {
			return true
		}
	}
	return false
}

func (s *Set) readHooks(hooks *value) {
	if !s.want(hooks, jsontree.Object, `"hooks" must be an object of events`) {
		return
	}
	for i := range hooks.members {
		event := &hooks.members[i]
		if !s.want(&event.value, jsontree.List, "event %q must hold a list", event.key) {
			continue
		}
		for j := range event.value.items {
			s.readGroup(event, &event.value.items[j])
		}
	}
}

// readGroup reads an item of an event's list: a matcher with handlers, or, on
// flat clients, a handler.
func (s *Set) readGroup(event *member, group *value) {
	if !s.want(group, jsontree.Object, "event %q holds an entry that is no object", event.key) {
		return
	}
	list := group.get("hooks")
	if list == nil {
		if s.Dialect.facts().Flat {
			s.readHandler(event, nil, group)
			return
		}
		s.complain("hooks-syntax", group.span, `put it into {"hooks": […]}`,
			`an entry of event %q has no list "hooks"`, event.key)
		return
	}
	matcher := group.get("matcher")
	if matcher != nil && !s.want(&matcher.value, jsontree.String, "matcher of event %q must be text", event.key) {
		return
	}
	if !s.want(&list.value, jsontree.List, `"hooks" of an entry of event %q must be a list`, event.key) {
		return
	}
	for i := range list.value.items {
		s.readHandler(event, matcher, &list.value.items[i])
	}
}

func (s *Set) readHandler(event, matcher *member, entry *value) {
	if !s.want(entry, jsontree.Object, "event %q holds a handler that is no object", event.key) {
		return
	}
	h := Handler{Event: event.key, EventSpan: event.keySpan, Span: entry.span, entry: entry}
	if matcher != nil {
		h.Matcher, h.MatcherSpan = matcher.value.text, matcher.value.span
	}
	if kind := entry.get("type"); kind != nil {
		h.Type = kind.value.text
	}
	facts := s.Dialect.facts()
	for _, key := range facts.CommandKeys {
		if c := entry.get(key); c != nil && c.value.kind == jsontree.String && h.Command == "" {
			h.Command = c.value.text
		}
	}
	if args := entry.get("args"); args != nil {
		for _, a := range args.value.items {
			h.Command += " " + a.text
		}
	}
	s.readTimeout(&h, facts)
	s.Handlers = append(s.Handlers, h)
}

func (s *Set) readTimeout(h *Handler, facts platform.Hooks) {
	limit := h.entry.get(facts.TimeoutKey)
	if limit == nil {
		return
	}
	h.Timeout, h.TimeoutSpan = string(s.File.Text(limit.value.span)), limit.value.span
	if limit.value.kind == jsontree.Number {
		h.TimeoutSeconds = max(limit.value.float()/float64(facts.TimeoutPerSecond), 0)
	}
}

// want reports whether v is of the kind; if not, it notes a hooks-syntax
// problem.
func (s *Set) want(v *value, k jsontree.Kind, format string, args ...any) bool {
	if v.kind != k {
		s.complain("hooks-syntax", v.span, "", format, args...)
	}
	return v.kind == k
}
