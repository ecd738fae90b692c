package run

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/verdict"
)

// Panel is what several tries of several judges are asked for.
type Panel struct {
	// Judges are names of agents.
	Judges []string
	// Input is what they judge.
	Input []byte
	// Tries is the number of tries of each judge.
	Tries int
	// Rule makes one decision of the votes of a judge.
	Rule contract.QuorumRule
	// Distinct counts answers of one text as one vote.
	Distinct bool
	// Threshold is that of finding lines; see verdict.Count.
	Threshold int
}

// PanelName is the workflow of a panel in run folders, and its stage.
const PanelName = "panel"

// panel is a Panel as a program of one stage.
type panel struct {
	Panel
	opt   *Options
	tasks []*task
}

// NewPanel returns a run of a panel. It is an error if a judge has no spec.
func NewPanel(p Panel, o Options) (*Run, error) {
	// A model of judges is that of the tier that judges.
	prog := &panel{Panel: p, opt: &o}
	for _, judge := range p.Judges {
		if _, ok := o.Instructions(judge); !ok {
			return nil, fmt.Errorf("there is no agent %q in the agent folders of the project or its user", judge)
		}
		for n := range p.Tries {
			t := &task{stage: PanelName, item: fmt.Sprintf("%s/%d", verdict.BareName(judge), n+1), prompt: string(p.Input), agent: judge, tier: "judgment"}
			if err := o.bind(t); err != nil {
				return nil, err
			}
			prog.tasks = append(prog.tasks, t)
		}
	}
	distinct(prog.tasks)
	return newRun(prog, o), nil
}

func (p *panel) identity() Identity {
	// More tries, and another rule, go on with the same answers.
	var specs strings.Builder
	for _, judge := range p.Judges {
		told, _ := p.opt.Instructions(judge)
		fmt.Fprintf(&specs, "%s %s\n", judge, digest([]byte(told)))
	}
	return Identity{Workflow: PanelName, Spec: digest([]byte(specs.String())), Context: digest(p.Input)}
}

func (p *panel) next(results map[string][]json.RawMessage) (*stage, string, error) {
	if _, done := results[PanelName]; done {
		return nil, "", nil
	}
	return &stage{PanelName, p.tasks}, "", nil
}

// panelJSON is report.json of a panel.
type panelJSON struct {
	Version int         `json:"version"`
	Rule    string      `json:"rule"`
	Judges  []judgeJSON `json:"judges"`
	Failed  []Failure   `json:"failed"`
}

type judgeJSON struct {
	Agent    string `json:"agent"`
	Contract string `json:"contract"`
	Pass     int    `json:"pass"`
	Fail     int    `json:"fail"`
	Abstain  int    `json:"abstain"`
	// Decision is PASS, FAIL or UNVERIFIED.
	Decision string        `json:"decision"`
	Votes    []voteJSON    `json:"votes"`
	Findings []findingJSON `json:"findings"`
}

type voteJSON struct {
	Item     string   `json:"item"`
	Decision string   `json:"decision"`
	Word     string   `json:"word,omitempty"`
	Outcome  string   `json:"outcome"`
	Same     string   `json:"same_text_as,omitempty"`
	Problems []string `json:"problems,omitempty"`
}

type findingJSON struct {
	ID        string `json:"id"`
	Keep      int    `json:"keep"`
	Downgrade int    `json:"downgrade"`
	Reject    int    `json:"reject"`
	Abstain   int    `json:"abstain"`
	Decision  string `json:"decision"`
}

// outcome tallies the votes of each judge.
func (p *panel) outcome(r *Run) (Outcome, error) {
	report := panelJSON{1, string(p.Rule), []judgeJSON{}, slices.Concat([]Failure{}, r.failed)}
	o := Outcome{Approved: true}
	for i, judge := range p.Judges {
		j, lines := p.judge(r, judge, p.tasks[i*p.Tries:(i+1)*p.Tries])
		report.Judges = append(report.Judges, j)
		o.Lines = append(o.Lines, lines...)
		o.Approved = o.Approved && j.approves()
	}
	o.JSON, o.Markdown = report, panelMarkdown(report)
	table := []string{"| judge | pass | fail | abstain | decision |", "|---|---|---|---|---|"}
	for _, j := range report.Judges {
		table = append(table, fmt.Sprintf("| %s | %d | %d | %d | %s |", cell(j.Agent), j.Pass, j.Fail, j.Abstain, j.Decision))
		for _, f := range j.Findings {
			table = append(table, fmt.Sprintf("| %s: %s | %d keep, %d down | %d reject | %d | %s |", cell(j.Agent), cell(f.ID), f.Keep, f.Downgrade, f.Reject, f.Abstain, f.Decision))
		}
	}
	o.Lines = append(table, o.Lines...)
	return o, nil
}

