// Package mirror writes agents and skills in the forms and folders of other
// platforms and guards these mirrors against drift.
//
//	plan, err := mirror.NewPlan(root, mirror.Options{Plugin: "reviewers"}, mirror.Mode{})
//	for _, m := range plan.Mirrors { fmt.Println(m.Path, m.State) }
//	plan, err = mirror.Write(root, options, mode)
//
// The source is the only text that people edit. In a mirror the body is ours
// and so is every key that the configuration sets; its other keys, comments
// and their order belong to the platform and stay byte for byte. What a
// platform cannot carry is reported, what its loader would refuse is not
// written. A plan depends on nothing but the files: checking and writing share
// it.
package mirror

import (
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// SourceDir is where the sources are unless the options say otherwise, at any
// depth.
const SourceDir = ".claude/agents"

// Options says what is mirrored. The zero value is the default, but a target
// that writes into a plugin needs its name unless there is only one plugin.
// Paths are slash-separated and relative to the root.
type Options struct {
	// Source is the folder of the agents, or a glob of such folders. "" means
	// SourceDir, and none beside Sets or Skills.
	Source string
	// Skills is the folder of the skills, or a glob of such folders; "" means
	// none. A skill is a folder with a file SKILL.md.
	Skills string
	// Sets are further sources.
	Sets []Set
	// Targets are the names of the targets; nil means those that are on by
	// default.
	Targets []string
	// Folders are other folders than their own for some targets. They hold for
	// the agents of Source.
	Folders map[string]string
	// Plugin is the folder below .agents/plugins; "" means the only one there.
	Plugin string
	// Exclude are agents without mirrors: names, or paths of their files.
	Exclude []string
	// SyncDescription makes the description of existing mirrors ours, too.
	SyncDescription bool
	// Keys are platform keys by target, agent and key.
	Keys map[string]map[string]map[string]any
	// Judges are agents that must have a verdict block though their source may
	// show none; NotJudges overrules.
	Judges, NotJudges []string
	// Language is the verdict language of the project.
	Language verdict.Language

	// OnlyTargets and OnlyAgents narrow one run; nil means no limit. A target
	// that is off can be named here.
	OnlyTargets, OnlyAgents []string
	// OnlySource is a source for one run, instead of all that are configured;
	// mirrors of other sources are not looked at.
	OnlySource string
}

// Set is one source of several with its targets. Either Source or Skills is
// set.
type Set struct {
	Source, Skills string
	// Targets are names of targets; nil means those of Options.
	Targets []string
	// Folders are other folders than their own for some targets.
	Folders map[string]string
}

// Mode says how far a run may go. The zero value writes what is ours and
// refuses the rest.
type Mode struct {
	// Adopt overwrites files that are not ours, and ours that were edited.
	Adopt bool
	// Prune removes mirrors of ours that have no source any more.
	Prune bool
	// KeepGoing skips agents with errors instead of writing nothing.
	KeepGoing bool
	// StrictLoss makes every lost field an error.
	StrictLoss bool
}

// Level is how grave a Problem is.
type Level int

// The levels: an Error keeps its agent from being written, a Warning is a
// restriction lost or a mirror that does not do what it should, an Info is good
// to know.
const (
	Error Level = iota
	Warning
	Info
)

// The rules that problems and states are reported under.
const (
	RuleSource     = "mirror-source"     // a source that cannot be mirrored
	RuleName       = "mirror-name"       // names that clash or are no file names
	RuleRefused    = "mirror-refused"    // the platform's loader would refuse the mirror
	RuleLoss       = "mirror-loss"       // a field that is not carried
	RuleTranslated = "mirror-translated" // a field that is carried under another name
	RuleVerdict    = "mirror-verdict"    // a judge without its verdict block
	RuleMissing    = "mirror-missing"
	RuleDiffers    = "mirror-differs"
	RuleEdited     = "mirror-edited"
	RuleForeign    = "mirror-foreign"
	RuleStale      = "mirror-stale"
	RuleLock       = "mirror-lock"
	RuleQuestion   = "mirror-question" // what the configuration must say first
)

// Problem is one thing to report about a source or a mirror.
type Problem struct {
	Rule  string
	Level Level
	// Path is the file that it is about. File and Span place it there; File is
	// nil for the file as a whole.
	Path string
	File *source.File
	Span source.Span
	// Message is one line; Help is the next step, or "".
	Message, Help string
	// Agent, Target and Key are set where they are known.
	Agent, Target, Key string
}

// State is how a mirror stands to its source.
type State string

// The states of a mirror.
const (
	InStep   State = "in-step"
	Missing  State = "missing"
	Outdated State = "differs" // ours, as we wrote it
	Edited   State = "edited"  // ours, but its body was edited since
	Foreign  State = "foreign" // not ours, with another content
	Stale    State = "stale"   // ours, without a source
)

// Mirror is one file that is, or was, the mirror of an agent.
type Mirror struct {
	Path   string `json:"path"`
	Target string `json:"target"`
	Agent  string `json:"agent"`
	Source string `json:"source"`
	State  State  `json:"state"`
	// Skill is true for a file of a skill; Agent is the name of the skill then.
	Skill bool `json:"skill,omitempty"`
	// Owned is true if mirrorgen.lock has it.
	Owned bool `json:"owned"`
	// Why says what differs, for states other than InStep and Missing: "" if it
	// is the body.
	Why string `json:"-"`
	// Have is the file as it is, Want as it should be; both are nil in state
	// InStep, Have in state Missing and Want in state Stale.
	Have []byte `json:"-"`
	Want []byte `json:"-"`

	sum     string // of the body that it should have
	exec    bool   // a file of a skill that can be run
	word    string // that marks a verdict block
	skipped bool   // an error of its agent or of itself keeps it from being written
}
