package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

const verdictHelp = `judgelint verdict says what agent outputs decided, and whether their verdict
blocks are sound.

Examples:
  judgelint verdict review.md                  is the block well-formed?
  judgelint verdict --require ready review.md  may I merge?
  some-agent | judgelint verdict -             read standard input
  judgelint verdict --record --agent reviewer review.md      keep the judgement
  judgelint verdict --require pass --for HEAD --agent reviewer
                                               did it pass exactly this commit?
  judgelint verdict --format json a.md b.md    for scripts

Usage: judgelint verdict [flags] FILE...
       judgelint verdict --require WORDS --for REV --agent NAME

  FILE                   an agent's whole answer, UTF-8 Markdown, at most 64 MiB;
                         a pattern such as 'reviews/**/*.md' names all that fit;
                         "-" is standard input

      --contract NAME    judge by this contract of judgelint.toml
      --agent NAME       whose answers these are: blocks of other agents are
                         quotations then, as they are for the gate
      --require WORDS    succeed only if every file holds exactly one valid
                         block whose verdict is one of these words (separated by
                         commas), or decides so: pass, fail, abstain; a block of
                         finding lines must hold no REJECT
      --for REV          look into the ledger instead of at files: succeed only
                         if the agent's last judgement of exactly the tree of
                         this commit is valid and says one of the words
      --record           write what the files say into the ledger, as judgements
                         of the working tree as it is now
      --cites[=ROOT]     warn of every cited path:line that does not exist below
                         ROOT (default: the project); an error if the contract
                         asks for it
      --base REV         cited paths of this commit count, too
      --allow-none       a file without a verdict is no failure
      --format FORMAT    text (default), json, sarif, github, gitlab or junit
      --stdin-filename NAME
                         what standard input is called in messages
      --config FILE      use this judgelint.toml
      --color WHEN       auto (default), always or never

Exit status: 0 every file is well-formed (with --require: and says one of the
words); 1 a file is malformed or has no verdict; 2 usage, configuration or a
file that cannot be read.
`

func verdictCommand() cli.Command {
	return cli.Command{
		Name:    "verdict",
		Summary: "say what agent outputs decided, and whether the blocks are sound",
		Help:    verdictHelp,
		Run:     runVerdict,
	}
}

// verdictRun is one run of the command.
type verdictRun struct {
	env       *cli.Env
	contracts contract.Set
	contract  *contract.Contract
	cites     *contract.Cites // of --cites, nil without
	agent     string
	require   []string
	allowNone bool
	format    string
	color     bool
	answers   []answered
	exit      int
}

// answered is what one file says.
type answered struct {
	file *source.File
	contract.Judgement
	records []cli.Record
}

