// Command mirrorgen writes the platform mirrors of .claude/agents and guards
// them.
package main

import (
	"os"

	"github.com/judgelint/judgelint/internal/cli"
)

const overview = `mirrorgen writes the platform mirrors of .claude/agents and guards them.
`

func main() {
	os.Exit(run(cli.System(), os.Args[1:]))
}

// run is main without the process: tests call it.
func run(e *cli.Env, args []string) int {
	return cli.Main(e, "mirrorgen", overview, nil, args)
}
