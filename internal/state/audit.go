package state

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// FailKinds are the counters that can make an audit fail.
func FailKinds() []string {
	return []string{"escalate", "abstain", "missing", "no_message", "input_error"}
}

// Audit is what the gate did in a project.
type Audit struct {
	Version int            `json:"version"`
	Totals  map[string]int `json:"totals"`
	// Escalations and the lists below hold the logged lines, oldest first.
	Escalations []AuditEvent `json:"escalations"`
	Abstentions []AuditEvent `json:"abstentions"`
	// Trouble are events that the gate could not judge, and judges without a
	// message or a verdict.
	Trouble []AuditEvent `json:"trouble"`
	// Lost are judges that started and never reached a stop.
	Lost     []AuditLost    `json:"lost"`
	Findings *AuditFindings `json:"findings"`
	// Failed are the kinds of FailOn that occurred.
	Failed []string `json:"failed"`
	// Exit is 1 if there are any, else 0.
	Exit int `json:"exit"`
}

// AuditEvent is one logged line.
type AuditEvent struct {
	Time      string `json:"time"`
	Counter   string `json:"counter"`
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id"`
	Agent     string `json:"agent"`
	Check     string `json:"check"`
	Reason    string `json:"reason"`
}

// AuditLost is a judge that started and never reached a stop.
type AuditLost struct {
	SessionID string `json:"session_id"`
	AgentID   string `json:"agent_id"`
	Agent     string `json:"agent"`
	Started   string `json:"started"`
}

// AuditFindings are the sums of the finalized reviews.
type AuditFindings struct {
	Reviews    int `json:"reviews"`
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
	// RefutedRate is refuted / (confirmed + refuted); 0 if nothing was verified.
	RefutedRate float64 `json:"refuted_rate"`
}

// AuditFilter says what is asked for.
type AuditFilter struct {
	// Since is the time from which on events count; zero means all.
	Since time.Time
	// Session is the only session that counts; empty means all.
	Session string
	// FailOn are the kinds, of FailKinds, that make the audit fail.
	FailOn []string
}

// ParseSince reads a duration before now (90m, 24h, 7d), a date or an RFC 3339
// time; an empty text is the zero time.
func ParseSince(s string, now time.Time) (time.Time, error) {
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

// Audit reads the log and the sessions of the folder. A log that cannot be read
// is an error.
func (f *Folder) Audit(filter AuditFilter) (*Audit, error) {
	lines, err := f.Lines()
	if err != nil {
		return nil, err
	}
	r := &Audit{Version: 1, Totals: map[string]int{}, Failed: []string{},
		Escalations: []AuditEvent{}, Abstentions: []AuditEvent{}, Trouble: []AuditEvent{}, Lost: []AuditLost{}}
	for _, name := range Counters() {
		r.Totals[name] = 0
	}
	for _, l := range lines {
		if filter.wants(l.SessionID, l.Time) {
			r.add(l)
		}
	}
	if filter.Since.IsZero() && filter.Session == "" {
		// The sums reach further back than the lines that are kept.
		totals, err := f.Totals()
		if err != nil {
			return nil, err
		}
		for _, name := range Counters() {
			r.Totals[name] = totals[name]
		}
	}
	if err := r.findLost(f, filter); err != nil {
		return nil, err
	}
	for _, kind := range FailKinds() {
		if slices.Contains(filter.FailOn, kind) && r.Totals[kind] > 0 {
			r.Failed, r.Exit = append(r.Failed, kind), 1
		}
	}
	return r, nil
}

// wants reports whether an event belongs to what was asked for. An event
// without a readable time is shown rather than lost.
func (f AuditFilter) wants(session, at string) bool {
	if f.Session != "" && session != f.Session {
		return false
	}
	t, err := time.Parse(time.RFC3339, at)
	return err != nil || !t.Before(f.Since)
}

func (r *Audit) add(l Line) {
	if _, ok := r.Totals[l.Counter]; ok {
		r.Totals[l.Counter]++
	}
	ev := AuditEvent{l.Time, l.Counter, l.SessionID, l.AgentID, l.Agent, l.Check, l.Reason}
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
			r.Findings = &AuditFindings{}
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

func (r *Audit) findLost(folder *Folder, filter AuditFilter) error {
	sessions, err := folder.Sessions()
	if err != nil {
		return err
	}
	for _, id := range sessions {
		agents := folder.Session(id).Agents
		for agentID, a := range agents {
			if a != nil && a.Started != "" && a.Stopped == "" && filter.wants(id, a.Started) {
				r.Lost = append(r.Lost, AuditLost{id, agentID, a.Name, a.Started})
			}
		}
	}
	slices.SortFunc(r.Lost, func(a, b AuditLost) int {
		return strings.Compare(a.Started+a.SessionID+a.AgentID, b.Started+b.SessionID+b.AgentID)
	})
	return nil
}

// NoteReview logs the sums of a finalized review, once for each id.
func (f *Folder) NoteReview(id string, sums Findings) error {
	lines, err := f.Lines()
	if err != nil {
		return err
	}
	reason := "review " + id
	if slices.ContainsFunc(lines, func(l Line) bool { return l.Findings != nil && l.Reason == reason }) {
		return nil
	}
	return f.Append(Line{Event: "findings", Check: "findings", Reason: reason, Findings: &sums})
}
