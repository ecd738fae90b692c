// Command judgelint-lsp is the editor server of judgelint. It speaks the
// Language Server Protocol over standard input and output.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/lsp"
)

const help = `judgelint-lsp is the editor server of judgelint. An editor starts it and speaks
the Language Server Protocol with it over standard input and output.

Usage: judgelint-lsp [--stdio]

      --stdio      accepted because many editors pass it; there is no other way
      --version    print the version

It checks agent specs, hook settings, workflows, outputs and judgelint.toml while
they are typed. See docs/editor.md for how to set an editor up.
Exit status: 0 after shutdown and exit; 1 if the editor left without them; 2
usage.
`

func main() { os.Exit(run(cli.System(), os.Args[1:])) }

// run is main without the process: tests call it.
func run(e *cli.Env, args []string) int {
	fs := cli.Flags()
	fs.Bool("stdio", true, "")
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-V") {
		fmt.Fprintln(e.Stdout, "judgelint-lsp", cli.Version())
		return cli.OK
	}
	if done, exit := cli.Parse(e, fs, "judgelint-lsp", help, args); done {
		return exit
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(e.Stderr, "judgelint-lsp: %q: takes no arguments\n", fs.Arg(0))
		return cli.Trouble
	}
	if err := lsp.New(cli.Version()).Serve(context.Background(), stream{e.Stdin, e.Stdout}); err != nil {
		fmt.Fprintln(e.Stderr, "judgelint-lsp:", err)
		return cli.Found
	}
	return cli.OK
}

// stream is standard input and output as one. Closing it is the end of the
// process.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }
