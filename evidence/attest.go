package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/ledger"
)

// Types of an attestation of in-toto.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
)

// Results of the predicate.
const (
	Passed = "PASSED"
	Warned = "WARNED"
	Failed = "FAILED"
)

// Statement is an in-toto Statement v1 with a test-result: the judgements of
// one commit. It is not signed; that is for the tool that carries it.
type Statement struct {
	Type          string       `json:"_type"`
	Subject       []Descriptor `json:"subject"`
	PredicateType string       `json:"predicateType"`
	Predicate     TestResult   `json:"predicate"`
}

// Descriptor is a ResourceDescriptor of in-toto: a thing with its digests.
type Descriptor struct {
	Name        string            `json:"name,omitempty"`
	Digest      map[string]string `json:"digest,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// TestResult is the predicate. Each judge is a test; its spec, and when and how
// it judged, is an entry of Configuration.
type TestResult struct {
	Result        string       `json:"result"`
	Configuration []Descriptor `json:"configuration"`
	PassedTests   []string     `json:"passedTests,omitempty"`
	WarnedTests   []string     `json:"warnedTests,omitempty"`
	FailedTests   []string     `json:"failedTests,omitempty"`
}

// Attest makes the statement of a commit from the last judgement of each agent
// of its tree. agents are those that must have judged; without any it is all that did. It is an
// error if one of them, or everybody, did not.
func Attest(rows []ledger.Row, commit, tree string, agents []string) (*Statement, error) {
	if len(agents) == 0 {
		agents = ledger.Agents(rows, tree)
	}
	if len(agents) == 0 {
		return nil, fmt.Errorf("no judge has judged the tree of commit %s", short(commit))
	}
	s := &Statement{
		Type: StatementType, PredicateType: PredicateType,
		Subject:   []Descriptor{{Name: "commit", Digest: map[string]string{"gitCommit": commit, "gitTree": tree}}},
		Predicate: TestResult{Result: Passed, Configuration: []Descriptor{}},
	}
	for _, agent := range agents {
		r := ledger.Bind(rows, agent, tree).Here
		if r == nil {
			return nil, fmt.Errorf("%s has not judged the tree of commit %s", agent, short(commit))
		}
		s.Predicate.add(agent, r)
	}
	return s, nil
}

func (t *TestResult) add(agent string, r *ledger.Row) {
	d := Descriptor{Name: agent, Annotations: map[string]string{}}
	if r.Spec != "" {
		d.Digest = map[string]string{"sha256": r.Spec}
	}
	for key, value := range map[string]string{
		"time": r.Time, "source": r.Source, "contract": r.Contract, "outcome": r.Outcome, "decision": r.Decision, "word": r.Word, "answer": r.Answer, "model": r.Model,
	} {
		if value != "" {
			d.Annotations[key] = value
		}
	}
	t.Configuration = append(t.Configuration, d)
	switch {
	case r.Outcome == ledger.Valid && r.Decision == ledger.Pass:
		t.PassedTests = append(t.PassedTests, agent)
	case r.Outcome == ledger.Valid && r.Decision == ledger.Abstain:
		t.WarnedTests = append(t.WarnedTests, agent)
		if t.Result == Passed {
			t.Result = Warned
		}
	default:
		t.FailedTests = append(t.FailedTests, agent)
		t.Result = Failed
	}
}

// Want is what a statement is held against.
type Want struct {
	// Commit and Tree are the object names that it must be about.
	Commit, Tree string
	// Agents must be among its judges.
	Agents []string
	// MaxAge is how old a judgement may be; 0 means any age.
	MaxAge time.Duration
	Now    time.Time
}

// maxStatement is the size of a statement in bytes at most.
const maxStatement = 1 << 20

// Verify reads a statement and returns what is wrong with its shape, its
// subject and the ages of its judgements, in words. It does not look at the
// result, and not at signatures. An error means that it is no statement at all.
func Verify(data []byte, want Want) (*Statement, []string, error) {
	s, err := readStatement(data)
	if err != nil {
		return nil, nil, err
	}
	wrong := s.shape()
	if len(s.Subject) == 1 {
		d := s.Subject[0].Digest
		switch {
		case d["gitCommit"] == "" && d["gitTree"] == "":
			wrong = append(wrong, "the subject has neither the digest gitCommit nor gitTree")
		case d["gitTree"] != "" && d["gitTree"] != want.Tree:
			wrong = append(wrong, fmt.Sprintf("it is about the tree %q, not about %s", short(d["gitTree"]), short(want.Tree)))
		case d["gitTree"] == "" && d["gitCommit"] != want.Commit:
			wrong = append(wrong, fmt.Sprintf("it is about the commit %q, not about %s", short(d["gitCommit"]), short(want.Commit)))
		case d["gitCommit"] != "" && d["gitCommit"] != want.Commit:
			wrong = append(wrong, fmt.Sprintf("it is about the commit %q, not about %s", short(d["gitCommit"]), short(want.Commit)))
		}
	}
	return s, append(wrong, s.ages(want)...), nil
}

func readStatement(data []byte) (*Statement, error) {
	if len(data) > maxStatement {
		return nil, fmt.Errorf("larger than %d KB", maxStatement>>10)
	}
	s := &Statement{}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(s); err != nil {
		return nil, fmt.Errorf("no in-toto statement: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("no in-toto statement: something follows the object")
	}
	return s, nil
}

// shape tells what is wrong with the form.
func (s *Statement) shape() (wrong []string) {
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if s.Type != StatementType {
		add("_type is %q; want %s", s.Type, StatementType)
	}
	if s.PredicateType != PredicateType {
		add("predicateType is %q; want %s", s.PredicateType, PredicateType)
	}
	if len(s.Subject) != 1 {
		add("it has %s; want one, the commit", plural(len(s.Subject), "subject"))
	}
	p := &s.Predicate
	want := Passed
	switch {
	case len(p.FailedTests) > 0:
		want = Failed
	case len(p.WarnedTests) > 0:
		want = Warned
	}
	if p.Result != want {
		add("result is %q, but the lists of tests say %s", p.Result, want)
	}
	tests := slices.Concat(p.PassedTests, p.WarnedTests, p.FailedTests)
	if len(tests) == 0 {
		add("no judge is in it")
	}
	var configured []string
	for _, d := range p.Configuration {
		configured = append(configured, d.Name)
	}
	slices.Sort(tests)
	slices.Sort(configured)
	if !slices.Equal(tests, configured) {
		add("the tests are %s, the configuration is of %s", list(tests), list(configured))
	}
	if slices.ContainsFunc(tests, func(n string) bool { return n == "" }) || len(slices.Compact(slices.Clone(tests))) != len(tests) {
		add("a test has no name, or one name stands twice")
	}
	for _, d := range p.Configuration {
		if in := p.listOf(d.Name); d.Annotations["decision"] != in {
			add("%s decided %q, but is in the list of those that %s", d.Name, d.Annotations["decision"], in)
		}
	}
	return wrong
}

// listOf is the decision that the list says in which a test stands.
func (p *TestResult) listOf(name string) string {
	switch {
	case slices.Contains(p.PassedTests, name):
		return ledger.Pass
	case slices.Contains(p.WarnedTests, name):
		return ledger.Abstain
	}
	for _, d := range p.Configuration {
		if d.Name == name && d.Annotations["decision"] == ledger.None {
			return ledger.None // malformed or missing: it failed as well
		}
	}
	return ledger.Fail
}

func list(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names[:min(len(names), 5)], ", ")
}

// ages tells which judgement is too old, from the future, or missing.
func (s *Statement) ages(want Want) (wrong []string) {
	for _, agent := range want.Agents {
		if !slices.ContainsFunc(s.Predicate.Configuration, func(d Descriptor) bool { return d.Name == agent }) {
			wrong = append(wrong, agent+" is not among its judges")
		}
	}
	for _, d := range s.Predicate.Configuration {
		t, err := time.Parse(time.RFC3339, d.Annotations["time"])
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%s: time is %q; want RFC 3339", d.Name, d.Annotations["time"]))
		case t.After(want.Now.Add(5 * time.Minute)):
			wrong = append(wrong, fmt.Sprintf("%s judged in the future, %s", d.Name, d.Annotations["time"]))
		case want.MaxAge > 0 && want.Now.Sub(t) > want.MaxAge:
			wrong = append(wrong, fmt.Sprintf("%s judged %s ago; at most %s is allowed", d.Name, want.Now.Sub(t).Round(time.Minute), want.MaxAge))
		}
	}
	return wrong
}
