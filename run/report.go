package run

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/client"
	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

// Outcome is what a run came to.
type Outcome struct {
	// Approved is true if there is nothing left to do for anybody.
	Approved bool
	// Lines say it in a few lines for people.
	Lines []string
	// JSON and Markdown are the files of the report.
	JSON     any
	Markdown []byte
}

// Summary is what a run, or a part of it, came to.
type Summary struct {
	Workflow string
	Figures  Figures
	Outcome
	Failed []Failure
	// NotDone names the items that were not finished.
	NotDone []string
	// Stopped is why the run ended before its end; empty if it did not.
	Stopped string
	// Report is the path of the report for people; empty if there is none yet.
	Report string
	// Folder is the run folder.
	Folder string
}

// end writes the report and the figures.
func (r *Run) end(stages int) (Summary, error) {
	s := Summary{Workflow: r.id.Workflow, Failed: r.failed, NotDone: r.notDone, Stopped: r.stopped, Folder: r.dir.path}
	s.Figures = r.figures(stages)
	r.dir.about.WallMS, r.dir.about.Stopped = s.Figures.WallMS, r.stopped
	if len(r.opt.Only) > 0 { // a part of a run has no report
		s.Approved = len(r.failed) == 0 && len(r.notDone) == 0
		return s, r.dir.writeAbout()
	}
	var err error
	if r.stopped != "" {
		s.Outcome = r.partial()
	} else {
		r.dir.about.Done = &s.Figures
		if s.Outcome, err = r.prog.outcome(r); err != nil {
			return s, err
		}
	}
	if err := r.dir.writeJSON(reportFile, s.JSON); err != nil {
		return s, err
	}
	if err := r.dir.write(readingFile, s.Markdown); err != nil {
		return s, err
	}
	s.Report = r.dir.path + "/" + readingFile
	return s, r.dir.writeAbout()
}

func (r *Run) figures(stages int) Figures {
	f := Figures{Stages: stages, Items: r.items, Failed: len(r.failed)}
	for _, h := range r.past.all {
		f.Calls += len(h.tries)
		f.Retries += max(len(h.tries)-1, 0)
		for _, e := range h.tries {
			if e.CostUSD != nil {
				sum := *e.CostUSD
				if f.CostUSD != nil {
					sum += *f.CostUSD
				}
				f.CostUSD = &sum
			}
			if e.Tokens != nil {
				if f.Tokens == nil {
					f.Tokens = &client.Tokens{}
				}
				f.Tokens.In += e.Tokens.In
				f.Tokens.Out += e.Tokens.Out
			}
		}
	}
	f.WallMS = (r.earlier + r.opt.Now().Sub(r.started)).Milliseconds()
	return f
}

// Line is the sum of a run on one line.
func (f Figures) Line() string {
	parts := []string{count(f.Stages, "stage", "stages"), count(f.Calls, "call", "calls")}
	if f.Retries > 0 {
		parts = append(parts, count(f.Retries, "retry", "retries"))
	}
	parts = append(parts, duration(time.Duration(f.WallMS)*time.Millisecond))
	if f.CostUSD != nil {
		parts = append(parts, Dollars(*f.CostUSD))
	}
	return strings.Join(parts, ", ")
}

// Dollars writes a cost: cents, and more digits for what is less than one.
func Dollars(usd float64) string {
	if usd > 0 && usd < 0.01 {
		return fmt.Sprintf("$%.5f", usd)
	}
	return fmt.Sprintf("$%.2f", usd)
}