// approves reports whether nothing is left to do after this judge. One that
// votes on findings decides nothing as a whole.
func (j *judgeJSON) approves() bool {
	if len(j.Findings) == 0 {
		return j.Decision == string(contract.WholePass)
	}
	return !slices.ContainsFunc(j.Findings, func(f findingJSON) bool {
		return f.Decision == string(verdict.Kill) || f.Decision == string(verdict.Unverified)
	})
}

// judge tallies the votes of one judge; lines are for people.
func (p *panel) judge(r *Run, name string, tasks []*task) (j judgeJSON, lines []string) {
	c, _ := p.opt.Contracts.For(name)
	j = judgeJSON{Agent: verdict.BareName(name), Contract: c.Name, Votes: []voteJSON{}, Findings: []findingJSON{}}
	var votes []contract.Vote
	var ballots []verdict.Ballot
	first := map[string]string{}
	for _, t := range tasks {
		h := r.past.of(t.key)
		v := voteJSON{Item: t.item, Decision: string(contract.Abstain), Outcome: "failed"}
		if h.result == nil {
			last := h.tries[len(h.tries)-1]
			v.Outcome, v.Problems = last.Outcome, []string{"no sound verdict, abstains: " + last.Detail}
			votes = append(votes, contract.Absent(t.item, v.Problems[0]))
			ballots = append(ballots, verdict.Abstention(t.item, v.Problems[0]))
			j.Votes = append(j.Votes, v)
			continue
		}
		sum := h.tries[len(h.tries)-1].Answer
		v.Decision, v.Word, v.Outcome, v.Same = h.verdict.Decision, h.verdict.Word, h.verdict.Outcome, first[sum]
		j.Votes = append(j.Votes, v)
		if v.Same != "" {
			told := "both count"
			if p.Distinct {
				told = "they are one vote"
			}
			lines = append(lines, fmt.Sprintf("%s and %s gave the same text; %s", v.Same, t.item, told))
			if p.Distinct {
				continue
			}
		} else {
			first[sum] = t.item
		}
		votes = append(votes, contract.Vote{Voter: t.item, Decision: contract.Decision(v.Decision), Outcome: contract.Outcome(v.Outcome), Word: v.Word})
		if h.ballot != nil {
			ballots = append(ballots, *h.ballot)
		}
	}
	var whole contract.Whole
	whole, j.Pass, j.Fail, j.Abstain = contract.Tally(votes, p.Rule)
	j.Decision = string(whole)
	for _, t := range verdict.Count(ballots, p.Threshold) {
		j.Findings = append(j.Findings, findingJSON{t.Finding, t.Keep, t.Downgrade, t.Reject, t.Abstain, string(t.Decision)})
	}
	return j, lines
}

// cell is a text in a table for people.
func cell(text string) string {
	return strings.ReplaceAll(findings.Printable(text), "|", `\|`)
}

func panelMarkdown(p panelJSON) []byte {
	var b strings.Builder
	b.WriteString("# Panel\n\n| judge | pass | fail | abstain | decision |\n|---|---|---|---|---|\n")
	for _, j := range p.Judges {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s |\n", findings.PlainText(j.Agent), j.Pass, j.Fail, j.Abstain, j.Decision)
	}
	for _, j := range p.Judges {
		fmt.Fprintf(&b, "\n## %s\n\n", findings.PlainText(j.Agent))
		for _, v := range j.Votes {
			line := v.Decision
			if v.Word != "" {
				line += " (" + v.Word + ")"
			}
			if v.Same != "" {
				line += ", the same text as " + v.Same
			}
			fmt.Fprintf(&b, "- %s: %s\n", findings.PlainText(v.Item), findings.PlainText(strings.Join(append([]string{line}, v.Problems...), "; ")))
		}
		for _, f := range j.Findings {
			fmt.Fprintf(&b, "- finding %s: keep %d, downgrade %d, reject %d, abstain %d: %s\n", findings.PlainText(f.ID), f.Keep, f.Downgrade, f.Reject, f.Abstain, f.Decision)
		}
	}
	return []byte(b.String())
}
