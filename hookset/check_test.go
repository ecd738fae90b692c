package hookset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

const gateHook = `{"type": "command", "command": "judgelint gate --reply json", "timeout": 10}`

func TestCheck(t *testing.T) {
	tests := []struct {
		name, host, src string
		want            []string // line:column rule: part of the message
	}{
		{"nothing to tell", "claude", `{"hooks": {"Stop": [{"hooks": [` + gateHook + `]}]}}`, nil},
		{"no hooks at all", "claude", `{"model": "opus"}`, nil},
		{"a byte order mark", "claude", source.BOM + `{"model": "opus"}`, nil},
		{"an empty file", "claude", "\n", []string{"1:1 hooks-syntax: the file is empty"}},
		{"no object", "claude", `[]`, []string{"1:1 hooks-syntax: no JSON object"}},
		{"cut off", "claude", "{\"hooks\": {\n", []string{"1:13 hooks-syntax: found the end of the text"}},
		{"a key without quotes", "claude", "{hooks: {}}", []string{`1:2 hooks-syntax: found "hooks"`}},
		{"a missing comma", "claude", "{\n \"a\": 1\n \"b\": 2}", []string{`3:2 hooks-syntax: want ',' or '}'`}},
		{"a comment", "claude", "{ // c\n}", []string{"1:3 hooks-syntax: a comment is no JSON"}},
		{"a comment where it may stand", "gemini", "{ // c\n}", nil},
		{"a comma after the last entry", "gemini", `{"a": 1,}`, []string{"1:9 hooks-syntax: a comma stands before"}},
		{"Korean before the column", "claude", `{"한국어": "위키", }`, []string{"1:15 hooks-syntax: a comma"}},
		{"hooks twice", "claude", `{"hooks": {}, "hooks": {}}`, []string{`1:2 hooks-syntax: key "hooks" stands 2 times`}},
		{"an event twice", "claude", `{"hooks": {"Stop": [], "Stop": []}}`, []string{`1:12 hooks-syntax: key "Stop"`}},
		{"an event without a list", "claude", `{"hooks": {"Stop": {}}}`, []string{`1:20 hooks-syntax: event "Stop" must hold a list`}},
		{"a handler outside of a group", "claude", `{"hooks": {"Stop": [` + gateHook + `]}}`, []string{`hooks-syntax: has no list "hooks"`}},
		{"a handler of a flat client", "copilot", `{"version": 1, "hooks": {"agentStop": [{"type": "command", "bash": "judgelint gate"}]}}`, nil},
		{"a matcher that is no text", "claude", `{"hooks": {"Stop": [{"matcher": 5, "hooks": []}]}}`, []string{"hooks-syntax: matcher"}},
		{"a time limit as text", "claude", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "10"}]}]}}`, []string{`hooks-timeout-type: timeout is "10"; want a number of seconds above 0`}},
		{"a time limit of zero", "claude", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`, []string{"hooks-timeout-type: timeout is 0"}},
		{"a fraction is a number", "claude", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 2.5}]}]}}`, nil},
		{"milliseconds", "gemini", `{"hooks": {"AfterAgent": [{"hooks": [{"type": "command", "command": "x", "timeout": null}]}]}}`, []string{"hooks-timeout-type: number of milliseconds"}},
		{"a fraction, for a strict client", "codex", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 2.5}]}]}}`, []string{"hooks-timeout-type: timeout is 2.5; want a whole number of seconds"}},
		{"zero, for a strict client", "codex", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`, nil},
		{"a byte order mark, for a strict client", "codex", source.BOM + `{"hooks": {}}`, []string{"1:1 hooks-syntax: byte order mark; Codex drops the whole file"}},
		{"hooks twice, for a strict client", "codex", `{"hooks": {}, "hooks": {}}`, []string{`1:2 hooks-syntax: key "hooks" stands 2 times; Codex drops`}},
		{"no command", "claude", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": " "}]}]}}`, []string{"hooks-command-missing: no command to run"}},
		{"no type", "claude", `{"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}`, []string{`hooks-command-missing: no "type"`}},
		{"another type needs no command", "claude", `{"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "x"}]}]}}`, nil},
		{"an event at the root", "plugin", `{"Stop": [{"hooks": [` + gateHook + `]}]}`, []string{"1:2 hooks-outer-key: outside of"}},
		{"a schema", "codex", `{"$schema": "x", "hooks": {}}`, []string{`1:2 hooks-schema-key: "$schema"`}},
		{"a schema where it may stand", "claude", `{"$schema": "x", "hooks": {}}`, nil},
		{"no version", "copilot", `{"hooks": {}}`, []string{`1:1 hooks-schema-key: "version": 1`}},
		{"a misspelled event", "claude", `{"hooks": {"SubAgentStop": []}}`, []string{`1:12 hooks-event-unknown: "SubAgentStop"`}},
		{"an event of another client", "gemini", `{"hooks": {"Stop": []}}`, []string{"hooks-event-unknown: no event"}},
		{"the gate twice", "claude", `{"hooks": {"Stop": [{"hooks": [` + gateHook + `,` + gateHook + `]}]}}`, []string{"hooks-gate-twice: in line 1"}},
		{"the gate for different agents", "claude", `{"hooks": {"SubagentStop": [{"matcher": "a", "hooks": [` + gateHook + `]}, {"matcher": "judge", "hooks": [` + gateHook + `]}]}}`, nil},
		{"a matcher that misses", "claude", `{"hooks": {"SubagentStop": [{"matcher": "jud", "hooks": [` + gateHook + `]}]}}`, []string{`hooks-matcher-misses: matcher "jud" does not match the judge judge`}},
		{"a matcher that hits", "claude", `{"hooks": {"SubagentStop": [{"matcher": "x|judge", "hooks": [` + gateHook + `]}]}}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Dialect{Host: tt.host}
			if tt.host == "plugin" {
				d = Dialect{Plugin: true}
			}
			s := Read(source.NewFile("settings.json", []byte(tt.src)), d)
			var got []string
			for _, p := range s.Check([]string{"judge"}) {
				at := s.File.Position(p.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d %s: %s", at.Line, at.Column, p.Rule, p.Message))
			}
			if !slices.EqualFunc(got, tt.want, says) {
				t.Errorf("Check gives %q, want %q", got, tt.want)
			}
		})
	}
}

// says reports whether a problem is of the rule and holds the part of the
// message, and has the place if one is asked for.
func says(got, want string) bool {
	place, rest, _ := strings.Cut(want, "hooks-")
	rule, part, _ := strings.Cut(rest, ": ")
	return strings.HasPrefix(got, place) && strings.Contains(got, " hooks-"+rule+": ") && strings.Contains(got, part)
}

func TestIsGate(t *testing.T) {
	tests := map[string]bool{
		"judgelint gate":                                true,
		"judgelint gate --reply json":                   true,
		`"$CLAUDE_PROJECT_DIR"/bin/judgelint gate`:      true,
		`"C:\Program Files\judgelint.exe" gate`:         true,
		"cd x && exec ./judgelint gate --as judge":      true,
		"judgelint lint":                                false,
		"my-judgelint gate":                             false,
		"echo gate":                                     false,
		"judgelint":                                     false,
		"npx judgelint-wrapper gate":                    false,
		"${CLAUDE_PLUGIN_ROOT}/bin/judgelint\tgate":     true,
		"sh -c 'judgelint gate --reply json || exit 0'": true,
	}
	for command, want := range tests {
		if got := IsGate(command); got != want {
			t.Errorf("IsGate(%q) = %v, want %v", command, got, want)
		}
	}
}

func TestDialectOf(t *testing.T) {
	tests := map[string]string{
		".claude/settings.json":       "claude",
		".claude/settings.local.json": "claude",
		"sub/.codex/hooks.json":       "codex",
		".gemini/settings.json":       "gemini",
		".github/hooks/gate.json":     "copilot",
		"plugins/x/hooks/hooks.json":  "claude plugin",
		"hooks/hooks.json":            "claude plugin",
		".vscode/settings.json":       "",
		"package.json":                "",
		".github/hooks/readme.md":     "",
	}
	for path, want := range tests {
		d, ok := DialectOf(path)
		got := d.Host
		if d.Plugin {
			got += " plugin"
		}
		if got != want || ok != (want != "") {
			t.Errorf("DialectOf(%q) = %q, %v, want %q", path, got, ok, want)
		}
	}
}

func TestMatches(t *testing.T) {
	tests := []struct {
		matcher, agent string
		want           bool
	}{
		{"", "judge", true}, {"*", "judge", true}, {"judge", "judge", true}, {"jud", "judge", false},
		{"Judge", "judge", false}, {"a|judge", "judge", true}, {"jud.*", "judge", true}, {"^x", "judge", false},
		{"(", "judge", false}, {"^(?!x)", "judge", true},
	}
	for _, tt := range tests {
		if got := Matches(tt.matcher, tt.agent); got != tt.want {
			t.Errorf("Matches(%q, %q) = %v, want %v", tt.matcher, tt.agent, got, tt.want)
		}
	}
}

func TestNearestEvent(t *testing.T) {
	tests := []struct{ host, name, want string }{
		{"claude", "subagent-stop", "SubagentStop"},
		{"claude", "AfterAgent", "Stop"},
		{"claude", "SubagentStp", "SubagentStop"},
		{"claude", "PostTolUse", "PostToolUse"},
		{"gemini", "PostToolUse", "AfterTool"},
		{"claude", "Whenever", ""},
	}
	for _, tt := range tests {
		s := Read(source.NewFile("settings.json", []byte(`{"hooks": {"`+tt.name+`": []}}`)), Dialect{Host: tt.host})
		want := ""
		if tt.want != "" {
			want = "write " + tt.want
		}
		if got := s.Check(nil); len(got) != 1 || got[0].Help != want {
			t.Errorf("%s, %s: %+v, want one problem with the help %q", tt.host, tt.name, got, want)
		}
	}
}
