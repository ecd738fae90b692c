package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/lint"
)

const rulesHelp = `judgelint rules lists the rules of judgelint lint.

Examples:
  judgelint rules
  judgelint rules --format json | jq -r '.rules[].name'

Usage: judgelint rules [flags]

      --format FORMAT    text (default), json or markdown

Exit status: 0; 2 for a usage error.
`

func rulesCommand() cli.Command {
	return cli.Command{Name: "rules", Summary: "list the rules of lint", Help: rulesHelp, Run: runRules}
}

func runRules(e *cli.Env, args []string) int {
	const command = "judgelint rules"
	fs := cli.Flags()
	format := fs.String("format", "text", "")
	if done, exit := cli.Parse(e, fs, command, rulesHelp, args); done {
		return exit
	}
	if fs.NArg() > 0 {
		return usage(e, command, "%q is one argument too many", fs.Arg(0))
	}
	if err := cli.CheckFormat(*format, "text", "json", "markdown"); err != nil {
		return usage(e, command, "%v", err)
	}
	switch *format {
	case "json":
		cli.WriteJSON(e.Stdout, rulesJSON())
	case "markdown":
		writeRulesMarkdown(e.Stdout)
	default:
		writeRulesText(e.Stdout)
	}
	return cli.OK
}

type ruleJSON struct {
	Name     string   `json:"name"`
	Severity string   `json:"severity"`
	Kinds    []string `json:"kinds"`
	Summary  string   `json:"summary"`
	Since    string   `json:"since"`
}

type rulesJSONDoc struct {
	Version int        `json:"version"`
	Rules   []ruleJSON `json:"rules"`
}

func rulesJSON() rulesJSONDoc {
	doc := rulesJSONDoc{Version: 1}
	for _, r := range lint.Rules() {
		doc.Rules = append(doc.Rules, ruleOf(r))
	}
	return doc
}

func ruleOf(r *lint.Rule) ruleJSON {
	return ruleJSON{r.Name, r.Severity.String(), kindNames(r.Kinds), r.Summary, r.Since}
}

// kindNames names the kinds of files that a rule looks at.
func kindNames(k lint.Kind) []string {
	names := []string{}
	for _, one := range []struct {
		kind lint.Kind
		name string
	}{
		{lint.AgentSpec, "agent-spec"}, {lint.CodexAgent, "codex-agent"}, {lint.HookSettings, "hook-settings"},
		{lint.WorkflowSpec, "workflow-spec"}, {lint.Prompts, "prompts"}, {lint.Output, "output"}, {lint.Document, "document"},
	} {
		if k&one.kind != 0 {
			names = append(names, one.name)
		}
	}
	return names
}

func writeRulesText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range lint.Rules() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.Name, r.Severity, r.Summary)
	}
	return t.Flush()
}

// writeRulesMarkdown writes the table of the README.
func writeRulesMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| rule | severity | what is wrong |\n| --- | --- | --- |\n")
	for _, r := range lint.Rules() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Name, r.Severity, strings.ReplaceAll(r.Summary, "|", `\|`))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
