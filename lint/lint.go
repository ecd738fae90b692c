// Package lint checks agent files, hook settings and judge outputs by rules.
//
//	l := lint.Linter{}
//	r := l.File(source.NewFile(path, src))
//	for _, d := range r.Diagnostics { ... }
//	more := l.Project([]lint.Result{r})
//
// A rule is one value with one name: its Go file, its page under docs and its
// cases carry the same name, and a test holds them together. The package reads
// no disk and prints nothing: bytes in, diagnostics out. Pages are printed by
// Explain.
package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
	"github.com/judgelint/judgelint/workflow"
)

// Severity says who misreads what a diagnostic is about.
type Severity int

// The severities. Default in a diagnostic stands for that of its rule.
const (
	Default Severity = iota
	Error            // a tool will misread it
	Warning          // a person might misread it
	Info             // good to know
)

// String is "error", "warning" or "info".
func (s Severity) String() string { return [...]string{"default", "error", "warning", "info"}[s] }

// ParseSeverity reads "error", "warning" or "info".
func ParseSeverity(word string) (Severity, bool) {
	for _, s := range []Severity{Error, Warning, Info} {
		if s.String() == word {
			return s, true
		}
	}
	return Default, false
}

// Kind is what a file is. Kinds of a rule are joined by "|".
type Kind int

// The kinds of files.
const (
	AgentSpec           Kind = 1 << iota // Markdown that defines an agent
	CodexAgent                           // Codex agent TOML
	HookSettings                         // JSON with hooks
	WorkflowSpec                         // JSON
	Prompts                              // JSON with the prompts of a workflow
	Output                               // the answer of an agent
	Document                             // any other Markdown
	Skill                                // SKILL.md
	Command                              // Markdown that a client offers as /name
	PluginManifest                       // plugin.json
	MarketplaceManifest                  // marketplace.json
	CodexConfig                          // .codex/config.toml

	markdown = AgentSpec | Output | Document | Skill | Command
	// fronted are the kinds whose front matter clients read.
	fronted   = AgentSpec | Skill | Command
	manifests = PluginManifest | MarketplaceManifest
)

// String is the word of a kind that users see.
func (k Kind) String() string {
	switch k {
	case AgentSpec:
		return "agent"
	case CodexAgent:
		return "codex-agent"
	case HookSettings:
		return "hooks"
	case WorkflowSpec:
		return "workflow"
	case Prompts:
		return "prompts"
	case Output:
		return "output"
	case Document:
		return "document"
	case Skill:
		return "skill"
	case Command:
		return "command"
	case PluginManifest:
		return "plugin"
	case MarketplaceManifest:
		return "marketplace"
	case CodexConfig:
		return "codex-config"
	}
	return fmt.Sprintf("kind %d", int(k))
}

// Rule is one check. One of Run and Across is set; neither for the rules about
// suppressions, which the runner itself reports.
type Rule struct {
	// Name is in kebab case and names the defect: "verdict-contradiction".
	Name string
	// Summary is one line without a final period.
	Summary  string
	Severity Severity
	// Kinds are the files that the rule looks at.
	Kinds Kind
	// Since is the first release with the rule.
	Since string
	// Run looks at one file.
	Run func(*Pass)
	// Across looks at all files of a run together.
	Across func(*ProjectPass)
}

// Diagnostic is one finding of a rule.
type Diagnostic struct {
	Rule     string
	Severity Severity
	Path     string
	Span     source.Span
	// Message is one line: what is wrong, what was found, what is allowed.
	Message string
	// Help is the next step, or empty.
	Help string
	// Related are other places that explain the finding.
	Related []Related
	// Fix is nil if there is none.
	Fix *Fix
}

// Related is a second place of a diagnostic, in the same file if Path is empty.
type Related struct {
	Path    string
	Span    source.Span
	Message string
}

// Fix is a change that mends what a diagnostic is about.
type Fix struct {
	// Message is a verb phrase: "quote the value".
	Message string
	// Safe is true if the change cannot alter what the author meant.
	Safe bool
	// Edits are sorted and do not overlap.
	Edits []source.Edit
}

// Pass is what a rule gets for one file. What the kind of the file does not
// have is nil.
type Pass struct {
	File *source.File
	Kind Kind
	Home Home
	// Spec is set for agent specs, skills and commands.
	Spec *agentspec.Spec
	// Doc, Text and Problems are the structure and the verdict side of Markdown
	// files that may hold a verdict.
	Doc      *source.Doc
	Text     *verdict.Text
	Problems []verdict.Problem
	// Codex is set for Codex agents and configurations of Codex, Hooks for hook
	// settings, Manifest for those of plugins and marketplaces.
	Codex    *agenttoml.Agent
	Hooks    *hookset.Set
	Manifest *manifest

	workflow []workflow.Problem // of a workflow file by itself
	linter   *Linter
	rule     *Rule
	blocks   *[]roster.Taught // see taught
	out      []Diagnostic
}

// taught returns the verdict blocks that the file teaches. They are read once,
// since several rules ask. Beside a block of its own outside of longer fences,
// those inside them are examples, and reading them costs as much as the file.
func (p *Pass) taught() []roster.Taught {
	if p.blocks != nil {
		return *p.blocks
	}
	var blocks []roster.Taught
	if p.teachesOutside() {
		for _, b := range p.Text.Blocks {
			blocks = append(blocks, roster.Taught{Block: b, Lesson: roster.Lesson{Text: p.Text}})
		}
	} else {
		blocks = roster.Blocks(p.Text, p.Doc)
	}
	p.blocks = &blocks
	return blocks
}

// teachesOutside reports whether a block that stands in no longer fence names
// the agent of the file.
func (p *Pass) teachesOutside() bool {
	if p.Spec == nil {
		return false
	}
	name := verdict.BareName(p.Spec.Name())
	return name != "" && slices.ContainsFunc(p.Text.Blocks, func(b verdict.Block) bool { return verdict.BareName(b.Agent.Value) == name })
}

// Report adds a diagnostic; rule, path and, if it is Default, the severity are
// filled in.
func (p *Pass) Report(d Diagnostic) {
	d.Path = p.File.Path
	p.out = append(p.out, d.filled(p.rule))
}

// filled sets what a rule may leave out. Words from the file that the message
// repeats must not break its line or reach a terminal as commands.
func (d Diagnostic) filled(r *Rule) Diagnostic {
	d.Rule = r.Name
	if d.Severity == Default {
		d.Severity = r.Severity
	}
	d.Message, d.Help = printable(d.Message), printable(d.Help)
	return d
}

// printable puts a blank in the place of each character that is none to print.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
}

// ProjectPass is what a rule across files gets: the results of all files of a
// run, sorted by path.
type ProjectPass struct {
	Results []Result

	linter *Linter
	rule   *Rule
	out    []Diagnostic
	names  map[string]bool // of agents; see agents
}

// Report adds a diagnostic, whose Path the rule sets.
func (p *ProjectPass) Report(d Diagnostic) {
	p.out = append(p.out, d.filled(p.rule))
}

// Result is what one file gave. It does not hold the text of the file, but for
// the files of workflows, which are few and are compared with each other.
type Result struct {
	Path        string
	Kind        Kind
	Diagnostics []Diagnostic // sorted by place, then by rule

	facts facts
}
