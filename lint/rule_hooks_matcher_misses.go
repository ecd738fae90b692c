package lint

import "slices"

var ruleHooksMatcherMisses = Rule{
	Name:     "hooks-matcher-misses",
	Summary:  "the gate at the end of subagents does not see a judge",
	Severity: Warning,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Across:   hooksMatcherMisses,
}

func hooksMatcherMisses(p *ProjectPass) {
	var judges []string
	for _, r := range p.Results {
		if r.facts.judge != "" {
			judges = append(judges, r.facts.judge)
		}
	}
	slices.Sort(judges)
	judges = slices.Compact(judges)
	for _, r := range p.Results {
		if r.facts.hooks == nil {
			continue
		}
		for _, problem := range r.facts.hooks.Check(judges) {
			if problem.Rule == p.rule.Name {
				d := hooksDiagnostic(problem)
				d.Path = r.Path
				p.Report(d)
			}
		}
	}
}
