package main

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/internal/cli"
)

// The help page is what completions are made from, so it must name each flag.
func TestLintHelpNamesEveryFlag(t *testing.T) {
	var f lintFlags
	var want, got []string
	f.set().VisitAll(func(flag *pflag.Flag) { want = append(want, flag.Name) })
	for _, flag := range cli.HelpFlags(lintHelp) {
		got = append(got, flag.Name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the help page names %q, the flags are %q", got, want)
	}
}
