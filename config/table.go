package config

// file is judgelint.toml as it is written. Its tags are the only list of valid
// keys. Each table is checked and handed on in the file of its name.
type file struct {
	Extends string       `toml:"extends"`
	Verdict verdictTable `toml:"verdict"`
	Quorum  quorumTable  `toml:"quorum"`
	Gate    *gateTable   `toml:"gate"`
	Lint    *lintTable   `toml:"lint"`
	Mirror  *mirrorTable `toml:"mirror"`
	Ledger  *ledgerTable `toml:"ledger"`
	// Contracts are in contract.go.
	Contracts []contractTable `toml:"contract"`
	Run       *runTable       `toml:"run"`
}

type runTable struct {
	Host string               `toml:"host"`
	Tier map[string]tierTable `toml:"tier"`
}

type tierTable struct {
	Model  string `toml:"model"`
	Effort string `toml:"effort"`
}

type ledgerTable struct {
	Enabled *bool `toml:"enabled"`
}

type verdictTable struct {
	Fence string      `toml:"fence"`
	Kinds []kindTable `toml:"kind"`
}

type kindTable struct {
	Agents  []string    `toml:"agents"`
	Verdict []string    `toml:"verdict"`
	Counts  []string    `toml:"counts"`
	Rules   []ruleTable `toml:"rules"`
	Actions []string    `toml:"actions"`
}

type ruleTable struct {
	When  string `toml:"when"`
	Count string `toml:"count"`
	Min   *int   `toml:"min"`
	Max   *int   `toml:"max"`
}

type quorumTable struct {
	Threshold *int `toml:"threshold"`
}

type gateTable struct {
	StateDir  string           `toml:"state_dir"`
	Mode      string           `toml:"mode"`
	Judges    []string         `toml:"judges"`
	NotJudges []string         `toml:"not_judges"`
	Protect   bool             `toml:"protect"`
	Verdict   gateVerdictTable `toml:"verdict"`
	Claims    *claimsTable     `toml:"claims"`
	UI        *uiTable         `toml:"ui"`
}

type gateVerdictTable struct {
	Retries *int   `toml:"retries"`
	Prose   string `toml:"prose"`
}

type claimsTable struct {
	Patterns []string `toml:"patterns"`
	Require  []string `toml:"require"`
	Retries  *int     `toml:"retries"`
}

type uiTable struct {
	Globs   []string `toml:"globs"`
	Exclude []string `toml:"exclude"`
	Retries *int     `toml:"retries"`
	Command string   `toml:"command"`
}

type lintTable struct {
	Outputs  []string          `toml:"outputs"`
	Select   []string          `toml:"select"`
	Ignore   []string          `toml:"ignore"`
	Severity map[string]string `toml:"severity"`
}

type mirrorTable struct {
	Source  string                 `toml:"source"`
	Skills  string                 `toml:"skills"`
	Targets any                    `toml:"targets"` // a list, or a table of folders
	Set     []setTable             `toml:"set"`
	Plugin  string                 `toml:"plugin"`
	Exclude []string               `toml:"exclude"`
	Sync    []string               `toml:"sync"`
	Target  map[string]targetTable `toml:"target"`
}

// setTable is one source of several.
type setTable struct {
	Source  string `toml:"source"`
	Skills  string `toml:"skills"`
	Targets any    `toml:"targets"`
}

// targetTable holds what one target's front matter gets beside name and
// description, for each agent.
type targetTable struct {
	Agent map[string]map[string]any `toml:"agent"`
}
