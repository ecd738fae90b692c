package lint

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Linter holds the options of a run; the zero value is the default. It is not
// changed by its methods, which may run at the same time.
type Linter struct {
	// Language is the verdict language of the project.
	Language verdict.Language
	// Judges are agents that must end with a verdict, NotJudges agents that
	// need not, whatever their spec holds.
	Judges, NotJudges []string
	// Contracts are the declared contracts. An agent that one names has to teach
	// it, and an output whose file or folder bears its name has to keep it.
	Contracts contract.Set
	// Outputs are globs of files that hold answers of agents.
	Outputs []string
	// Select are the only rules to run; empty means all. Ignore are rules that
	// do not run. Names that are no rule are an error of Validate.
	Select, Ignore []string
	// Severity replaces the severities of rules.
	Severity map[string]Severity
	// IsLink tells whether the file at a path is a symbolic link; nil means that
	// none is.
	IsLink func(path string) bool
	// Layout is what the project of the files holds, and why; nil means that a
	// path alone tells what a file is.
	Layout *project.Project
	// Beside reads a file that a workflow specification leads to, by its path;
	// nil, or a nil result, means that there is none.
	Beside func(path string) *source.File
	// Preset is the name of the set-up that the project extends, or empty.
	Preset string
}

// Validate returns an error that names the first rule in the options that does
// not exist, and the nearest one that does.
func (l *Linter) Validate() error {
	names := slices.Concat(l.Select, l.Ignore)
	for name := range l.Severity {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if Lookup(name) == nil {
			return fmt.Errorf("unknown rule %q%s", name, suggestion(name))
		}
	}
	return nil
}

// enabled returns the rules that run.
func (l *Linter) enabled(r *Rule) bool {
	if len(l.Select) > 0 && !slices.Contains(l.Select, r.Name) {
		return false
	}
	return !slices.Contains(l.Ignore, r.Name)
}

// File checks one file by every rule that looks at one file alone. A file of
// no kind gives nothing.
func (l *Linter) File(f *source.File) Result {
	kind, ok := l.KindOf(f)
	if !ok {
		return Result{Path: f.Path}
	}
	return l.FileAs(f, kind)
}

// FileAs is File for a caller that knows the kind.
func (l *Linter) FileAs(f *source.File, kind Kind) Result {
	r, _ := l.fileAs(context.Background(), f, kind)
	return r
}

// FileContext is File for a text that may change meanwhile: once ctx is done it
// stops before the next rule and returns the error of ctx.
func (l *Linter) FileContext(ctx context.Context, f *source.File) (Result, error) {
	kind, ok := l.KindOf(f)
	if !ok {
		return Result{Path: f.Path}, ctx.Err()
	}
	return l.fileAs(ctx, f, kind)
}

func (l *Linter) fileAs(ctx context.Context, f *source.File, kind Kind) (Result, error) {
	p := &Pass{File: f, Kind: kind, Home: l.homeOf(f.Path), linter: l}
	l.read(p)
	for _, r := range ruleTable() {
		if r.Run == nil || r.Kinds&kind == 0 || !l.enabled(r) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Result{Path: f.Path}, err
		}
		p.rule = r
		r.Run(p)
	}
	s := readSuppressions(p)
	r := Result{Path: f.Path, Kind: kind, facts: l.gather(p, s)}
	r.Diagnostics = l.finish(s.filter(l, p))
	return r, ctx.Err()
}

// read parses the file once, as its kind needs.
func (l *Linter) read(p *Pass) {
	switch p.Kind {
	case CodexAgent, CodexConfig:
		p.Codex = agenttoml.Parse(p.File)
	case PluginManifest, MarketplaceManifest:
		p.Manifest = readManifest(p.File)
	case HookSettings:
		dialect, ok := hookset.DialectOf(p.File.Path)
		if !ok { // a manifest leads to it
			dialect = hookset.Dialect{Host: "claude", Plugin: true}
		}
		p.Hooks = hookset.Read(p.File, dialect)
	case WorkflowSpec, Prompts:
		readWorkflow(p)
	case AgentSpec, Output, Document, Skill, Command:
		l.readMarkdown(p)
	}
}

