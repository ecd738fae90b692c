package main

import (
	"fmt"
	"os"
	"time"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/replay"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/transcript"
)

const replayHelp = `judgelint replay judges the answers that your judges gave in the past, and says
what the gate would have done with them. It reads the sessions that Claude Code
and Codex keep on this machine, writes nothing, and needs no set-up.

Examples:
  judgelint replay                     this project's judges, all kept sessions
  judgelint replay --since 30d --all   the last 30 days, in every project
  judgelint replay ~/old/sessions      other folders with kept sessions

Usage: judgelint replay [flags] [DIR...]

  DIR                    a folder with kept sessions (.jsonl); all answers in it
                         are judged. Without one: ~/.claude/projects (or below
                         CLAUDE_CONFIG_DIR) and ~/.codex/sessions (or below
                         CODEX_HOME), and only answers given in this project

      --all              judge the answers given in other projects, too
      --since WHEN       only answers since then: a duration (90m, 24h, 7d), a
                         date or an RFC 3339 time
      --most N           list at most N answers that would have been sent back
                         (default 20)
      --format FORMAT    text (default) or json
      --config FILE      use this judgelint.toml

Who is a judge, and by which contract it is judged, is what this project's agent
specs and judgelint.toml say today.

Exit status: 0; 2 usage, configuration, or a folder that cannot be read.
`

func replayCommand() cli.Command {
	return cli.Command{
		Name:    "replay",
		Summary: "judge the past answers in the sessions that clients keep",
		Help:    replayHelp,
		Run:     runReplay,
	}
}

func runReplay(e *cli.Env, args []string) int {
	const command = "judgelint replay"
	fs := cli.Flags()
	all := fs.Bool("all", false, "")
	since := fs.String("since", "", "")
	most := fs.Int("most", 20, "")
	format := fs.String("format", "text", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, replayHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return usage(e, command, "%v", err)
	}
	if *most < 0 {
		return usage(e, command, "--most must be a whole number from 0, found %d", *most)
	}
	c, root, err := config.For(e.Dir, *configPath)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	opt := replay.Options{
		Set:     &contract.Set{Language: c.Verdict},
		Roster:  roster.New(roster.Folders(root, e.Getenv), c.Roster),
		Project: root,
	}
	if opt.Since, err = state.ParseSince(*since, time.Now()); err != nil {
		return usage(e, command, "%v", err)
	}
	if *all || fs.NArg() > 0 {
		opt.Project = ""
	}
	files, err := sessionFiles(e, fs.Args())
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	bar := cli.StartProgress(e, len(files))
	opt.Done = func(int, int64) { bar.Step() }
	report := replay.Run(files, opt)
	bar.Stop()
	if *format == "json" {
		writeJSON(e, report.JSON())
		return replayStatus(report)
	}
	report.Write(e.Stdout, *most)
	if report.Judged() == 0 {
		fmt.Fprintln(e.Stderr, command+": "+noJudge(report))
	}
	return replayStatus(report)
}

func replayStatus(r replay.Report) int {
	if len(r.Unreadable) > 0 {
		return cli.Trouble
	}
	return cli.OK
}

// noJudge says why nothing was judged, and what to try.
func noJudge(r replay.Report) string {
	switch {
	case r.Answers == 0:
		return "no kept session was found; name a folder that holds some"
	case r.Others > 0:
		return "the agents that answered are no judges: their specs show no verdict, and judgelint.toml names none"
	case r.Elsewhere > 0:
		return "every answer was given in another project; --all judges these, too"
	}
	return "no answer is so new; leave --since out"
}

// sessionFiles are the kept sessions in the named folders, else in those of the
// clients. A named folder that is not there is an error.
func sessionFiles(e *cli.Env, named []string) ([]transcript.File, error) {
	dirs := transcript.Homes(e.Getenv)
	if len(named) > 0 {
		dirs = nil
		for _, name := range named {
			if _, err := os.Stat(e.Path(name)); err != nil {
				return nil, pathError(name, err)
			}
			dirs = append(dirs, e.Path(name))
		}
	}
	return transcript.Find(dirs)
}
