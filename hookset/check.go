package hookset

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// Problem is one thing in a settings file that its client will not do as
// written.
type Problem struct {
	// Rule is the kebab-case name of the rule, such as "hooks-timeout-type".
	Rule string
	// Warning is false if the client drops the entry or the file.
	Warning bool
	Span    source.Span
	// Message is one line; Help is the next step, or empty.
	Message, Help string
}

// Check returns what is wrong with the settings, sorted by place. judges are
// the names of the agents whose end the gate must see; nil skips that rule.
func (s *Set) Check(judges []string) []Problem {
	var all []Problem
	add := func(p ...Problem) { all = append(all, p...) }
	add(s.checkSyntax()...)
	add(s.shape...)
	if s.broken == nil {
		add(s.checkSchemaKeys()...)
		add(s.checkOuterKey()...)
		add(s.checkDoubles()...)
		add(s.checkEvents()...)
		add(s.checkLimits()...)
		add(s.checkCommands()...)
		add(s.checkTwice()...)
		add(s.checkMatchers(judges)...)
	}
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return all
}

// Unusable returns the first reason why an entry added to the file would not
// work: the client cannot read it, or reads another part of it.
func (s *Set) Unusable() (Problem, bool) {
	found := s.checkSyntax()
	if s.broken == nil {
		found = append(found, s.checkSchemaKeys()...)
		found = append(found, s.checkDoubles()...)
		if !s.wellFormed() {
			found = append(found, s.shape...)
		}
		if s.Dialect.facts().Strict {
			found = append(found, s.checkOuterKey()...)
			found = append(found, s.checkLimits()...)
		}
	}
	if len(found) == 0 {
		return Problem{}, false
	}
	return found[0], true
}

// wellFormed reports whether there is an object of events, each with a list, or
// nothing yet.
func (s *Set) wellFormed() bool {
	if s.hooks == nil {
		return true
	}
	noList := func(m member) bool { return m.value.kind != jsontree.List }
	return s.hooks.value.kind == jsontree.Object && !slices.ContainsFunc(s.hooks.value.members, noList)
}

func (s *Set) complain(rule string, at source.Span, help, format string, args ...any) {
	s.shape = append(s.shape, Problem{Rule: rule, Span: at, Help: help, Message: fmt.Sprintf(format, args...)})
}

// checkSyntax reports what makes the client drop the whole file.
func (s *Set) checkSyntax() []Problem {
	facts := s.Dialect.facts()
	if s.broken != nil {
		return []Problem{{Rule: "hooks-syntax", Span: s.broken.span,
			Message: s.broken.message + "; " + facts.Client + " drops the whole file"}}
	}
	var found []Problem
	if facts.Strict && strings.HasPrefix(string(s.File.Src), source.BOM) {
		found = append(found, Problem{Rule: "hooks-syntax", Span: source.Span{End: len(source.BOM)},
			Message: "the file begins with a byte order mark; " + facts.Client + " drops the whole file", Help: "save it as UTF-8 without one"})
	}
	if facts.Comments {
		return found
	}
	for _, c := range s.comments {
		found = append(found, Problem{Rule: "hooks-syntax", Span: c,
			Message: "a comment is no JSON; " + facts.Client + " drops the whole file", Help: "take it out"})
	}
	return found
}

// checkOuterKey reports events that stand at the root.
func (s *Set) checkOuterKey() []Problem {
	facts := s.Dialect.facts()
	var found []Problem
	for _, m := range s.root.members {
		if facts.KnowsEvent(m.key) && m.value.kind == jsontree.List {
			found = append(found, Problem{Rule: "hooks-outer-key", Span: m.keySpan,
				Message: fmt.Sprintf("event %q stands outside of \"hooks\", where %s does not look", m.key, facts.Client),
				Help:    `put it into an outer {"hooks": {…}}`})
		}
	}
	return found
}

// checkDoubles reports keys on the way to a handler that stand twice.
func (s *Set) checkDoubles() []Problem {
	found := s.twice(s.root.members, "hooks")
	if s.hooks == nil {
		return found
	}
	seen := map[string]bool{}
	for _, m := range s.hooks.value.members {
		if !seen[m.key] {
			found = append(found, s.twice(s.hooks.value.members, m.key)...)
		}
		seen[m.key] = true
	}
	return found
}

