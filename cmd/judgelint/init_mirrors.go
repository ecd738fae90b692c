package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/setup"
	"github.com/judgelint/judgelint/mirror"
)

// mirrorOptions are the options of the mirrors of a project.
func mirrorOptions(c *config.Config) mirror.Options {
	o := c.Mirror
	o.Language = c.Verdict
	return o
}

// writeMirrors writes the mirrors as mirrorgen does, by the configuration as
// it is now, and records those that are new. Trouble with mirrors is told, but
// is none of init: mirrorgen says more.
func (r *initRun) writeMirrors() {
	if err := r.tryMirrors(); err != nil {
		fmt.Fprintf(r.env.Stderr, "%s: mirrors are not written: %v; run mirrorgen\n", initName, err)
	}
}

func (r *initRun) tryMirrors() error {
	c, _, err := config.For(r.dir, "")
	if err != nil {
		return err
	}
	planned, err := mirror.NewPlan(r.root, mirrorOptions(c), mirror.Mode{})
	if err != nil {
		return err
	}
	var created []string
	for _, a := range planned.Actions() {
		if a.Verb == "create" {
			created = append(created, a.Path)
		}
	}
	if _, err := r.root.Lstat(mirror.LockFile); errors.Is(err, os.ErrNotExist) && len(created) > 0 {
		created = append(created, mirror.LockFile)
	}
	folders := setup.MissingFolders(r.root, created)
	done, err := mirror.Write(r.root, mirrorOptions(c), mirror.Mode{})
	if err != nil {
		return err
	}
	if len(created) > 0 {
		fmt.Fprintf(r.env.Stdout, "  %d mirrors written\n", len(done.Actions()))
	}
	if err := setup.Record(r.root, created, folders); err != nil {
		return err
	}
	return firstError(done)
}

// firstError is the first problem that keeps a mirror from being written.
func firstError(p *mirror.Plan) error {
	for _, problem := range p.Problems {
		if problem.Level == mirror.Error {
			return fmt.Errorf("%s: %s", problem.Path, problem.Message)
		}
	}
	for _, m := range p.Mirrors {
		if m.State == mirror.Foreign || m.State == mirror.Edited {
			return fmt.Errorf("%s is there and is not ours", m.Path)
		}
	}
	return nil
}

// mirrorsPending reports whether the mirrors of a project that is set up are
// not all written.
func (r *initRun) mirrorsPending(c *config.Config) bool {
	plan, err := mirror.NewPlan(r.root, mirrorOptions(c), mirror.Mode{})
	return err == nil && len(plan.Actions()) > 0
}
