package platform

import (
	"slices"
	"strings"
)

// Tier is a level of judgment that a workflow stage asks for, as one host
// provides it.
type Tier struct {
	Host string
	Name string
	// Model is the host's word for a model; empty means the one that its user
	// configured, where a name that we write down would go stale.
	Model string
	// Effort is one of Efforts.
	Effort string
}

// tiers is the table of hosts. Words of Claude Code were checked 2026-11-30
// against 2.1.332, efforts of Codex against 0.171.0. Hermes passes the tier on
// and chooses the model itself.
func tiers() []Tier {
	return []Tier{
		{"hermes", "judgment", "", "xhigh"},
		{"hermes", "worker", "", "high"},
		{"codex", "judgment", "", "xhigh"},
		{"codex", "worker", "", "high"},
		{"claude", "judgment", "opus", "xhigh"},
		{"claude", "worker", "sonnet", "high"},
	}
}

// WorkflowHosts lists the hosts that a workflow can be planned for.
func WorkflowHosts() []string {
	var hosts []string
	for _, t := range tiers() {
		if !slices.Contains(hosts, t.Host) {
			hosts = append(hosts, t.Host)
		}
	}
	return hosts
}

// StageTiers lists the tiers that a stage can ask for. A third one, lead, is
// the agent that runs the workflow; no stage can have it.
func StageTiers() []string { return []string{"judgment", "worker"} }

// Efforts are the efforts of workflow stages, the highest last. Higher ones
// exist in some clients ("max") and are not used: they cost much more than
// they find.
func Efforts() []string { return []string{"low", "medium", "high", "xhigh"} }

// TierOf returns how host provides a tier; ok is false if it knows no such one.
func TierOf(host, name string) (t Tier, ok bool) {
	for _, t := range tiers() {
		if t.Host == host && t.Name == name {
			return t, true
		}
	}
	return Tier{}, false
}

// StrictSchemas reports whether a host hands the schema of an answer on as a
// strict one, which must require all of its properties. Codex does: a request
// of 0.171.0 with --output-schema has "strict": true. Checked 2026-11-30.
func StrictSchemas(host string) bool { return host == "codex" }

// StageRole is the kind of agent that does a stage.
type StageRole struct {
	// Stage is the name of the stage; with a star at its end, every stage whose
	// name begins so.
	Stage, Role string
}

// StageRoles is the table of roles. A stage that is not in it has the role
// developer.
func StageRoles() []StageRole {
	return []StageRole{
		{"scout", "developer"},
		{"review", "developer"},
		{"area_*", "developer"},
		{"architecture_review", "developer"},
		{"verify", "fact-checker"},
		{"consolidate", "reviewer"},
		{"synthesize", "architect"},
	}
}

// RoleOf returns the role that does a stage.
func RoleOf(stage string) string {
	for _, r := range StageRoles() {
		prefix, star := strings.CutSuffix(r.Stage, "*")
		if r.Stage == stage || star && strings.HasPrefix(stage, prefix) {
			return r.Role
		}
	}
	return "developer"
}