func runVerdict(e *cli.Env, args []string) int {
	const command = "judgelint verdict"
	fs := cli.Flags()
	r := verdictRun{env: e}
	fs.StringSliceVar(&r.require, "require", nil, "")
	fs.BoolVar(&r.allowNone, "allow-none", false, "")
	fs.StringVar(&r.format, "format", "text", "")
	fs.StringVar(&r.agent, "agent", "", "")
	record := fs.Bool("record", false, "")
	rev := fs.String("for", "", "")
	contractName := fs.String("contract", "", "")
	cites := fs.String("cites", "", "")
	fs.Lookup("cites").NoOptDefVal = "."
	base := fs.String("base", "", "")
	stdinName := fs.String("stdin-filename", "", "")
	configFile := fs.String("config", "", "")
	colorMode := fs.String("color", "auto", "")
	if done, exit := cli.Parse(e, fs, command, verdictHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(r.format, cli.Formats()...); err != nil {
		return usage(e, command, "%v", err)
	}
	var err error
	if r.color, err = e.Color(e.Stdout, *colorMode); err != nil {
		return usage(e, command, "%v", err)
	}
	c, root, err := config.For(e.Dir, *configFile)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	r.contracts = c.Contracts
	if r.contract, err = contractFor(&r.contracts, *contractName, r.agent); err != nil {
		return e.Errorf(command, "%v", err)
	}
	switch {
	case fs.Changed("agent") && verdict.BareName(r.agent) == "":
		return usage(e, command, "--agent: the name is empty")
	case fs.Changed("for") && (*rev == "" || r.agent == "" || len(r.require) == 0):
		return usage(e, command, "--for needs a commit, --agent and --require")
	case fs.Changed("for") && (fs.NArg() > 0 || *record):
		return usage(e, command, "--for looks into the ledger; files and --record exclude it")
	case fs.Changed("base") && !fs.Changed("cites") && !r.contract.Cites:
		return usage(e, command, "--base needs --cites, or a contract with cites = true")
	case fs.NArg() == 0 && !fs.Changed("for"):
		return usage(e, command, "no file; name one, or - for standard input")
	case fs.Changed("require") && len(r.require) == 0:
		return usage(e, command, "--require needs a verdict; known are %s", strings.Join(r.words(), ", "))
	case r.allowNone && len(r.require) > 0:
		return usage(e, command, "--require and --allow-none exclude each other")
	}
	if word, ok := r.unknownWord(); ok {
		return usage(e, command, "--require: no %s has the verdict %q; known are %s", r.what(), word, strings.Join(r.words(), ", "))
	}
	if err := r.contract.Ready(); err != nil {
		return e.Errorf(command, "%v", err)
	}
	if fs.Changed("cites") {
		r.cites = &contract.Cites{Root: root, Severity: verdict.Warning}
		if *cites != "." {
			r.cites.Root = e.Path(*cites)
		}
	}
	if err := r.knowBase(root, *base); err != nil {
		return e.Errorf(command, "%v", err)
	}
	if fs.Changed("for") {
		return requireFor(e, *configFile, *rev, r.agent, r.require)
	}
	in := inputs{env: e, stdinName: *stdinName}
	for _, name := range in.spread(fs.Args()) {
		f, err := in.read(name)
		if err != nil {
			r.exit = e.Errorf(command, "%v", err)
			continue
		}
		f.Path = filepath.ToSlash(f.Path)
		r.answers = append(r.answers, r.answer(f))
	}
	r.print()
	if *record {
		var judged []judgedFile
		for i := range r.answers {
			judged = append(judged, judgedFile{r.answers[i].file, &r.answers[i].Judgement, r.agent})
		}
		if err := recordAnswers(e, *configFile, "verdict", judged); err != nil {
			return e.Errorf(command, "--record: %v", err)
		}
	}
	return r.status()
}

// knowBase lets the paths of a commit count as existing.
func (r *verdictRun) knowBase(root, base string) error {
	if base == "" {
		return nil
	}
	paths, err := collect.At(root, base)
	if err != nil {
		return err
	}
	known := func(path string) bool { _, ok := slices.BinarySearch(paths, path); return ok }
	slices.Sort(paths)
	r.contract.Known = known
	if r.cites != nil {
		r.cites.Known = known
	}
	return nil
}

// contractFor returns the contract of a name, or else that of an agent. The
// error names the contracts that there are.
func contractFor(set *contract.Set, name, agent string) (*contract.Contract, error) {
	if name == "" {
		return set.For(agent)
	}
	if c, ok := set.Named(name); ok {
		return c, nil
	}
	return nil, fmt.Errorf("there is no contract %q; known are %s", name, strings.Join(set.Names(), ", "))
}

// words lists the verdicts of the contract, and the decisions.
func (r *verdictRun) words() []string {
	words := r.contract.Words()
	if r.contract.Form == contract.Wiki {
		words = r.blockWords()
	}
	for _, d := range []contract.Decision{contract.Pass, contract.Fail, contract.Abstain} {
		if !slices.Contains(words, string(d)) {
			words = append(words, string(d))
		}
	}
	return words
}

// blockWords lists the verdicts of all kinds of wiki-verdict.
func (r *verdictRun) blockWords() []string {
	var words []string
	for _, k := range append(slices.Clone(r.contracts.Language.Kinds), verdict.Language{}.Kind("")) {
		words = append(words, k.Verdicts...)
	}
	return words
}

// what names the thing that lacks a word.
func (r *verdictRun) what() string {
	if r.contract.Form == contract.Wiki {
		return "kind of block"
	}
	return "list of the contract " + r.contract.Name
}

// unknownWord returns the first required word that no block can have.
func (r *verdictRun) unknownWord() (word string, ok bool) {
	for i, w := range r.require {
		r.require[i] = strings.TrimSpace(w)
		if !slices.Contains(r.words(), r.require[i]) {
			return r.require[i], true
		}
	}
	return "", false
}

func (r *verdictRun) answer(f *source.File) answered {
	j := r.contract.Judge(f, r.agent)
	if r.cites != nil && !r.contract.Cites {
		j.Problems = append(j.Problems, r.cites.Check(f)...)
	}
	return answered{file: f, Judgement: j, records: cli.Sort(verdictRecords(f, j.Problems))}
}

// verdictRecords turns problems of a text into records.
func verdictRecords(f *source.File, problems []verdict.Problem) []cli.Record {
	records := make([]cli.Record, 0, len(problems))
	for _, p := range problems {
		rec := cli.At(f, p.Span)
		rec.Rule, rec.Message, rec.Help = p.Rule, p.Message, p.Help
		rec.Severity = cli.Error
		if p.Severity == verdict.Warning {
			rec.Severity = cli.Warning
		}
		records = append(records, rec)
	}
	return records
}

// granted reports whether a file says one of the required words.
func (r *verdictRun) granted(a answered) bool {
	if a.Outcome != contract.Valid || len(a.Own) > 1 {
		return false
	}
	if a.Text != nil && a.Text.Blocks[a.Own[0]].Kind.Findings() {
		return !slices.ContainsFunc(a.Text.Blocks[a.Own[0]].Findings, func(f verdict.Finding) bool { return f.Action == verdict.Reject })
	}
	return slices.Contains(r.require, a.Word) || slices.Contains(r.require, string(a.Decision))
}

func (r *verdictRun) status() int {
	if r.exit != cli.OK {
		return r.exit
	}
	for _, a := range r.answers {
		switch {
		case len(r.require) > 0 && !r.granted(a):
			return cli.Found
		case a.Outcome == contract.Malformed, a.Outcome == contract.None && !r.allowNone:
			return cli.Found
		}
	}
	return cli.OK
}

func (r *verdictRun) print() {
	if r.format == "json" {
		r.printJSON()
		return
	}
	var records []cli.Record
	for _, a := range r.answers {
		records = append(records, a.records...)
	}
	report := cli.Report{Records: cli.Sort(records), Files: len(r.answers), Color: r.color}
	cli.Print(r.env.Stdout, r.format, &report)
	if r.format == "text" {
		for _, a := range r.answers {
			fmt.Fprintln(r.env.Stdout, cli.OneLine(a.file.Path+": "+r.says(a)))
		}
	}
}

// says is what one file says, in words.
func (r *verdictRun) says(a answered) string {
	var said string
	switch {
	case a.Outcome == contract.None:
		said = r.silence(a)
	case a.Outcome == contract.Malformed:
		said = "malformed"
	case a.Text == nil:
		said = "well-formed; verdict is " + a.Word
	default:
		parts := make([]string, len(a.Own))
		for i, own := range a.Own {
			b := a.Text.Blocks[own]
			parts[i] = decided(b)
			if len(parts) > 1 {
				parts[i] = b.Agent.Value + ": " + parts[i]
			}
		}
		said = "well-formed; " + strings.Join(parts, "; ")
	}
	if len(r.require) > 0 && !r.granted(a) {
		said += "; want one block that says " + strings.Join(r.require, " or ")
	}
	return said
}

// silence says that there is no verdict, and where one is that does not count.
func (r *verdictRun) silence(a answered) string {
	switch t := a.Text; {
	case t == nil && a.Hint != "":
		return "no verdict; " + a.Hint
	case t == nil:
		return "no verdict"
	case len(t.Blocks) > 0:
		return fmt.Sprintf("no verdict of %s; the block in line %d is that of %s", a.Agent, a.file.LineOf(t.Blocks[0].Open.Start), t.Blocks[0].Agent.Value)
	case len(t.Markers) > 0:
		return fmt.Sprintf("no verdict; the one in line %d is a quotation", a.file.LineOf(t.Markers[0].Span.Start))
	}
	return "no verdict"
}

// decided is what a valid block says: "verdict is ready", "2 KEEP, 1 REJECT".
func decided(b verdict.Block) string {
	if !b.Kind.Findings() {
		v, _ := b.Verdict()
		return "verdict is " + v.Value
	}
	var parts []string
	for _, action := range b.Kind.Actions {
		n := 0
		for _, f := range b.Findings {
			if f.Action == action {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+action)
		}
	}
	return strings.Join(parts, ", ")
}

// The JSON shapes of the command: a promise to scripts.
type (
	verdictJSON struct {
		Version int               `json:"version"`
		Files   []verdictFileJSON `json:"files"`
	}
	verdictFileJSON struct {
		Path        string             `json:"path"`
		Contract    string             `json:"contract"`
		Outcome     contract.Outcome   `json:"outcome"`
		Decision    contract.Decision  `json:"decision"`
		Word        string             `json:"word"`
		Blocks      []verdictBlockJSON `json:"blocks"`
		Diagnostics []cli.Record       `json:"diagnostics"`
	}
	verdictBlockJSON struct {
		Agent     string           `json:"agent"`
		Kind      string           `json:"kind"`
		Placement string           `json:"placement"`
		Verdict   string           `json:"verdict"`
		Counts    map[string]int   `json:"counts"`
		Findings  []findingRowJSON `json:"findings"`
		Line      int              `json:"line"`
		EndLine   int              `json:"end_line"`
		Closed    bool             `json:"closed"`
	}
	findingRowJSON struct {
		ID     string `json:"id"`
		Action string `json:"action"`
		Note   string `json:"note"`
		Line   int    `json:"line"`
	}
)

func (r *verdictRun) printJSON() {
	out := verdictJSON{Version: 1, Files: []verdictFileJSON{}}
	for _, a := range r.answers {
		file := verdictFileJSON{
			Path: a.file.Path, Contract: a.Contract, Outcome: a.Outcome, Decision: a.Decision, Word: a.Word,
			Blocks: []verdictBlockJSON{}, Diagnostics: append([]cli.Record{}, a.records...),
		}
		if a.Text != nil {
			for _, b := range a.Text.Blocks {
				file.Blocks = append(file.Blocks, blockJSON(a.file, b))
			}
		}
		out.Files = append(out.Files, file)
	}
	writeJSON(r.env, out)
}

func blockJSON(f *source.File, b verdict.Block) verdictBlockJSON {
	v, _ := b.Verdict()
	out := verdictBlockJSON{
		Agent: b.Agent.Value, Kind: b.Kind.Name(), Placement: string(b.Placement), Verdict: v.Value,
		Counts: map[string]int{}, Findings: []findingRowJSON{}, Closed: b.Closed,
		Line: f.LineOf(b.Open.Start), EndLine: f.LineOf(max(b.Span.End-1, b.Span.Start)),
	}
	for _, key := range b.Kind.Counts {
		field, _ := b.Field(key)
		if n, ok := verdict.Number(field.Value); ok {
			out.Counts[key] = n
		}
	}
	for _, fd := range b.Findings {
		out.Findings = append(out.Findings, findingRowJSON{fd.ID, fd.Action, fd.Note, f.LineOf(fd.Span.Start)})
	}
	return out
}

// writeJSON prints a value as indented JSON on standard output.
func writeJSON(e *cli.Env, v any) {
	enc := json.NewEncoder(e.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	enc.Encode(v)
}
