package replay

import (
	"time"

	"github.com/judgelint/judgelint/transcript"
)

// The JSON shape of a report: a promise to scripts.
type (
	reportJSON struct {
		Version    int           `json:"version"`
		Files      int           `json:"files"`
		Bytes      int64         `json:"bytes"`
		Lines      int           `json:"lines"`
		Unread     int           `json:"unread_lines"`
		Answers    int           `json:"answers"`
		Elsewhere  int           `json:"elsewhere"`
		Early      int           `json:"early"`
		Others     int           `json:"others"`
		Judged     int           `json:"judged"`
		Classes    map[Class]int `json:"classes"`
		Agents     []agentJSON   `json:"agents"`
		Faults     []faultJSON   `json:"faults"`
		Unreadable []string      `json:"unreadable_files"`
	}
	agentJSON struct {
		Agent    string        `json:"agent"`
		Contract string        `json:"contract"`
		Answers  int           `json:"answers"`
		Classes  map[Class]int `json:"classes"`
		First    string        `json:"first"`
		Last     string        `json:"last"`
	}
	faultJSON struct {
		Class   Class             `json:"class"`
		Agent   string            `json:"agent"`
		Client  transcript.Client `json:"client"`
		Session string            `json:"session"`
		Time    string            `json:"time"`
		Path    string            `json:"path"`
		Line    int               `json:"line"`
		Rules   []string          `json:"rules"`
		Message string            `json:"message"`
	}
)

// JSON is the report in the shape that --format json prints.
func (r *Report) JSON() any {
	out := reportJSON{
		Version: 1, Files: r.Files, Bytes: r.Bytes, Lines: r.Lines, Unread: r.Unread, Answers: r.Answers,
		Elsewhere: r.Elsewhere, Early: r.Early, Others: r.Others, Judged: r.Judged(),
		Classes: map[Class]int{}, Agents: []agentJSON{}, Faults: []faultJSON{}, Unreadable: append([]string{}, r.Unreadable...),
	}
	for _, c := range Classes() {
		out.Classes[c] = r.Total(c)
	}
	for _, a := range r.Agents {
		classes := map[Class]int{}
		for _, c := range Classes() {
			classes[c] = a.Classes[c]
		}
		out.Agents = append(out.Agents, agentJSON{a.Name, a.Contract, a.Answers, classes, stamp(a.First), stamp(a.Last)})
	}
	for _, f := range r.Faults {
		out.Faults = append(out.Faults, faultJSON{f.Class, f.Agent, f.Client, f.Session, stamp(f.Time), f.Path, f.Line, append([]string{}, f.Rules...), f.Message})
	}
	return out
}

// stamp is a time in UTC, empty for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
