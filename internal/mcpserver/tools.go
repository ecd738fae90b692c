package mcpserver

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

type verdictIn struct {
	Text     string `json:"text,omitempty" jsonschema:"the whole answer of the agent"`
	Path     string `json:"path,omitempty" jsonschema:"a file that holds the answer, in place of text"`
	Agent    string `json:"agent,omitempty" jsonschema:"whose answer it is; blocks of other agents are quotations then"`
	Contract string `json:"contract,omitempty" jsonschema:"the declared contract to judge by; default is that of the agent"`
}

// verdictOut is what a text says. The words are those of "judgelint verdict
// --format json".
type verdictOut struct {
	Outcome  string         `json:"outcome" jsonschema:"valid, malformed or none (the text has no verdict)"`
	Decision string         `json:"decision" jsonschema:"pass, fail or abstain; none unless the outcome is valid"`
	Word     string         `json:"word" jsonschema:"the verdict as it is written"`
	Counts   map[string]int `json:"counts"`
	Contract string         `json:"contract"`
	Agent    string         `json:"agent"`
	Problems []problem      `json:"problems"`
}

type problem struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
	Help     string `json:"help,omitempty"`
	Write    string `json:"write,omitempty" jsonschema:"the exact line to write in place of the line"`
}

func checkVerdict(f *files, in verdictIn) (verdictOut, error) {
	text, c, err := f.text(in.Text, in.Path)
	if err != nil {
		return verdictOut{}, err
	}
	by, ok := c.Contracts.Named(in.Contract)
	switch {
	case in.Contract == "":
		if by, err = c.Contracts.For(in.Agent); err != nil {
			return verdictOut{}, err
		}
	case !ok:
		return verdictOut{}, fmt.Errorf("there is no contract %q; declared are %s", in.Contract, strings.Join(contractNames(&c.Contracts), ", "))
	}
	j := by.Judge(text, in.Agent)
	if j.Trouble != nil {
		return verdictOut{}, j.Trouble
	}
	out := verdictOut{Outcome: string(j.Outcome), Decision: string(j.Decision), Word: j.Word, Counts: map[string]int{},
		Contract: j.Contract, Agent: j.Agent, Problems: []problem{}}
	for _, n := range j.Counts {
		out.Counts[n.Key] = n.N
	}
	for _, p := range j.Problems {
		out.Problems = append(out.Problems, problem{Rule: p.Rule, Severity: severity(p.Severity), Line: text.Position(p.Span.Start).Line,
			Message: p.Message, Help: p.Help, Write: p.Write})
	}
	return out, nil
}

func contractNames(s *contract.Set) []string {
	names := []string{contract.WikiName}
	for _, c := range s.Declared {
		names = append(names, c.Name)
	}
	return names
}

func severity(s verdict.Severity) string {
	if s == verdict.Error {
		return "error"
	}
	return "warning"
}

type quorumIn struct {
	Votes  []voteIn `json:"votes" jsonschema:"one entry for each reviewer"`
	Expect int      `json:"expect,omitempty" jsonschema:"how many reviewers were asked; those that are missing abstain"`
}

type voteIn struct {
	Text string `json:"text,omitempty" jsonschema:"the whole answer of the reviewer"`
	Path string `json:"path,omitempty" jsonschema:"a file that holds it, in place of text"`
}

type quorumOut struct {
	Votes     int             `json:"votes"`
	Threshold int             `json:"threshold"`
	Settled   bool            `json:"settled" jsonschema:"true if there is a finding and none is KILL or UNVERIFIED"`
	Findings  []quorumFinding `json:"findings"`
	Problems  []quorumProblem `json:"problems"`
}

type quorumFinding struct {
	ID        string `json:"id"`
	Keep      int    `json:"keep"`
	Downgrade int    `json:"downgrade"`
	Reject    int    `json:"reject"`
	Abstain   int    `json:"abstain"`
	Decision  string `json:"decision"`
}

