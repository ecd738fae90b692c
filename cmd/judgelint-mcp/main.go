// Command judgelint-mcp offers the checks of judgelint as tools of the Model
// Context Protocol, over standard input and output.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/mcpserver"
)

const help = `judgelint-mcp lets an agent check its answer before it gives it. A client of the
Model Context Protocol starts it and speaks with it over standard input and
output.

Examples:
  claude mcp add judgelint -- judgelint-mcp
  codex mcp add judgelint -- judgelint-mcp --root .

Usage: judgelint-mcp [--root DIR]...

      --root DIR     files below this folder may be read, beside those below the
                     roots that the client names by the protocol
      --version      print the version

Tools: check_verdict, quorum, lint_spec, explain_rule. See docs/mcp.md.
Exit status: 0 when the client leaves; 2 for wrong usage or a broken stream.
`

func main() { os.Exit(run(context.Background(), cli.System(), os.Args[1:])) }

// run is main without the process: tests call it.
func run(ctx context.Context, e *cli.Env, args []string) int {
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-V") {
		fmt.Fprintln(e.Stdout, "judgelint-mcp", cli.Version())
		return cli.OK
	}
	fs := cli.Flags()
	roots := fs.StringArray("root", nil, "")
	if done, exit := cli.Parse(e, fs, "judgelint-mcp", help, args); done {
		return exit
	}
	if fs.NArg() > 0 {
		return e.Errorf("judgelint-mcp", "%q: takes no arguments; a folder is named by --root", fs.Arg(0))
	}
	for i, dir := range *roots {
		(*roots)[i] = filepath.Clean(e.Path(dir))
		if info, err := os.Stat((*roots)[i]); err != nil || !info.IsDir() {
			return e.Errorf("judgelint-mcp", "--root %s: is no folder", dir)
		}
	}
	transport := &mcp.IOTransport{Reader: io.NopCloser(e.Stdin), Writer: keepOpen{e.Stdout}}
	err := mcpserver.New(cli.Version(), *roots).Run(ctx, transport)
	if err != nil && !errors.Is(err, io.EOF) {
		return e.Errorf("judgelint-mcp", "%v", err)
	}
	return cli.OK
}

// keepOpen is a stream that the end of the process closes.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
