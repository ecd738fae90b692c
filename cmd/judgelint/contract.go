package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

const contractHelp = `judgelint contract finds, shows and tries answer contracts: what the answers of
some agents must hold instead of a wiki-verdict block.

Examples:
  judgelint contract suggest            the contracts that your specs already imply
  judgelint contract suggest --write    add them to judgelint.toml
  judgelint contract list               who has which contract
  judgelint contract test plan-review answer.md

Usage:
  judgelint contract suggest [--write] [PATH...]
  judgelint contract list [--format text|json]
  judgelint contract test NAME FILE...

  PATH           agent specs (default: all of the project)

      --write          append the suggestions to judgelint.toml; nothing else in it
                       changes, and a second run adds nothing
      --format FORMAT  of list: text (default) or json
      --config FILE    use this judgelint.toml

The words after "# check" are guessed: say yourself what they decide.

Exit status: 0 done; 1 (test) an answer does not keep the contract; 2 usage,
configuration or a file that cannot be read or written.
`

const contractName = "judgelint contract"

func contractCommand() cli.Command {
	return cli.Command{
		Name:    "contract",
		Summary: "find, show and try answer contracts",
		Help:    contractHelp,
		Run:     runContract,
	}
}

func runContract(e *cli.Env, args []string) int {
	fs := cli.Flags()
	write := fs.Bool("write", false, "")
	format := fs.String("format", "text", "")
	configFile := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, contractName, contractHelp, args); done {
		return exit
	}
	verb, rest := fs.Arg(0), fs.Args()
	if len(rest) > 0 {
		rest = rest[1:]
	}
	if verb == "test" {
		return testContract(e, *configFile, rest)
	}
	c, root, err := config.For(e.Dir, *configFile)
	if err != nil {
		return e.Errorf(contractName, "%v", err)
	}
	file := c.Path
	if *configFile != "" {
		file = *configFile
	}
	r := contractRun{env: e, config: c, root: root, file: file}
	switch verb {
	case "suggest":
		return r.suggest(rest, *write)
	case "list":
		if err := cli.CheckFormat(*format, "text", "json"); err != nil {
			return usage(e, contractName, "%v", err)
		}
		return r.list(*format == "json")
	case "":
		return usage(e, contractName, "say what to do: suggest, list or test")
	}
	return usage(e, contractName, "%q: want suggest, list or test", verb)
}

// testContract is verdict --contract under a name that is easy to find.
func testContract(e *cli.Env, configFile string, args []string) int {
	if len(args) < 2 {
		return usage(e, contractName, "test needs the name of a contract and the files to try")
	}
	flags := []string{"--contract", args[0], "--config", configFile}
	return runVerdict(e, append(append(flags, "--"), args[1:]...))
}

// contractRun is one run of suggest or list.
type contractRun struct {
	env        *cli.Env
	config     *config.Config
	root, file string
}

func (r *contractRun) suggest(paths []string, write bool) int {
	specs, err := r.specs(paths)
	if err != nil {
		return r.env.Errorf(contractName, "%v", err)
	}
	var out strings.Builder
	n := 0
	for _, s := range r.config.Contracts.Suggest(specs) {
		text := s.TOML()
		if _, err := config.Parse("suggestion", []byte(text)); err != nil {
			fmt.Fprintf(r.env.Stderr, "%s: %s: its verdict cannot be declared: %s\n", contractName, strings.Join(s.Agents, ", "), cli.OneLine(err.Error()))
			continue
		}
		if n++; n > 1 {
			out.WriteString("\n")
		}
		out.WriteString(text)
	}
	switch {
	case n == 0:
		fmt.Fprintln(r.env.Stderr, "no spec prescribes a verdict that no contract covers")
		return cli.OK
	case !write:
		fmt.Fprint(r.env.Stdout, out.String())
		return cli.OK
	}
	if err := r.append(out.String()); err != nil {
		return r.env.Errorf(contractName, "%v", err)
	}
	fmt.Fprintf(r.env.Stdout, "added %s to %s\n", count(n, "contract"), config.Name)
	return cli.OK
}

