package main

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/mirror"
)

// complete settles what the configuration leaves open. With ask it asks on the
// terminal, else an open question is the error.
func (p *project) complete(e *cli.Env, ask bool) error {
	in := bufio.NewReader(e.Stdin)
	for {
		fromPath, err := p.options.Complete(p.root, exec.LookPath)
		if fromPath {
			fmt.Fprintf(e.Stderr, "mirrorgen: targets %s, whose clients are installed; %s in judgelint.toml settles it\n",
				strings.Join(p.options.Targets, ", "), (&mirror.Question{Key: "targets"}).Line(p.options.Targets...))
		}
		var q *mirror.Question
		if !errors.As(err, &q) || !ask {
			return err
		}
		answers, ok := answer(e, in, q)
		if !ok {
			return err
		}
		p.answer(q, answers)
		fmt.Fprintf(e.Stderr, "to settle it, write in judgelint.toml, below [mirror]: %s\n", q.Line(answers...))
	}
}

// answer enters what was answered into the options.
func (p *project) answer(q *mirror.Question, answers []string) {
	switch q.Key {
	case "source":
		p.options.Source = answers[0]
	case "plugin":
		p.options.Plugin = answers[0]
	default:
		p.options.Targets = answers
	}
}

// answer asks a question on the terminal. A line holds numbers of choices, or
// words; only the question for targets takes several. ok is false for an empty
// line.
func answer(e *cli.Env, in *bufio.Reader, q *mirror.Question) (answers []string, ok bool) {
	fmt.Fprintln(e.Stderr, cli.OneLine(q.Text))
	for i, choice := range q.Choices {
		fmt.Fprintf(e.Stderr, "  %d  %s\n", i+1, cli.OneLine(choice))
	}
	fmt.Fprintf(e.Stderr, "%s: ", q.Key)
	line, _ := in.ReadString('\n')
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) })
	if q.Key != "targets" {
		words = slices.DeleteFunc([]string{strings.TrimSpace(line)}, func(w string) bool { return w == "" })
	}
	for _, word := range words {
		if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(q.Choices) {
			word = q.Choices[n-1]
		}
		answers = append(answers, word)
	}
	return answers, len(answers) > 0
}

// askable reports whether a run may ask.
func (j *job) askable() bool {
	return !j.check && j.format == "text" && cli.Terminal(j.env.Stdin)
}

// unanswered reports a question that nobody answered.
func (j *job) unanswered(q *mirror.Question) int {
	if j.format == "text" {
		return trouble(j.env, "mirrorgen", q)
	}
	plan := &mirror.Plan{Problems: []mirror.Problem{{Rule: mirror.RuleQuestion, Path: "judgelint.toml", Message: q.Text, Help: q.Help()}}}
	return (&report{job: j, plan: plan}).print()
}
