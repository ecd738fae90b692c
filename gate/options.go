package gate

import "github.com/judgelint/judgelint/contract"

// Options are the settings of the gate. The zero value is the default.
type Options struct {
	// StateDir is the state folder, relative to the project, with slashes.
	// Empty means ".judgelint".
	StateDir string
	// Observe logs what would have been decided and blocks nothing.
	Observe bool
	// Protect blocks changes of the client's settings that remove the gate.
	Protect bool
	// Contracts are what the answers of agents must hold.
	Contracts contract.Set
	// VerdictRetries is the number of blocks of the verdict check, 1 to 7.
	// Zero means 1.
	VerdictRetries int
	// ProseBlocks blocks an answer whose words speak against its verdict, which
	// is only told otherwise.
	ProseBlocks bool
	// Claims configures the claim check. Nil switches it off.
	Claims *Claims
	// UI configures the recording of UI edits. Nil records nothing; what
	// another tool recorded is checked all the same.
	UI *UI
}

// Claims are the settings of the claim check.
type Claims struct {
	// Patterns are words that claim completion. Nil means the shipped ones.
	Patterns []string
	// Require are terms that such a text must report. Nil means the shipped ones.
	Require []string
	// Retries is the number of blocks, 1 to 7. Zero means 1.
	Retries int
}

// UI are the settings of the UI check.
type UI struct {
	// Globs name the UI files, relative to the project; ** crosses folders.
	// Nil means the shipped ones.
	Globs []string
	// Exclude are the files among them that are none. Nil means tests, specs,
	// stories, node_modules and dist.
	Exclude []string
	// Command is the command that verifies the UI, as the agent is told to run it.
	Command string
	// Retries is the number of blocks, 1 to 7. Zero means 3.
	Retries int
}

// DefaultStateDir is the state folder of a project that names no other.
const DefaultStateDir = ".judgelint"

// Folder is the state folder, relative to the project.
func (o *Options) Folder() string {
	if o.StateDir == "" {
		return DefaultStateDir
	}
	return o.StateDir
}

// The bounds of every number of blocks: the cap of the strictest client is 8,
// and a turn that runs into a cap can lose its answer.
const maxRetries = 7

func retries(n, fallback int) int {
	if n <= 0 {
		n = fallback
	}
	return min(n, maxRetries)
}

// budget is the number of blocks of a check.
func (o *Options) budget(check string) int {
	switch {
	case check == nameUI && o.UI != nil:
		return retries(o.UI.Retries, 3)
	case check == nameUI:
		return 3
	case check == nameClaims && o.Claims != nil:
		return retries(o.Claims.Retries, 1)
	}
	return retries(o.VerdictRetries, 1)
}

// The checks, in the order of their reasons.
const (
	nameVerdict = "verdict"
	nameClaims  = "claims"
	nameUI      = "ui"
	nameProtect = "protect"
)
