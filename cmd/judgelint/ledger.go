package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/verdict"
)

const ledgerHelp = `judgelint ledger gives the judgements of this project to other programs, and
takes in those that other machines recorded. The ledger is the file
ledger.jsonl in the state folder; it never holds the text of an answer.

Examples:
  judgelint ledger export --format csv > judgements.csv   for DuckDB, pandas, R
  judgelint ledger export reviewer --since 30d            as JSON lines
  judgelint ledger import ci-1.jsonl ci-2.jsonl           a line twice counts once

Usage: judgelint ledger export [flags] [AGENT...]
       judgelint ledger import [flags] FILE...

      --format FORMAT    of export: jsonl (default) or csv
      --since WHEN       of export: only rows since then, as in judgelint report
      --config FILE      use this judgelint.toml

Exit status: 0; 1 a file that was imported held lines that are no rows; 2 usage,
configuration or a ledger that cannot be read or written.
`

func ledgerCommand() cli.Command {
	return cli.Command{
		Name:    "ledger",
		Summary: "export the judgements, or import those of other machines",
		Help:    ledgerHelp,
		Run:     runLedger,
	}
}

func runLedger(e *cli.Env, args []string) int {
	const command = "judgelint ledger"
	fs := cli.Flags()
	format := fs.String("format", "jsonl", "")
	since := fs.String("since", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, ledgerHelp, args); done {
		return exit
	}
	from, err := state.ParseSince(*since, time.Now())
	args = fs.Args()
	switch {
	case err != nil:
	case len(args) == 0 || args[0] != "export" && args[0] != "import":
		err = fmt.Errorf("want export or import%s", found(args))
	case !slices.Contains(ledger.Formats(), *format):
		err = fmt.Errorf("--format: must be jsonl or csv, found %q", *format)
	case args[0] == "import" && len(args) == 1:
		err = fmt.Errorf("import: no file")
	case args[0] == "import" && (fs.Changed("format") || fs.Changed("since")):
		err = fmt.Errorf("--format and --since belong to export")
	}
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	v, err := nearSite(e, *configPath)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	defer v.state.Close()
	if args[0] == "export" {
		return exportLedger(e, v.ledger(), *format, from, args[1:])
	}
	return importLedgers(e, v.ledger(), args[1:])
}

func found(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return fmt.Sprintf(", found %q", args[0])
}

func exportLedger(e *cli.Env, book *ledger.Book, format string, since time.Time, agents []string) int {
	for i := range agents {
		agents[i] = verdict.BareName(agents[i])
	}
	skipped, err := book.Export(e.Stdout, format, func(r *ledger.Row) bool {
		return (len(agents) == 0 || slices.Contains(agents, r.Agent)) && (since.IsZero() || !r.At().Before(since))
	})
	if err != nil {
		return e.Errorf("judgelint ledger", "%v", err)
	}
	if skipped > 0 {
		fmt.Fprintf(e.Stderr, "judgelint ledger: left out %s of the ledger that cannot be read\n", count(skipped, "line"))
	}
	return cli.OK
}

func importLedgers(e *cli.Env, book *ledger.Book, files []string) int {
	done, err := book.Import(files, func(name string) (io.ReadCloser, error) {
		file, err := openInput(e.Path(name))
		if err != nil {
			return nil, pathError(name, err)
		}
		return file, nil
	})
	exit := cli.OK
	for i, im := range done {
		fmt.Fprintf(e.Stdout, "%s: %s added, %d already here\n", files[i], count(im.Added, "row"), im.Doubles)
		if im.Skipped > 0 {
			exit = cli.Found
			fmt.Fprintf(e.Stderr, "%s:%d: not a row of a ledger: %s (%s in all)\n",
				files[i], im.FirstSkipped, cli.OneLine(strings.ReplaceAll(im.Reason, "\n", " ")), count(im.Skipped, "line"))
		}
	}
	if err != nil {
		return e.Errorf("judgelint ledger", "%v", err)
	}
	return exit
}

// openInput opens a plain file: opening a pipe would hang.
func openInput(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("not a plain file")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}
