// Package ledger owns the judgements of a project as lines: one for each, in
// the file ledger.jsonl of the state folder, with what was judged.
//
//	book := ledger.Open(folder, ledger.Options{}, time.Now)
//	err := book.Append(ledger.Row{Source: "gate", Agent: "reviewer", Outcome: ledger.Valid, Decision: "pass"})
//	rows, skipped, err := book.Read()
//
// A row says what was decided, by whom and about what; it never holds the text
// of a message. The package computes no figures and prints nothing.
package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Outcomes of a judgement: whether the answer had the form that its contract
// asks for.
const (
	Valid     = "valid"
	Malformed = "malformed"
	Missing   = "missing"
)

// Decisions of a judgement, the same for every contract.
const (
	Pass    = "pass"
	Fail    = "fail"
	Abstain = "abstain"
	None    = "none" // nothing was decided: the answer is malformed or missing
)

// SourceLabel is the source of a row that is no judgement but the truth about
// one: what a person, a test or a later incident says should have been decided.
const SourceLabel = "label"

// Row is one judgement, or one label (Source SourceLabel). Fields that are not
// known are zero and are not written.
type Row struct {
	// Version is 1; Append fills it in.
	Version int `json:"version"`
	// Time is RFC 3339 in UTC with nanoseconds; Append fills an empty one in.
	Time string `json:"time"`
	// Source is the command that recorded the row: gate, run, panel, eval,
	// quorum, verdict, replay or label.
	Source string `json:"source"`
	// Agent is the judge's name without the prefix of a plugin.
	Agent string `json:"agent"`
	// Spec is the SHA-256 of the judge's spec file: another prompt is another
	// judge.
	Spec string `json:"spec,omitempty"`
	// Contract is the name of the answer contract, "wiki-verdict" if it is the
	// one that is built in.
	Contract string `json:"contract,omitempty"`
	// Decision is Pass, Fail, Abstain or None. In a label it is the truth.
	Decision string `json:"decision"`
	// Word is the deciding word as the contract lists it, Counts the numbers
	// beside it. Append drops both unless Outcome is Valid, because a word that
	// no list holds is text of the message.
	Word   string         `json:"word,omitempty"`
	Counts map[string]int `json:"counts,omitempty"`
	// Outcome is Valid, Malformed or Missing, empty in a label.
	Outcome string `json:"outcome,omitempty"`
	// Rules are the names of the rules that failed.
	Rules []string `json:"rules,omitempty"`
	// Action is what the gate or the run did with the answer: allow, block
	// (another try follows), tell (let go, and a person is told), observe.
	Action string `json:"action,omitempty"`
	// Try counts the answers to one question from 1; 0 means that it is not
	// known. Of is Answer of the first of them, empty in the first.
	Try int    `json:"try,omitempty"`
	Of  string `json:"of,omitempty"`
	// Subject is what was judged, nil if that is not known.
	Subject *Subject `json:"subject,omitempty"`
	// Answer is the SHA-256 of the answer.
	Answer string `json:"answer,omitempty"`

	Session string  `json:"session,omitempty"`
	AgentID string  `json:"agent_id,omitempty"`
	Run     string  `json:"run,omitempty"`
	Host    string  `json:"host,omitempty"`
	Model   string  `json:"model,omitempty"`
	Tokens  *Tokens `json:"tokens,omitempty"`
	// CostUSD is in US dollars, nil if it is not known.
	CostUSD *float64 `json:"cost_usd,omitempty"`
	// WallMS is the time of the answer in milliseconds, 0 if it is not known.
	WallMS int64 `json:"wall_ms,omitempty"`
	// Findings are what became of the must-fix findings of this answer.
	Findings *Findings `json:"findings,omitempty"`
	// Truth is what an eval expected: Pass, Fail or Abstain.
	Truth string `json:"truth,omitempty"`

	// By and Note belong to labels: who says so, and why.
	By   string `json:"by,omitempty"`
	Note string `json:"note,omitempty"`
}

// Tokens are the tokens of one answer.
type Tokens struct {
	In  int64 `json:"in"`
	Out int64 `json:"out"`
}

// Findings count must-fix findings by what their verification said.
type Findings struct {
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
}

// Digest is the SHA-256 of a spec file, an answer or an input, in lower-case
// hexadecimal: the form of Row.Spec, Row.Answer and Subject.Input.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// At is the time of the row, zero if it cannot be read.
func (r *Row) At() time.Time {
	t, _ := time.Parse(time.RFC3339, r.Time) // a row that was read has been checked
	return t
}

// Limits of what a row holds. They keep a row below the longest line that is
// read, whatever a host or an imported ledger says.
const (
	maxName  = 200 // bytes of a name, an id, a digest
	maxNote  = 500
	maxRules = 20
	maxLine  = 16 << 10
)

// bounded is the row as it is written.
func (r Row) bounded() Row {
	if r.Outcome != Valid && r.Source != SourceLabel {
		r.Word, r.Counts, r.Decision = "", nil, None
	}
	for _, s := range []*string{
		&r.Source, &r.Agent, &r.Spec, &r.Contract, &r.Decision, &r.Word, &r.Outcome, &r.Action, &r.Of, &r.Answer,
		&r.Session, &r.AgentID, &r.Run, &r.Host, &r.Model, &r.Truth, &r.By,
	} {
		*s = clip(*s, maxName)
	}
	r.Note = clip(r.Note, maxNote)
	r.Rules = boundedRules(r.Rules)
	if len(r.Counts) > maxRules {
		r.Counts = nil
	}
	return r
}

func boundedRules(rules []string) []string {
	if len(rules) == 0 {
		return nil
	}
	sorted := slices.Clone(rules)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	sorted = sorted[:min(len(sorted), maxRules)]
	for i := range sorted {
		sorted[i] = clip(sorted[i], 80)
	}
	return sorted
}

// clip cuts a text after at most limit bytes, at the start of a rune.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && s[limit]&0xC0 == 0x80 {
		limit--
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// encode returns the row as one line.
func (r *Row) encode() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, err // a cost that is no number
	}
	if buf.Len() > maxLine {
		return nil, fmt.Errorf("ledger row of %d bytes; want at most %d", buf.Len(), maxLine)
	}
	return buf.Bytes(), nil
}

// Decode reads one line. It fails for what is no row of a version that we
// know.
func Decode(line []byte) (Row, error) {
	var r Row
	if len(line) > maxLine {
		return r, errors.New("the line is longer than any row")
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return r, err
	}
	return r, r.check()
}

func (r *Row) check() error {
	_, err := time.Parse(time.RFC3339, r.Time)
	switch {
	case r.Version != 1:
		return fmt.Errorf("version is %d; want 1", r.Version)
	case err != nil:
		return fmt.Errorf("time is %q; want RFC 3339", clip(r.Time, 60))
	case r.Source == "":
		return errors.New("source is missing")
	case !slices.Contains([]string{Pass, Fail, Abstain, None}, r.Decision):
		return fmt.Errorf("decision is %q; want pass, fail, abstain or none", clip(r.Decision, 60))
	case r.Source != SourceLabel && !slices.Contains([]string{Valid, Malformed, Missing}, r.Outcome):
		return fmt.Errorf("outcome is %q; want valid, malformed or missing", clip(r.Outcome, 60))
	}
	return nil
}

func sortedKeys(m map[string]int) []string { return slices.Sorted(maps.Keys(m)) }