// readMarkdown parses front matter and verdict. The structure of the body is
// needed only if it may hold a marker or a suppression.
func (l *Linter) readMarkdown(p *Pass) {
	if p.Kind&fronted != 0 {
		p.Spec = agentspec.Parse(p.File)
	}
	if c := l.outputContract(p); c != nil {
		l.judgeOutput(p, c)
		return
	}
	if !mayHold(p.File.Src, l.Language.Word()) {
		return
	}
	doc := md.Parse(p.File, p.Kind&fronted != 0)
	t := verdict.FromDoc(p.File, doc, l.Language)
	p.Doc, p.Text = &doc, &t
	switch p.Kind {
	case Output:
		set := contract.Set{Language: l.Language}
		p.Problems = set.Wiki().JudgeText(t, "").Problems
	case AgentSpec:
		p.Problems = append(t.Check(verdict.Spec), taughtProblems(p)...)
	default:
		p.Problems = t.Check(verdict.Document)
	}
}

// taughtProblems are the problems of the block that a spec teaches inside a
// longer fence, if it teaches none outside: others there are examples, and may
// be bad ones. They have no fix: what stands around is not looked at.
func taughtProblems(p *Pass) []verdict.Problem {
	if len(p.Text.Blocks) > 0 || p.Spec.Name() == "" {
		return nil
	}
	b, ok := roster.Teaching(p.taught(), verdict.BareName(p.Spec.Name()), nil)
	if !ok {
		return nil
	}
	own := slices.IndexFunc(b.Lesson.Text.Blocks, func(other verdict.Block) bool { return other.Open == b.Open })
	problems := slices.DeleteFunc(b.Lesson.Text.Check(verdict.Spec), func(p verdict.Problem) bool { return p.Block != own })
	for i := range problems {
		problems[i].Span, problems[i].Block, problems[i].Write = b.Lesson.Place(problems[i].Span), -1, ""
	}
	return problems
}

// Project checks what only all files together show. The results may come in
// any order; the diagnostics are sorted by path and place.
func (l *Linter) Project(results []Result) []Diagnostic {
	sorted := slices.SortedFunc(slices.Values(results), func(a, b Result) int { return cmp.Compare(a.Path, b.Path) })
	p := &ProjectPass{Results: sorted, linter: l}
	for _, r := range ruleTable() {
		if r.Across == nil || !l.enabled(r) {
			continue
		}
		p.rule = r
		r.Across(p)
	}
	return l.finish(filterAcross(l, p))
}

// finish sets the severities of the options and sorts.
func (l *Linter) finish(all []Diagnostic) []Diagnostic {
	for i := range all {
		if s, ok := l.Severity[all[i].Rule]; ok && s != Default {
			all[i].Severity = s
		}
	}
	slices.SortStableFunc(all, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Rule, b.Rule))
	})
	return all
}

// Files calls open for each index below n, checks the file and gives it to
// done, on the given number of workers (0 means one for each processor). open
// may return nil to leave an index out. Both functions are called from several
// goroutines at once, for each index by one; a caller that fills its own slot
// for each index gets the same on every run.
func (l *Linter) Files(n, workers int, open func(i int) *source.File, done func(i int, f *source.File, r Result)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if f := open(i); f != nil {
					done(i, f, l.File(f))
				}
			}
		})
	}
	wg.Wait()
}

// suggestion is ", did you mean NAME" for the rule nearest to a name, or empty.
func suggestion(name string) string {
	if word := near.Word(name, ruleNames()); word != "" {
		return fmt.Sprintf("; did you mean %q?", word)
	}
	return ""
}
