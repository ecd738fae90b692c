package main

import (
	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/source"
)

// recordReview notes the numbers of a finalized review in the log of the
// project, for judgelint audit. A review is known by its plan and verdicts and
// is noted once, however often it is finalized. Outside of a project nothing is
// written, and trouble here is told and changes nothing.
func recordReview(e *cli.Env, m findings.Metrics, files ...*source.File) error {
	if m.Confirmed+m.Refuted+m.Unverified == 0 {
		return nil
	}
	if _, sure := gate.Project("", e.Getenv, e.Dir); !sure {
		return nil
	}
	v, err := nearSite(e, "")
	if err != nil {
		return err
	}
	defer v.state.Close()
	return v.state.NoteReview(findings.ReviewID(files...), state.Findings{Confirmed: m.Confirmed, Refuted: m.Refuted, Unverified: m.Unverified})
}
