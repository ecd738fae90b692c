package main

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/cli"
)

const completionHelp = `judgelint completion prints a script that completes the commands, flags and
rules of judgelint in a shell.

Examples:
  eval "$(judgelint completion bash)"          in ~/.bashrc
  eval "$(judgelint completion zsh)"           in ~/.zshrc, after compinit
  judgelint completion fish | source           in ~/.config/fish/config.fish

Usage: judgelint completion bash|zsh|fish

Exit status: 0; 2 for a usage error.
`

func completionCommand() cli.Command {
	return cli.Command{Name: "completion", Summary: "print a completion script for a shell", Help: completionHelp, Run: runCompletion}
}

func runCompletion(e *cli.Env, args []string) int {
	const command = "judgelint completion"
	fs := cli.Flags()
	if done, exit := cli.Parse(e, fs, command, completionHelp, args); done {
		return exit
	}
	if fs.NArg() != 1 || cli.CheckFormat(fs.Arg(0), cli.Shells()...) != nil {
		return usage(e, command, "want one of bash, zsh, fish")
	}
	const rules = "judgelint rules 2>/dev/null | cut -d' ' -f1"
	words := map[string]string{"explain": rules, "--select": rules, "--ignore": rules, "completion": "printf 'bash\\nzsh\\nfish\\n'"}
	fmt.Fprint(e.Stdout, cli.Completion(fs.Arg(0), "judgelint", commands(), words))
	return cli.OK
}