// checkSchemaKeys reports root keys that make the client refuse the file.
func (s *Set) checkSchemaKeys() []Problem {
	facts := s.Dialect.facts()
	var found []Problem
	for _, m := range s.root.members {
		if facts.RootKeys == nil || slices.Contains(facts.RootKeys, m.key) || facts.KnowsEvent(m.key) {
			continue
		}
		found = append(found, Problem{Rule: "hooks-schema-key", Span: m.keySpan,
			Message: fmt.Sprintf("%s refuses the file for the key %q", facts.Client, m.key),
			Help:    "only " + strings.Join(facts.RootKeys, " and ") + " may stand at the root"})
	}
	if facts.Flat && s.broken == nil {
		if v := s.root.get("version"); v == nil || v.value.text != "1" {
			found = append(found, Problem{Rule: "hooks-schema-key", Span: source.Span{Start: s.root.span.Start, End: s.root.span.Start + 1},
				Message: facts.Client + ` needs "version": 1 at the root`, Help: `write "version": 1`})
		}
	}
	return found
}

// twice reports a key that stands twice in an object: the client reads the
// last one alone, or refuses the file.
func (s *Set) twice(members []member, key string) []Problem {
	var places []source.Span
	for _, m := range members {
		if m.key == key {
			places = append(places, m.keySpan)
		}
	}
	if len(places) < 2 {
		return nil
	}
	consequence := "only the last one counts"
	if facts := s.Dialect.facts(); facts.Strict {
		consequence = facts.Client + " drops the whole file"
	}
	return []Problem{{Rule: "hooks-syntax", Span: places[0],
		Message: fmt.Sprintf("key %q stands %d times; %s", key, len(places), consequence), Help: "join them"}}
}

func (s *Set) checkEvents() []Problem {
	if s.hooks == nil {
		return nil
	}
	facts := s.Dialect.facts()
	var found []Problem
	for _, m := range s.hooks.value.members {
		if facts.KnowsEvent(m.key) || m.value.kind != jsontree.List {
			continue
		}
		p := Problem{Rule: "hooks-event-unknown", Warning: true, Span: m.keySpan,
			Message: fmt.Sprintf("%s has no event %q; nothing runs", facts.Client, m.key)}
		if event := nearestEvent(m.key, facts); event != "" {
			p.Help = "write " + event
		}
		found = append(found, p)
	}
	return found
}

// nearestEvent returns an event that is equal without case and marks, that
// stands for the same moment on another client, or of which the name is a slip.
func nearestEvent(name string, facts platform.Hooks) string {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	other := map[string][]string{
		"stop": {"AfterAgent", "agentStop"}, "subagentstop": {"AfterAgent"}, "agentstop": {"Stop"}, "afteragent": {"Stop", "agentStop"},
		"posttooluse": {"AfterTool"}, "pretooluse": {"BeforeTool"}, "aftertool": {"PostToolUse"}, "beforetool": {"PreToolUse"},
	}
	for _, e := range facts.Events {
		if plain(e) == plain(name) {
			return e
		}
	}
	for _, e := range other[plain(name)] {
		if facts.KnowsEvent(e) {
			return e
		}
	}
	return near.Word(name, facts.Events)
}

// checkLimits reports time limits that the client does not take.
func (s *Set) checkLimits() []Problem {
	facts := s.Dialect.facts()
	want, dropped := "a number of seconds above 0", "the entry"
	switch {
	case facts.Strict:
		want, dropped = "a whole number of seconds", "the whole file"
	case facts.TimeoutPerSecond == 1000:
		want = "a number of milliseconds above 0"
	}
	var found []Problem
	for _, h := range s.Handlers {
		if h.TimeoutSpan.Len() == 0 || h.takesLimit(facts.Strict) {
			continue
		}
		found = append(found, Problem{Rule: "hooks-timeout-type", Span: h.TimeoutSpan,
			Message: fmt.Sprintf("%s is %s; want %s", facts.TimeoutKey, h.Timeout, want),
			Help:    fmt.Sprintf("%s drops %s; write %d", facts.Client, dropped, 10*facts.TimeoutPerSecond)})
	}
	return found
}