func duration(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// partialJSON is report.json of a run that was stopped.
type partialJSON struct {
	Version  int       `json:"version"`
	Workflow string    `json:"workflow"`
	Stopped  string    `json:"stopped"`
	NotDone  []string  `json:"not_done"`
	Failed   []Failure `json:"failed"`
}

// partial is the report of a run that was stopped: it has no verdict.
func (r *Run) partial() Outcome {
	o := Outcome{JSON: partialJSON{1, r.id.Workflow, r.stopped, r.notDone, slices.Concat([]Failure{}, r.failed)}}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: stopped (%s)\n\nThere is no verdict. Not done:\n\n", r.id.Workflow, r.stopped)
	for _, name := range r.notDone {
		fmt.Fprintf(&b, "- %s\n", findings.PlainText(name))
	}
	fmt.Fprintf(&b, "- every stage after this one\n")
	failures(&b, r.failed)
	o.Markdown = []byte(b.String())
	return o
}

// failures lists items without an answer for people.
func failures(b *strings.Builder, failed []Failure) {
	if len(failed) == 0 {
		return
	}
	b.WriteString("\n## Failed\n\n")
	for _, f := range failed {
		fmt.Fprintf(b, "- %s: %s\n", findings.PlainText(f.Name()), findings.PlainText(f.Why()))
	}
}

// Why is the reason of a failure on one line.
func (f Failure) Why() string {
	text := f.Reason
	if f.Detail != "" {
		text += ": " + f.Detail
	}
	if f.Tries > 1 {
		text += fmt.Sprintf(" (%d tries)", f.Tries)
	}
	return text
}

// reviewJSON is report.json of a review.
type reviewJSON struct {
	findings.Final
	// Failed are the items without an answer.
	Failed []Failure `json:"failed"`
}

// flowJSON is report.json of a workflow that is no review.
type flowJSON struct {
	Version  int    `json:"version"`
	Workflow string `json:"workflow"`
	// Results holds the answers of each stage, null for an item that failed.
	Results map[string][]json.RawMessage `json:"results"`
	Failed  []Failure                    `json:"failed"`
}

func (f *flow) outcome(r *Run) (Outcome, error) {
	if f.reports() != "" {
		q, err := f.request(r.results)
		if err != nil {
			return Outcome{}, err
		}
		review, ok, err := workflow.ReviewOf(q)
		if err != nil {
			return Outcome{}, err
		}
		if ok {
			return f.review(r, review)
		}
	}
	o := Outcome{Approved: len(r.failed) == 0, JSON: flowJSON{1, r.id.Workflow, r.results, slices.Concat([]Failure{}, r.failed)}}
	o.Lines = []string{fmt.Sprintf("items %d → answered %d, failed %d", r.items, r.items-len(r.failed), len(r.failed))}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n", r.id.Workflow, o.Lines[0])
	failures(&b, r.failed)
	for _, s := range f.q.Spec.Stages {
		if list, ok := r.results[s.Name]; ok {
			fmt.Fprintf(&b, "\n## %s\n", s.Name)
			for _, result := range list {
				fmt.Fprintf(&b, "\n%s\n", fenced(result))
			}
		}
	}
	o.Markdown = []byte(b.String())
	return o, nil
}

// fenced puts JSON into a fence that nothing in it can end: JSON on one line
// has no line that begins with a backtick.
func fenced(result json.RawMessage) string {
	text := strings.NewReplacer("\n", " ", "\r", " ").Replace(string(result))
	return "```json\n" + text + "\n```"
}

// reports is the name of the last stage whose answer is the report of a
// review; empty if the workflow is none.
func (f *flow) reports() string {
	name := ""
	for _, s := range f.q.Spec.Stages {
		if f.q.Spec.Form(s) == findings.SchemaReport {
			name = s.Name
		}
	}
	return name
}

// review makes the report of a review. The program answers for it, so that
// what failed is in it, whatever the last stage wrote.
func (f *flow) review(r *Run, review workflow.Review) (Outcome, error) {
	raw := json.RawMessage("null")
	if list := r.results[f.reports()]; len(list) > 0 {
		raw = list[0]
	} else if given := f.given[f.reports()+"_result"]; given != nil {
		raw = given
	}
	t, err := findings.ReadText(source.NewFile(f.reports(), raw))
	if err != nil {
		return Outcome{}, err
	}
	final := findings.Finalize(review.Plan, review.Merged, findings.ReadReview(t))
	var unverified []Failure // their findings are in the report
	for _, fail := range r.failed {
		if f.formOf(fail.Stage) == findings.SchemaVerify {
			unverified = append(unverified, fail)
			continue
		}
		final.Problems = append(final.Problems, findings.Problem{Kind: KindFailed, Message: findings.Printable(fail.Name()) + " has no answer: " + findings.Printable(fail.Why())})
		final.Verdict = findings.ChangesRequested // one that did not answer is no yes
	}
	o := Outcome{Approved: final.Sound(), JSON: reviewJSON{final, slices.Concat([]Failure{}, r.failed)}}
	o.Lines = []string{f.counts(r, final)}
	var b strings.Builder
	b.Write(findings.Markdown(final))
	failures(&b, unverified)
	o.Markdown = []byte(b.String())
	return o, nil
}

// KindFailed is the kind of a problem that tells an item without an answer.
const KindFailed = "failed"

// formOf is the schema of the review that a stage answers with; empty for any
// other.
func (f *flow) formOf(stage string) string {
	for _, s := range f.q.Spec.Stages {
		if s.Name == stage {
			return f.q.Spec.Form(s)
		}
	}
	return ""
}

// counts says what became of the must-fix findings.
func (f *flow) counts(r *Run, final findings.Final) string {
	m := final.Metrics
	text := fmt.Sprintf("must-fix %d → confirmed %d, refuted %d, unverified %d", m.Confirmed+m.Refuted+m.Unverified, m.Confirmed, m.Refuted, m.Unverified)
	var reasons []string
	for _, fail := range r.failed {
		if f.formOf(fail.Stage) == findings.SchemaVerify && !slices.Contains(reasons, fail.Reason) {
			reasons = append(reasons, fail.Reason)
		}
	}
	if m.Unverified > 0 && len(reasons) > 0 {
		text += " (" + strings.Join(reasons, ", ") + ")"
	}
	return text
}