// append adds tables at the end of judgelint.toml.
func (r *contractRun) append(tables string) error {
	file := filepath.Join(r.root, config.Name)
	if r.file != "" {
		file = r.env.Path(r.file)
	}
	src, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return pathError(config.Name, err)
	}
	end := source.NewFile(config.Name, src).LineEnd()
	text := string(src)
	switch {
	case text == "":
	case !strings.HasSuffix(text, "\n"):
		text += end + end
	default:
		text += end
	}
	text += strings.ReplaceAll(tables, "\n", end)
	if _, err := config.Parse(config.Name, []byte(text)); err != nil {
		return fmt.Errorf("the result would be wrong, so nothing is written: %w", err)
	}
	return writeWhole(file, []byte(text))
}

// writeWhole writes a file, which may be new, in one step and keeps its mode. A
// link stays one.
func writeWhole(name string, text []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".judgelint-*")
	if err != nil {
		return pathError(config.Name, err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	return err
}

// specs reads the agent specs that are named, or all of the project.
func (r *contractRun) specs(paths []string) ([]contract.Spec, error) {
	in := inputs{env: r.env}
	if len(paths) == 0 {
		return projectSpecs(r.root)
	}
	var specs []contract.Spec
	for _, name := range in.spread(paths) {
		if info, err := os.Stat(r.env.Path(name)); err == nil && info.IsDir() {
			more, err := projectSpecs(r.env.Path(name))
			if err != nil {
				return nil, err
			}
			specs = append(specs, more...)
			continue
		}
		f, err := in.read(name)
		if err != nil {
			return nil, err
		}
		specs = append(specs, contract.Spec{Agent: agentName(f), File: f})
	}
	return specs, nil
}

// projectSpecs reads the Markdown specs of a project.
func projectSpecs(root string) ([]contract.Spec, error) {
	layout, err := project.Find(root, project.Options{})
	if err != nil {
		return nil, err
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var specs []contract.Spec
	for _, it := range layout.Of(project.Agent) {
		info, err := dir.Stat(filepath.FromSlash(it.Path))
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxInput {
			continue // lint tells what cannot be read
		}
		src, err := dir.ReadFile(filepath.FromSlash(it.Path))
		if err != nil {
			continue
		}
		f := source.NewFile(it.Path, src)
		specs = append(specs, contract.Spec{Agent: agentName(f), File: f})
	}
	return specs, nil
}

// agentName is the name in a spec, else that of its file.
func agentName(f *source.File) string {
	if name := agentspec.Parse(f).Name(); name != "" {
		return name
	}
	base := filepath.Base(f.Path)
	return strings.TrimSuffix(strings.TrimSuffix(base, filepath.Ext(base)), ".agent")
}

// The JSON shape of list: a promise to scripts.
type (
	contractsJSON struct {
		Version   int            `json:"version"`
		Contracts []contractJSON `json:"contracts"`
	}
	contractJSON struct {
		Name    string        `json:"name"`
		Agents  []string      `json:"agents"`
		Form    contract.Form `json:"form"`
		Pass    []string      `json:"pass"`
		Fail    []string      `json:"fail"`
		Abstain []string      `json:"abstain"`
		Asks    string        `json:"asks"`
	}
)

func (r *contractRun) list(asJSON bool) int {
	out := contractsJSON{Version: 1, Contracts: []contractJSON{}}
	words := func(list []contract.Word) []string {
		texts := []string{}
		for _, w := range list {
			texts = append(texts, w.Text)
		}
		return texts
	}
	for i := range r.config.Contracts.Declared {
		c := &r.config.Contracts.Declared[i]
		out.Contracts = append(out.Contracts, contractJSON{Name: c.Name, Agents: append([]string{}, c.Agents...), Form: c.Form,
			Pass: words(c.Pass), Fail: words(c.Fail), Abstain: words(c.Abstain), Asks: c.Template("")})
	}
	if asJSON {
		writeJSON(r.env, out)
		return cli.OK
	}
	w := tabwriter.NewWriter(r.env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "AGENTS\tCONTRACT\tFORM\tPASS\tFAIL\tABSTAIN")
	row := func(list []string) string { return cli.OneLine(strings.Join(list, ", ")) }
	for _, c := range out.Contracts {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", row(c.Agents), c.Name, c.Form, row(c.Pass), row(c.Fail), row(c.Abstain))
	}
	fmt.Fprintf(w, "(all others)\t%s\tblock\tready\tnot-ready\tblocked\n", contract.WikiName)
	w.Flush()
	return cli.OK
}
