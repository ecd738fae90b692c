package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// An Implementation judges one case. dir is a folder with the files of the
// group, judgelint.toml among them if the group has a configuration.
type Implementation func(ctx context.Context, dir string, g *Group, c *Case) (Said, error)

// Difference is one case that an implementation judged in another way.
type Difference struct {
	ID        string `json:"id"`
	Deviation string `json:"deviation,omitempty"`
	What      string `json:"what"`
}

// Report is the outcome of a run. Differences are sorted by id; those in cases
// with a named deviation stand apart.
type Report struct {
	Version     int          `json:"version"`
	Passed      int          `json:"passed"`
	Unsupported int          `json:"unsupported"`
	Differences []Difference `json:"differences"`
	Deviations  []Difference `json:"deviations"`
}

// Run judges all cases, one a core at a time. Every group is laid out in a
// folder of its own below the system's temporary folder, which is removed
// again. The error is one of the file system, or that of ctx.
func Run(ctx context.Context, groups []Group, judge Implementation) (Report, error) {
	root, err := os.MkdirTemp("", "conformance-")
	if err != nil {
		return Report{}, err
	}
	defer os.RemoveAll(root)
	r := runner{ctx: ctx, judge: judge, report: Report{Version: 1, Differences: []Difference{}, Deviations: []Difference{}}}
	var wait sync.WaitGroup
	jobs := make(chan job)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for j := range jobs {
				r.one(j)
			}
		})
	}
	err = lay(root, groups, jobs)
	close(jobs)
	wait.Wait()
	r.sort()
	return r.report, errors.Join(err, ctx.Err())
}

type job struct {
	dir   string
	group *Group
	c     *Case
}

// lay writes the folder of each group and hands out its cases.
func lay(root string, groups []Group, jobs chan<- job) error {
	for i := range groups {
		g := &groups[i]
		dir := filepath.Join(root, fmt.Sprintf("%03d", i))
		if err := g.write(dir); err != nil {
			return err
		}
		for k := range g.Cases {
			jobs <- job{dir, g, &g.Cases[k]}
		}
	}
	return nil
}

func (g *Group) write(dir string) error {
	texts := map[string]string{}
	for name, text := range g.Files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%s: %q leads out of the project", g.Name, name)
		}
		texts[name] = text
	}
	if g.Config != "" {
		texts["judgelint.toml"] = g.Config
	}
	// Without a mark of its own the folder would belong to a project above it.
	texts[".git/HEAD"] = "ref: refs/heads/main\n"
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

type runner struct {
	ctx   context.Context
	judge Implementation

	mu     sync.Mutex
	report Report
}

func (r *runner) one(j job) {
	if r.ctx.Err() != nil {
		return
	}
	said, err := r.judge(r.ctx, j.dir, j.group, j.c)
	r.mu.Lock()
	defer r.mu.Unlock()
	what := ""
	switch {
	case err != nil:
		what = err.Error()
	case said.Unsupported:
		r.report.Unsupported++
		return
	default:
		what = j.c.Want.Differs(said)
	}
	switch {
	case what == "":
		r.report.Passed++
	case j.c.Deviation != "" && err == nil:
		r.report.Deviations = append(r.report.Deviations, Difference{j.c.ID, j.c.Deviation, what})
	default:
		r.report.Differences = append(r.report.Differences, Difference{ID: j.c.ID, What: what})
	}
}

func (r *runner) sort() {
	for _, list := range [][]Difference{r.report.Differences, r.report.Deviations} {
		slices.SortFunc(list, func(a, b Difference) int { return strings.Compare(a.ID, b.ID) })
	}
}

// What a command may take for one case.
const (
	maxOutput   = 4 << 20
	maxDuration = 30 * time.Second
)

// Command is the implementation that a command line of the system's shell
// starts: the answer on standard input, one JSON object on standard output. Its
// working folder is the project; the environment names the case:
//
//	JUDGELINT_CONFIG    the judgelint.toml, empty if there is none
//	JUDGELINT_CONTRACT  the contract, empty for wiki-verdict
//	JUDGELINT_AGENT     the agent, empty if it is not said
func Command(line string) Implementation {
	return func(ctx context.Context, dir string, g *Group, c *Case) (Said, error) {
		ctx, cancel := context.WithTimeout(ctx, maxDuration)
		defer cancel()
		cmd := shell(ctx, line)
		cmd.Dir = dir
		config := ""
		if g.Config != "" {
			config = filepath.Join(dir, "judgelint.toml")
		}
		cmd.Env = append(os.Environ(), "JUDGELINT_CONFIG="+config, "JUDGELINT_CONTRACT="+g.Contract, "JUDGELINT_AGENT="+c.Agent)
		cmd.Stdin = bytes.NewReader(c.Input())
		var out limited
		cmd.Stdout = &out
		cmd.WaitDelay = time.Second // a child that keeps the pipe open ends nothing
		// The exit status is the command's own affair: a malformed answer is no
		// failure of the one who says so.
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			return Said{}, err
		}
		if ctx.Err() != nil {
			return Said{}, fmt.Errorf("no answer within %s", maxDuration)
		}
		return parse(out.Bytes())
	}
}

func shell(ctx context.Context, line string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, "cmd", "/C", line)
	}
	return exec.CommandContext(ctx, "sh", "-c", line)
}

// limited keeps the first maxOutput bytes.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if keep := maxOutput - l.Len(); keep > 0 {
		l.Buffer.Write(p[:min(keep, len(p))])
	}
	return len(p), nil
}

// parse reads what a command printed: the object itself, or the report of
// `judgelint verdict --format json` about one file.
func parse(out []byte) (Said, error) {
	var report struct {
		Said
		Files []Said `json:"files"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return Said{}, fmt.Errorf("standard output is no JSON object: %v", err)
	}
	if len(report.Files) == 1 {
		return report.Files[0], nil
	}
	if report.Outcome == "" && !report.Unsupported {
		return Said{}, errors.New(`the object has neither "outcome" nor "unsupported"`)
	}
	return report.Said, nil
}
