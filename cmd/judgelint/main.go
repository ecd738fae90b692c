// Command judgelint checks, counts and gates the verdicts of coding agents.
package main

import (
	"os"

	"github.com/judgelint/judgelint/internal/cli"
)

const overview = `judgelint makes the verdicts of coding agents safe to read by machine.

Usage: judgelint COMMAND [flags] [arguments]

Checking
  lint        check agent specs, hook settings, workflows and outputs
  verdict     say what agent outputs decided, and whether the blocks are sound
  quorum      tally the votes of several adversarial reviewers
  contract    find, show and try answer contracts

Gating agents
  gate        let a coding agent end its turn, or say why not (hook command)
  verify      run the UI tests and record what they found
  audit       show what the gate did
  report      show how good the judges are
  label       say what a judge should have decided
  attest      write what was decided about a commit as an in-toto statement
  ledger      export the judgements, or import those of other machines
  replay      judge the past answers in the sessions that clients keep

Reviewing the review
  findings    reduce, merge and finalize the findings of a review
  workflow    check, plan and copy portable review workflows
  run         carry a workflow out with headless clients
  panel       ask judges several times and tally their verdicts

Setting up
  init        set a project up, or take the set-up out again
  doctor      check the set-up for what no client tells

Reading on
  explain     print the page of a rule
  rules       list the rules of lint
  completion  print a completion script for a shell
  conformance hold another reader of verdicts to our cases

Run "judgelint COMMAND --help" for examples and flags of one command,
"judgelint --version" for the version.
Exit status: 0 clean, 1 findings, 2 usage, configuration or input trouble.
`

func main() {
	os.Exit(execute(cli.System(), os.Args[1:]))
}

// execute is main without the process: tests call it.
func execute(e *cli.Env, args []string) int {
	if len(args) > 0 && args[0] == "gate" {
		return runGate(e, args[1:]) // a hook: before anything else is built
	}
	return cli.Main(e, "judgelint", overview, commands(), args)
}

// commands lists the subcommands in the order of the overview.
func commands() []cli.Command {
	return []cli.Command{
		lintCommand(),
		verdictCommand(),
		quorumCommand(),
		contractCommand(),
		gateCommand(),
		verifyCommand(),
		auditCommand(),
		reportCommand(),
		labelCommand(),
		attestCommand(),
		ledgerCommand(),
		replayCommand(),
		findingsCommand(),
		workflowCommand(),
		runCommand(),
		panelCommand(),
		initCommand(),
		doctorCommand(),
		explainCommand(),
		rulesCommand(),
		completionCommand(),
		conformanceCommand(),
	}
}