// takesLimit reports whether a client takes the time limit: any number above
// 0, or, if it is strict, plain digits.
func (h *Handler) takesLimit(strict bool) bool {
	if strict {
		return strings.Trim(h.Timeout, "0123456789") == ""
	}
	return h.TimeoutSeconds > 0
}

// checkCommands reports handlers that run nothing.
func (s *Set) checkCommands() []Problem {
	var found []Problem
	for _, h := range s.Handlers {
		missing := "no command to run"
		if h.Type == "" {
			missing = `no "type"`
		} else if h.Type != "command" || strings.TrimSpace(h.Command) != "" {
			continue
		}
		found = append(found, Problem{Rule: "hooks-command-missing", Span: h.Span,
			Message: fmt.Sprintf("an entry of event %q has %s", h.Event, missing),
			Help:    fmt.Sprintf(`write "type": "command" and %q`, s.Dialect.facts().CommandKeys[0])})
	}
	return found
}

// checkTwice reports a second gate at an event that sees a stop which the
// first sees already.
func (s *Set) checkTwice() []Problem {
	var found []Problem
	for i, h := range s.Handlers {
		if !h.Gate() {
			continue
		}
		for _, before := range s.Handlers[:i] {
			if before.Event == h.Event && before.Gate() && overlap(before.Matcher, h.Matcher) {
				found = append(found, Problem{Rule: "hooks-gate-twice", Warning: true, Span: h.Span,
					Message: fmt.Sprintf("event %q runs the gate already, in line %d", h.Event, s.File.LineOf(before.Span.Start)),
					Help:    "take one of them out"})
				break
			}
		}
	}
	return found
}

// overlap reports whether two matchers can match one word; for expressions
// it is the safe answer no, unless they are equal.
func overlap(a, b string) bool {
	return a == b || all(a) || all(b)
}

func all(matcher string) bool { return matcher == "" || matcher == "*" }

// checkMatchers reports judges that no gate entry of an agent event sees.
func (s *Set) checkMatchers(judges []string) []Problem {
	var found []Problem
	for _, event := range s.Dialect.facts().AgentEvents {
		gates := s.Gates(event)
		if len(gates) == 0 || !strings.EqualFold(event, "SubagentStop") {
			continue
		}
		missed := s.Missed(event, judges)
		if len(missed) == 0 {
			continue
		}
		h := gates[len(gates)-1]
		found = append(found, Problem{Rule: "hooks-matcher-misses", Warning: true, Span: h.MatcherSpan,
			Message: fmt.Sprintf("matcher %q does not match the judge%s %s", h.Matcher, plural(missed), strings.Join(missed, ", ")),
			Help:    "leave the matcher out: the gate knows who is a judge"})
	}
	return found
}

func plural(names []string) string {
	if len(names) == 1 {
		return ""
	}
	return "s"
}

// Missed returns those of the agents, in the given order, that no gate of the
// event sees.
func (s *Set) Missed(event string, agents []string) []string {
	var missed []string
	for _, agent := range agents {
		if !slices.ContainsFunc(s.Gates(event), func(h Handler) bool { return Matches(h.Matcher, agent) }) {
			missed = append(missed, agent)
		}
	}
	return missed
}

// Matches reports whether a matcher selects an agent: a plain word or
// alternatives joined by "|" must be equal, "*" and nothing select all,
// everything else is a regular expression. One that does not compile selects
// nothing; one that looks around, which clients know and we do not, may select
// all.
func Matches(matcher, agent string) bool {
	if all(matcher) {
		return true
	}
	if strings.Trim(matcher, plainChars) == "" {
		return slices.Contains(strings.Split(matcher, "|"), agent)
	}
	re, err := regexp.Compile(matcher)
	if err != nil {
		looksAround := func(sign string) bool { return strings.Contains(matcher, sign) }
		return slices.ContainsFunc([]string{"(?=", "(?!", "(?<=", "(?<!"}, looksAround)
	}
	return re.MatchString(agent)
}

// plainChars are the characters of a matcher that is no expression.
const plainChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-:|"