type quorumProblem struct {
	Vote    string `json:"vote"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// maxVotes bounds one count.
const maxVotes = 100

func quorum(f *files, in quorumIn) (quorumOut, error) {
	switch {
	case len(in.Votes) == 0:
		return quorumOut{}, fmt.Errorf("no vote; give the answers of the reviewers")
	case len(in.Votes) > maxVotes || in.Expect > maxVotes:
		return quorumOut{}, fmt.Errorf("more than %d votes", maxVotes)
	case in.Expect < 0 || in.Expect > 0 && len(in.Votes) > in.Expect:
		return quorumOut{}, fmt.Errorf("%d votes, but expect is %d", len(in.Votes), in.Expect)
	}
	c, err := f.settings()
	if err != nil {
		return quorumOut{}, err
	}
	var ballots []verdict.Ballot
	var seen []fs.FileInfo
	for i, v := range in.Votes {
		name := fmt.Sprintf("vote %d", i+1)
		if (v.Text == "") == (v.Path == "") {
			return quorumOut{}, fmt.Errorf("%s: %w", name, errOneOf)
		}
		if v.Path != "" {
			name = v.Path
			if err := f.once(v.Path, &seen); err != nil {
				return quorumOut{}, err
			}
		}
		text, _, err := f.text(v.Text, v.Path)
		if err != nil {
			ballots = append(ballots, verdict.Abstention(name, "cannot be read, abstains: "+err.Error()))
			continue
		}
		j := c.Contracts.Wiki().Judge(source.NewFile(name, text.Src), "")
		ballots = append(ballots, verdict.NewBallot(name, j.Text, j.Problems))
	}
	for n := len(ballots) + 1; n <= in.Expect; n++ {
		ballots = append(ballots, verdict.Abstention(fmt.Sprintf("vote %d", n), "did not come, abstains"))
	}
	return count(ballots, max(c.Threshold, verdict.DefaultThreshold)), nil
}

// once refuses a file that voted already, however it is spelled.
func (f *files) once(name string, seen *[]fs.FileInfo) error {
	p, err := f.find(name)
	if err != nil {
		return nil // told when it is read
	}
	info, err := p.info()
	if err != nil {
		return nil
	}
	for _, other := range *seen {
		if os.SameFile(other, info) {
			return fmt.Errorf("%s: this file voted already; a vote counts once", name)
		}
	}
	*seen = append(*seen, info)
	return nil
}

func count(ballots []verdict.Ballot, threshold int) quorumOut {
	out := quorumOut{Votes: len(ballots), Threshold: threshold, Findings: []quorumFinding{}, Problems: []quorumProblem{}}
	tallies := verdict.Count(ballots, threshold)
	out.Settled = len(tallies) > 0
	for _, t := range tallies {
		out.Findings = append(out.Findings, quorumFinding{t.Finding, t.Keep, t.Downgrade, t.Reject, t.Abstain, string(t.Decision)})
		out.Settled = out.Settled && t.Decision != verdict.Kill && t.Decision != verdict.Unverified
	}
	for _, b := range ballots {
		for _, p := range b.Problems {
			out.Problems = append(out.Problems, quorumProblem{b.Voter, p.Line, p.Message})
		}
	}
	return out
}

type lintIn struct {
	Path string `json:"path,omitempty" jsonschema:"the file, absolute or relative to a root of the client"`
	Text string `json:"text,omitempty" jsonschema:"what to check in place of what the file holds; the file need not exist"`
}

type lintOut struct {
	Path        string       `json:"path"`
	Checked     bool         `json:"checked" jsonschema:"false if no rule looks at such a file"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Message  string `json:"message"`
	Help     string `json:"help,omitempty"`
	Fix      string `json:"fix,omitempty" jsonschema:"what judgelint lint --fix would do"`
}

// maxDiagnostics bounds an answer that a model has to read.
const maxDiagnostics = 200

func lintSpec(f *files, in lintIn) (lintOut, error) {
	file, linter, err := f.spec(in)
	if err != nil {
		return lintOut{}, err
	}
	r := linter.File(file)
	out := lintOut{Path: file.Path, Checked: r.Kind != 0, Diagnostics: []diagnostic{}}
	for _, d := range r.Diagnostics[:min(len(r.Diagnostics), maxDiagnostics)] {
		pos := file.Position(d.Span.Start)
		one := diagnostic{Rule: d.Rule, Severity: d.Severity.String(), Line: pos.Line, Column: pos.Column, Message: d.Message, Help: d.Help}
		if d.Fix != nil {
			one.Fix = d.Fix.Message
		}
		out.Diagnostics = append(out.Diagnostics, one)
	}
	return out, nil
}

// spec is the text to lint, its path relative to its project, and the linter of
// that project.
func (f *files) spec(in lintIn) (*source.File, *lint.Linter, error) {
	if in.Path == "" {
		if in.Text == "" {
			return nil, nil, errOneOf
		}
		c, err := f.settings()
		if err != nil {
			return nil, nil, err
		}
		return source.NewFile(pathFor(in.Text), []byte(in.Text)), &c.Lint, nil
	}
	p, err := f.find(in.Path)
	if len(f.roots) == 0 && in.Text != "" && filepath.IsLocal(filepath.FromSlash(in.Path)) {
		return source.NewFile(path.Clean(in.Path), []byte(in.Text)), &lint.Linter{}, nil // nothing is read
	}
	if err != nil {
		return nil, nil, err
	}
	c, base, err := p.project()
	if err != nil {
		return nil, nil, err
	}
	src := []byte(in.Text)
	if in.Text == "" {
		if src, err = p.read(); err != nil {
			return nil, nil, err
		}
	}
	rel := strings.TrimPrefix(p.rel, base+"/")
	linter := c.Lint
	linter.IsLink = func(string) bool {
		info, err := p.folder.root.Lstat(filepath.FromSlash(p.rel))
		return err == nil && info.Mode()&os.ModeSymlink != 0
	}
	return source.NewFile(rel, src), &linter, nil
}

// pathFor is where an agent's text would lie.
func pathFor(text string) string {
	name := agentspec.ReadName([]byte(text))
	if name == "" || strings.ContainsAny(name, "/\\:") || name != path.Base(name) {
		name = "agent"
	}
	return ".claude/agents/" + name + ".md"
}

type explainIn struct {
	Rule string `json:"rule,omitempty" jsonschema:"the name of the rule, such as verdict-contradiction"`
}

func explainRule(_ context.Context, _ *mcp.CallToolRequest, in explainIn) (*mcp.CallToolResult, any, error) {
	if in.Rule == "" {
		var b strings.Builder
		for _, r := range lint.Rules() {
			fmt.Fprintf(&b, "- %s (%s): %s\n", r.Name, r.Severity, r.Summary)
		}
		return page(b.String()), nil, nil
	}
	text, err := lint.Explain(in.Rule)
	if err != nil {
		return nil, nil, err
	}
	return page(string(text)), nil, nil
}

func page(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
