// Command mirrorgen writes the mirrors of agents and skills for other clients and
// guards them.
package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/judgelint/judgelint/internal/cli"
)

const overview = `mirrorgen writes the mirrors of agents and skills for other clients and guards
them.

Examples:
  mirrorgen                      write what is missing or old
  mirrorgen --check              compare only; for CI
  mirrorgen --adopt              also take over files that are not ours, or edited
  mirrorgen --prune              also remove mirrors whose source is gone
  mirrorgen list                 every mirror and its state
  mirrorgen explain .codex/agents/reviewer.toml

Usage: mirrorgen [flags]
       mirrorgen list|explain [flags] [arguments]

      --check            write nothing; exit 1 and show a diff if a mirror is not
                         in step with its source
      --dry-run          write nothing; say what would be written
      --adopt            overwrite files that mirrorgen.lock does not list, and
                         mirrors whose body was edited
      --prune            remove mirrors of ours that have no source any more
      --keep-going       skip agents with errors instead of writing nothing
      --strict-loss      a field that a target cannot carry is an error
      --source DIR       the folder of the sources, or a glob; default: what is
                         configured, else .claude/agents, else the one folder
                         of the project that holds agents
      --target NAME      only these targets (repeatable, or separated by commas):
                         agents-plugin, codex-md, codex-toml, gemini, opencode,
                         copilot, cursor, claude; default: what is configured,
                         else those whose folder exists, else those whose
                         client is installed
      --agent NAME       only these agents
      --format FORMAT    text (default), json or github
      --config FILE      use this judgelint.toml
      --color WHEN       auto (default), always or never
      --version          print the version

Sources, targets, plugin, excluded agents and platform keys are set under
[mirror] in judgelint.toml.

Exit status: 0 written, or in step; 1 drift, an agent that cannot be mirrored, or
a question that the configuration must answer; 2 usage, configuration or
input/output.
`

func main() {
	// Thousands of short texts: fewer collections halve the time, and the limit
	// keeps a huge project from paying with memory.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(run(cli.System(), os.Args[1:]))
}

// run is main without the process: tests call it. Without a command it writes.
func run(e *cli.Env, args []string) int {
	if len(args) > 0 && (!strings.HasPrefix(args[0], "-") || args[0] == "--version" || args[0] == "-V") {
		return cli.Main(e, "mirrorgen", overview, commands(), args)
	}
	return cli.Checked("mirrorgen", runMirrors)(e, args)
}

// commands lists the subcommands in the order of the overview.
func commands() []cli.Command {
	return []cli.Command{listCommand(), explainCommand()}
}
