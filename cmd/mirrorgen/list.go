package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/mirror"
)

const listHelp = `mirrorgen list shows every mirror and how it stands to its source.

Examples:
  mirrorgen list
  mirrorgen list --format json

Usage: mirrorgen list [flags]

      --source DIR       only this source
      --target NAME      only these targets
      --agent NAME       only these agents
      --format FORMAT    text (default) or json
      --config FILE      use this judgelint.toml

States: in-step, missing, differs (ours, written by us), edited (ours, edited
since), foreign (not ours, other content), stale (ours, without a source).

Exit status: 0, or 2 for usage, configuration or input/output.
`

func listCommand() cli.Command {
	return cli.Command{Name: "list", Summary: "show every mirror and its state", Help: listHelp, Run: runList}
}

func runList(e *cli.Env, args []string) int {
	const command = "mirrorgen list"
	fs := cli.Flags()
	targets := fs.StringSlice("target", nil, "")
	agents := fs.StringSlice("agent", nil, "")
	source := fs.String("source", "", "")
	format := fs.String("format", "text", "")
	configFile := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, listHelp, args); done {
		return exit
	}
	if fs.NArg() > 0 {
		return e.Errorf(command, "%s: unexpected argument", fs.Arg(0))
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return e.Errorf(command, "%v", err)
	}
	p, err := openProject(e, *configFile)
	if err != nil {
		return trouble(e, command, err)
	}
	defer p.root.Close()
	if err := p.narrow(e, fs, *source, *targets, *agents); err != nil {
		return trouble(e, command, err)
	}
	if err := p.complete(e, false); err != nil {
		return trouble(e, command, err)
	}
	plan, err := mirror.NewPlan(p.root, p.options, mirror.Mode{})
	if err != nil {
		return trouble(e, command, err)
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, struct {
			Version int             `json:"version"`
			Mirrors []mirror.Mirror `json:"mirrors"`
		}{1, cli.NonNil(plan.Mirrors)})
		return cli.OK
	}
	w := tabwriter.NewWriter(e.Stdout, 0, 0, 2, ' ', 0)
	for _, m := range plan.Mirrors {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.State, m.Agent, m.Target, m.Path)
	}
	w.Flush()
	return cli.OK
}
