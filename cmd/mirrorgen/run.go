package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/mirror"
)

// job is one run of the default action.
type job struct {
	env           *cli.Env
	check, dryRun bool
	mode          mirror.Mode
	format        string
	color         bool
}

func runMirrors(e *cli.Env, args []string) int {
	j := &job{env: e}
	fs := cli.Flags()
	fs.BoolVar(&j.check, "check", false, "")
	fs.BoolVar(&j.dryRun, "dry-run", false, "")
	fs.BoolVar(&j.mode.Adopt, "adopt", false, "")
	fs.BoolVar(&j.mode.Prune, "prune", false, "")
	fs.BoolVar(&j.mode.KeepGoing, "keep-going", false, "")
	fs.BoolVar(&j.mode.StrictLoss, "strict-loss", false, "")
	targets := fs.StringSlice("target", nil, "")
	agents := fs.StringSlice("agent", nil, "")
	source := fs.String("source", "", "")
	fs.StringVar(&j.format, "format", "text", "")
	configFile := fs.String("config", "", "")
	colorMode := fs.String("color", "auto", "")
	if done, exit := cli.Parse(e, fs, "mirrorgen", overview, args); done {
		return exit
	}
	if err := j.checkFlags(fs.Args(), *colorMode); err != nil {
		e.Errorf("mirrorgen", "%v", err)
		fmt.Fprintln(e.Stderr, "run mirrorgen --help")
		return cli.Trouble
	}
	p, err := openProject(e, *configFile)
	if err != nil {
		return trouble(e, "mirrorgen", err)
	}
	defer p.root.Close()
	if err := p.narrow(e, fs, *source, *targets, *agents); err != nil {
		return trouble(e, "mirrorgen", err)
	}
	var open *mirror.Question
	if err := p.complete(e, j.askable()); errors.As(err, &open) {
		return j.unanswered(open)
	} else if err != nil {
		return trouble(e, "mirrorgen", err)
	}
	plan, err := j.plan(p)
	if err != nil {
		return trouble(e, "mirrorgen", err)
	}
	r := &report{job: j, plan: plan, ignored: p.ignored(plan)}
	return r.print()
}

func (j *job) checkFlags(args []string, colorMode string) (err error) {
	if len(args) > 0 {
		return fmt.Errorf("%s: unexpected argument; agents are chosen with --agent", args[0])
	}
	for _, pair := range []struct {
		both bool
		text string
	}{
		{j.check && j.mode.Adopt, "--check and --adopt"},
		{j.check && j.mode.Prune, "--check and --prune"},
		{j.check && j.dryRun, "--check and --dry-run"},
	} {
		if pair.both {
			return fmt.Errorf("%s exclude each other", pair.text)
		}
	}
	if err := cli.CheckFormat(j.format, "text", "json", "github"); err != nil {
		return err
	}
	j.color, err = j.env.Color(j.env.Stdout, colorMode)
	return err
}

// plan compares, and writes if that is wanted.
func (j *job) plan(p *project) (*mirror.Plan, error) {
	if j.check || j.dryRun {
		return mirror.NewPlan(p.root, p.options, j.mode)
	}
	return mirror.Write(p.root, p.options, j.mode)
}

// chosen is the list given with a flag, without blanks around its elements; nil
// if the flag was not given. An empty value is an element: a variable that is
// not set must not choose everything.
func chosen(fs *pflag.FlagSet, flag string, list []string) []string {
	switch {
	case !fs.Changed(flag):
		return nil
	case len(list) == 0:
		return []string{""}
	}
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}
