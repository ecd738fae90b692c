package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
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

// failKinds are the counters that --fail-on can name.
func failKinds() []string {
	return []string{"escalate", "abstain", "missing", "no_message", "input_error"}
}

// auditReport is what audit shows.
type auditReport struct {
	Version int            `json:"version"`
	Totals  map[string]int `json:"totals"`
	// Escalations and the lists below hold the logged lines, oldest first.
	Escalations []auditEvent `json:"escalations"`
	Abstentions []auditEvent `json:"abstentions"`
	// Trouble are events that the gate could not judge, and judges without a
	// message or a verdict.
	Trouble []auditEvent `json:"trouble"`
	// Lost are judges that started and never reached a stop.
	Lost     []auditLost    `json:"lost"`
	Findings *auditFindings `json:"findings"`
	// Failed are the kinds of --fail-on that occurred.
	Failed []string `json:"failed"`
	Exit   int      `json:"exit"`
}

type auditEvent struct {
	Time      string `json:"time"`
	Counter   string `json:"counter"`
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id"`
	Agent     string `json:"agent"`
	Check     string `json:"check"`
	Reason    string `json:"reason"`
}

type auditLost struct {
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id"`
	Agent     string `json:"agent"`
	Started   string `json:"started"`
}

// auditFindings are the sums of the finalized reviews.
type auditFindings struct {
	Reviews    int `json:"reviews"`
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
	// RefutedRate is refuted / (confirmed + refuted); 0 if nothing was verified.
	RefutedRate float64 `json:"refuted_rate"`
}

// auditFilter is what the flags ask for.
type auditFilter struct {
	since   time.Time // zero: all
	session string
	failOn  []string
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
	filter := auditFilter{session: *session, failOn: *failOn}
	var err error
	if filter.since, err = parseSince(*since, time.Now()); err == nil {
		err = auditUsage(filter, *format, fs.Args())
	}
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	v, err := newVerifyRun(e, *configPath)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	defer v.state.Close()
	report, err := audit(v.state, filter)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, report)
	} else {
		report.write(e.Stdout, v.state)
	}
	return report.Exit
}

func auditUsage(f auditFilter, format string, args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("%q: unexpected argument", args[0])
	case format != "text" && format != "json":
		return fmt.Errorf("--format: must be text or json, found %q", format)
	}
	for _, kind := range f.failOn {
		if !slices.Contains(failKinds(), kind) {
			return fmt.Errorf("--fail-on: must be of %s, found %q", strings.Join(failKinds(), ", "), kind)
		}
	}
	return nil
}

// parseSince reads a duration before now, a date or a time.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since: must be a duration such as 24h or 7d, a date or an RFC 3339 time, found %q", s)
}

func audit(folder *state.Folder, filter auditFilter) (*auditReport, error) {
	lines, err := folder.Lines()
	if err != nil {
		return nil, err
	}
	r := &auditReport{Version: 1, Totals: map[string]int{}, Failed: []string{},
		Escalations: []auditEvent{}, Abstentions: []auditEvent{}, Trouble: []auditEvent{}, Lost: []auditLost{}}
	for _, name := range state.Counters() {
		r.Totals[name] = 0
	}
	for _, l := range lines {
		if filter.wants(l.SessionID, l.Time) {
			r.add(l)
		}
	}
	if filter.since.IsZero() && filter.session == "" {
		// The sums reach further back than the lines that are kept.
		totals, err := folder.Totals()
		if err != nil {
			return nil, err
		}
		for _, name := range state.Counters() {
			r.Totals[name] = totals[name]
		}
	}
	if err := r.findLost(folder, filter); err != nil {
		return nil, err
	}
	for _, kind := range failKinds() {
		if slices.Contains(filter.failOn, kind) && r.Totals[kind] > 0 {
			r.Failed, r.Exit = append(r.Failed, kind), cli.Found
		}
	}
	return r, nil
}

// wants reports whether an event belongs to what was asked for. An event
// without a readable time is shown rather than lost.
func (f auditFilter) wants(session, at string) bool {
	if f.session != "" && session != f.session {
		return false
	}
	t, err := time.Parse(time.RFC3339, at)
	return err != nil || !t.Before(f.since)
}

func (r *auditReport) add(l state.Line) {
	if _, ok := r.Totals[l.Counter]; ok {
		r.Totals[l.Counter]++
	}
	ev := auditEvent{l.Time, l.Counter, l.SessionID, l.AgentID, l.Agent, l.Check, l.Reason}
	switch l.Counter {
	case "escalate":
		r.Escalations = append(r.Escalations, ev)
	case "abstain":
		r.Abstentions = append(r.Abstentions, ev)
	case "missing", "no_message", "input_error":
		r.Trouble = append(r.Trouble, ev)
	}
	if f := l.Findings; f != nil {
		if r.Findings == nil {
			r.Findings = &auditFindings{}
		}
		r.Findings.Reviews++
		r.Findings.Confirmed += f.Confirmed
		r.Findings.Refuted += f.Refuted
		r.Findings.Unverified += f.Unverified
		if n := r.Findings.Confirmed + r.Findings.Refuted; n > 0 {
			r.Findings.RefutedRate = float64(r.Findings.Refuted) / float64(n)
		}
	}
}

func (r *auditReport) findLost(folder *state.Folder, filter auditFilter) error {
	sessions, err := folder.Sessions()
	if err != nil {
		return err
	}
	for _, id := range sessions {
		agents := folder.Session(id).Agents
		for agentID, a := range agents {
			if a != nil && a.Started != "" && a.Stopped == "" && filter.wants(id, a.Started) {
				r.Lost = append(r.Lost, auditLost{id, agentID, a.Name, a.Started})
			}
		}
	}
	slices.SortFunc(r.Lost, func(a, b auditLost) int {
		return strings.Compare(a.Started+a.SessionID+a.AgentID, b.Started+b.SessionID+b.AgentID)
	})
	return nil
}

// write prints the report for people.
func (r *auditReport) write(w io.Writer, folder *state.Folder) {
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

func section(out *strings.Builder, title string, events []auditEvent) {
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
