package main

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/lint"
)

const explainHelp = `judgelint explain prints the page of a rule: what it finds, who is harmed, a
bad and a good example, how to mend it.

Examples:
  judgelint explain verdict-contradiction
  judgelint explain --format json yaml-colon

Usage: judgelint explain [flags] RULE...

      --format FORMAT    text (default, Markdown) or json

Exit status: 0; 2 for a rule that does not exist ("judgelint rules" lists them).
`

func explainCommand() cli.Command {
	return cli.Command{Name: "explain", Summary: "print the page of a rule", Help: explainHelp, Run: runExplain}
}

type pageJSON struct {
	ruleJSON
	Page string `json:"page"`
}

func runExplain(e *cli.Env, args []string) int {
	const command = "judgelint explain"
	fs := cli.Flags()
	format := fs.String("format", "text", "")
	if done, exit := cli.Parse(e, fs, command, explainHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return usage(e, command, "%v", err)
	}
	if fs.NArg() == 0 {
		return usage(e, command, "name a rule; judgelint rules lists them")
	}
	pages := []pageJSON{}
	for _, name := range fs.Args() {
		page, err := lint.Explain(name)
		if err != nil {
			return usage(e, command, "%v", err)
		}
		pages = append(pages, pageJSON{ruleOf(lint.Lookup(name)), string(page)})
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, map[string]any{"version": 1, "rules": pages})
		return cli.OK
	}
	for i, p := range pages {
		if i > 0 {
			fmt.Fprintln(e.Stdout)
		}
		fmt.Fprint(e.Stdout, p.Page)
	}
	return cli.OK
}
