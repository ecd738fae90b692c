package main

import (
	"fmt"
	"path/filepath"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/mirror"
)

const explainHelp = `mirrorgen explain says what a mirror is: its source, who reads it, how it
stands, and which fields of the source it does not carry.

Examples:
  mirrorgen explain .codex/agents/reviewer.toml
  mirrorgen explain .claude/agents/reviewer.md     all mirrors of a source

Usage: mirrorgen explain [flags] FILE...

      --format FORMAT    text (default) or json
      --config FILE      use this judgelint.toml

Exit status: 0, or 2 for a file that is neither, usage, configuration or
input/output.
`

func explainCommand() cli.Command {
	return cli.Command{Name: "explain", Summary: "say what a mirror is and what it does not carry", Help: explainHelp, Run: runExplain}
}

// explained is one mirror with what is told of it.
type explained struct {
	mirror.Mirror
	ReadBy string   `json:"read_by"`
	Fields []string `json:"fields"` // one line for each field that is lost or renamed
	Notes  []string `json:"notes"`  // everything else
}

func runExplain(e *cli.Env, args []string) int {
	const command = "mirrorgen explain"
	fs := cli.Flags()
	format := fs.String("format", "text", "")
	configFile := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, explainHelp, args); done {
		return exit
	}
	if fs.NArg() == 0 {
		return e.Errorf(command, "no file; name a mirror or a source")
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return e.Errorf(command, "%v", err)
	}
	p, err := openProject(e, *configFile)
	if err != nil {
		return trouble(e, command, err)
	}
	defer p.root.Close()
	if err := p.complete(e, false); err != nil {
		return trouble(e, command, err)
	}
	plan, err := mirror.NewPlan(p.root, p.options, mirror.Mode{})
	if err != nil {
		return trouble(e, command, err)
	}
	all := []explained{}
	for _, name := range fs.Args() {
		found, err := p.explain(e, plan, name)
		if err != nil {
			return trouble(e, command, err)
		}
		all = append(all, found...)
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, struct {
			Version int         `json:"version"`
			Mirrors []explained `json:"mirrors"`
		}{1, all})
		return cli.OK
	}
	for i, x := range all {
		if i > 0 {
			fmt.Fprintln(e.Stdout)
		}
		x.print(e)
	}
	return cli.OK
}

// explain returns the mirrors that a file is, or is the source of.
func (p *project) explain(e *cli.Env, plan *mirror.Plan, name string) ([]explained, error) {
	rel, err := filepath.Rel(p.dir, e.Path(name))
	if err != nil {
		rel = name
	}
	rel = filepath.ToSlash(rel)
	var found []explained
	for _, m := range plan.Mirrors {
		if m.Path == rel || m.Source == rel {
			found = append(found, explain(plan, m))
		}
	}
	if found == nil {
		for _, pr := range plan.Problems {
			if pr.Path == rel {
				return nil, fmt.Errorf("%s: %s", rel, pr.Message)
			}
		}
		return nil, fmt.Errorf("%s: neither a mirror nor a source with mirrors", rel)
	}
	return found, nil
}

func explain(plan *mirror.Plan, m mirror.Mirror) explained {
	x := explained{Mirror: m, Fields: []string{}, Notes: []string{}}
	for _, t := range mirror.Targets() {
		if t.Name == m.Target {
			x.ReadBy = t.Readers
		}
	}
	for _, pr := range plan.Problems {
		switch {
		case pr.Path != m.Path && (pr.Agent != m.Agent || pr.Target != m.Target && pr.Target != ""):
		case pr.Rule == mirror.RuleLoss, pr.Rule == mirror.RuleTranslated:
			x.Fields = append(x.Fields, pr.Message)
		default:
			x.Notes = append(x.Notes, pr.Message)
		}
	}
	return x
}

func (x *explained) print(e *cli.Env) {
	whose := "not ours"
	if x.Owned {
		whose = "ours"
	}
	fmt.Fprintln(e.Stdout, x.Path)
	what := "agent"
	if x.Skill {
		what = "skill"
	}
	fmt.Fprintf(e.Stdout, "  source   %s (%s %s)\n", cli.OneLine(x.Source), what, cli.OneLine(x.Agent))
	fmt.Fprintf(e.Stdout, "  target   %s\n", x.Target)
	fmt.Fprintf(e.Stdout, "  state    %s, %s\n", x.State, whose)
	fmt.Fprintf(e.Stdout, "  read by  %s\n", x.ReadBy)
	for _, text := range x.Fields {
		fmt.Fprintf(e.Stdout, "  field    %s\n", cli.OneLine(text))
	}
	for _, text := range x.Notes {
		fmt.Fprintf(e.Stdout, "  note     %s\n", cli.OneLine(text))
	}
}
