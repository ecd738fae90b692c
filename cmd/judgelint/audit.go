package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
)

const auditHelp = `judgelint audit shows what the gate did in this project.

Examples:
  judgelint audit                        totals, escalations, abstentions
  judgelint audit --since 24h
  judgelint audit --fail-on escalate,no_message    for CI

Usage: judgelint audit [flags]

      --since WHEN       only what happened since then: a duration (90m, 24h,
                         7d), a date or an RFC 3339 time
      --session ID       only this session
      --fail-on KINDS    exit 1 if one of these occurred: escalate, abstain,
                         missing, no_message, input_error
      --format FORMAT    text (default) or json
      --config FILE      use this judgelint.toml

Exit status: 0; 1 a kind of --fail-on occurred; 2 usage, configuration or a log
that cannot be read.
`

func auditCommand() cli.Command {
	return cli.Command{
		Name:    "audit",
		Summary: "show what the gate did",
		Help:    auditHelp,
		Run:     runAudit,
	}
}

func runAudit(e *cli.Env, args []string) int {
	const command = "judgelint audit"
	fs := cli.Flags()
	since := fs.String("since", "", "")
	session := fs.String("session", "", "")
	failOn := fs.StringSlice("fail-on", nil, "")
	format := fs.String("format", "text", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, auditHelp, args); done {
		return exit
	}
	filter := state.AuditFilter{Session: *session, FailOn: *failOn}
	var err error
	if filter.Since, err = state.ParseSince(*since, time.Now()); err == nil {
		err = auditUsage(filter, *format, fs.Args())
	}
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	v, err := nearSite(e, *configPath)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	defer v.state.Close()
	report, err := v.state.Audit(filter)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, report)
	} else {
		writeAudit(e.Stdout, report, v.state)
	}
	return report.Exit
}

func auditUsage(f state.AuditFilter, format string, args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("%q: unexpected argument", args[0])
	case format != "text" && format != "json":
		return fmt.Errorf("--format: must be text or json, found %q", format)
	}
	for _, kind := range f.FailOn {
		if !slices.Contains(state.FailKinds(), kind) {
			return fmt.Errorf("--fail-on: must be of %s, found %q", strings.Join(state.FailKinds(), ", "), kind)
		}
	}
	return nil
}

// writeAudit prints the report for people.
func writeAudit(w io.Writer, r *state.Audit, folder *state.Folder) {
	var out strings.Builder
	if !folder.Exists() {
		fmt.Fprintf(&out, "%s: no state folder, the gate has recorded nothing\n", folder.Path())
	}
	for _, name := range state.Counters() {
		fmt.Fprintf(&out, "%-12s %d\n", name, r.Totals[name])
	}
	section(&out, "Escalated: let go with an unresolved check", r.Escalations)
	section(&out, "Abstained: let go without a verification", r.Abstentions)
	section(&out, "No verdict, no message, or trouble", r.Trouble)
	if len(r.Lost) > 0 {
		fmt.Fprintf(&out, "\nJudges that started and never reached a stop (no stop is no verdict)\n")
		for _, l := range r.Lost {
			line := fmt.Sprintf("%s  %s (%s), session %s", l.Started, l.Agent, l.AgentID, l.SessionID)
			fmt.Fprintf(&out, "  %s\n", cli.OneLine(line))
		}
	}
	if f := r.Findings; f != nil {
		fmt.Fprintf(&out, "\nFindings of %s: %d confirmed, %d refuted, %d unverified; refuted rate %.0f %%\n",
			count(f.Reviews, "review"), f.Confirmed, f.Refuted, f.Unverified, 100*f.RefutedRate)
	}
	if len(r.Failed) > 0 {
		fmt.Fprintf(&out, "\nFailed on: %s\n", strings.Join(r.Failed, ", "))
	}
	io.WriteString(w, out.String())
}

func section(out *strings.Builder, title string, events []state.AuditEvent) {
	if len(events) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s\n", title)
	for _, e := range events {
		who := e.Agent
		if who == "" {
			who = "main agent"
		}
		if e.AgentID != "" {
			who += " (" + e.AgentID + ")"
		}
		if e.SessionID != "" {
			who += ", session " + e.SessionID
		}
		line := fmt.Sprintf("%s  %s  %s: %s", e.Time, e.Counter, who, strings.ReplaceAll(e.Reason, "\n", " "))
		fmt.Fprintf(out, "  %s\n", cli.OneLine(line))
	}
}
