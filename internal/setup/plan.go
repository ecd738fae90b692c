// Package setup knows what the set-up of a project consists of: judge specs,
// gate entries in hook settings, the configuration, entries for pre-commit and
// CI. It plans what is missing, writes it, and takes exactly that out again;
// and it examines a set-up that is there.
//
//	root, _ := os.OpenRoot(dir)
//	p, err := setup.NewPlan(root, setup.Options{Preset: "wiki", Hosts: []string{"claude"}})
//	err = p.Apply(root)
//
// A plan never overwrites: what exists is merged into or kept.
package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/templates"
)

// Options say what a project gets.
type Options struct {
	// Preset is one of templates.Presets; empty means "wiki".
	Preset string
	// Language is one of templates.Languages; empty means "en".
	Language string
	// Hosts are clients whose hook settings get the gate; empty means those
	// that DefaultHosts finds.
	Hosts []string
	// Plugin is the slash-separated folder of a Claude Code plugin that gets
	// judges and gate instead of the project; empty for none.
	Plugin string
	// Workflow is the slash-separated folder that gets the review workflow;
	// empty for none.
	Workflow string
	// CIReview adds a GitHub workflow that reviews pull requests; it needs
	// Workflow.
	CIReview bool
	// CIRequired adds a GitHub workflow that fails unless the judges passed
	// exactly the commit; Required names those that must have judged, separated
	// by commas, "" for all that did.
	CIRequired bool
	Required   string
	// Hooks are the entries that the configuration of the project asks for.
	Hooks hookset.Options
	// Version is the release that CI installs; see templates.CI.
	Version string
}

// Action is what a step does with its file.
type Action string

// The actions of steps.
const (
	Create Action = "create"
	Merge  Action = "merge"
	Keep   Action = "keep" // nothing is written
)

// Step is what happens to one file.
type Step struct {
	// Path is slash-separated and relative to the project root.
	Path   string
	Action Action
	// Note says what is added, or why the file is kept.
	Note string

	before []byte        // of a merge
	edits  []source.Edit // of a merge
	events []string      // that get the gate by a merge
	after  []byte        // the whole file afterwards
}

// Plan is what is to be done, in the order in which it is shown.
type Plan struct {
	Steps []Step
}

// Changes reports whether the plan writes anything.
func (p *Plan) Changes() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Action != Keep })
}

// DefaultHosts are the clients that a project gets without being asked: Claude
// Code, with the preset "wiki" Codex as well (it has mirrors for it), and those
// whose folder is there.
func DefaultHosts(root *os.Root, preset string) []string {
	hosts := []string{"claude"}
	if preset != "minimal" || exists(root, ".codex") {
		hosts = append(hosts, "codex")
	}
	if exists(root, ".gemini") {
		hosts = append(hosts, "gemini")
	}
	return hosts
}

// NewPlan reads the project and plans what is missing. A settings file into
// which nothing can be merged is an error that says where and why.
func NewPlan(root *os.Root, o Options) (*Plan, error) {
	if o.Preset == "" {
		o.Preset = "wiki"
	}
	if o.Language == "" {
		o.Language = "en"
	}
	if len(o.Hosts) == 0 {
		o.Hosts = DefaultHosts(root, o.Preset)
	}
	b := builder{root: root, opt: o}
	if o.Plugin != "" {
		b.plugin()
	} else {
		b.project()
	}
	if o.Workflow != "" {
		b.workflow()
	}
	if o.CIRequired {
		b.create(ciRequiredFile, templates.CIRequired(o.Version, o.Required))
	}
	if o.CIReview {
		b.create(ciReviewFile, templates.CIReview(o.Version, o.Workflow))
	}
	return &b.plan, errors.Join(b.faults...)
}

type builder struct {
	root   *os.Root
	opt    Options
	plan   Plan
	faults []error
}

func (b *builder) add(s Step)      { b.plan.Steps = append(b.plan.Steps, s) }
func (b *builder) fault(err error) { b.faults = append(b.faults, err) }
func (b *builder) keep(name, why string) {
	b.add(Step{Path: name, Action: Keep, Note: why})
}

// project plans the files of a project of its own.
func (b *builder) project() {
	if b.opt.Preset == "wiki" {
		b.judges(".claude/agents")
	}
	for _, host := range b.opt.Hosts {
		b.hooks(host)
	}
	config, _ := templates.Config(b.opt.Preset)
	b.create("judgelint.toml", config)
	if b.opt.Preset == "wiki" {
		b.preCommit()
		b.ci()
	}
}

// plugin plans the files of a Claude Code plugin. Its users bring their own
// configuration, and their clients find judges and gate in the plugin.
func (b *builder) plugin() {
	dir := path.Clean(b.opt.Plugin)
	b.create(path.Join(dir, pluginManifest), templates.Plugin(pluginName(dir)))
	if b.opt.Preset == "wiki" {
		b.judges(path.Join(dir, "agents"))
	}
	b.merge(path.Join(dir, "hooks/hooks.json"), hookset.Dialect{Host: "claude", Plugin: true})
}

// pluginName is a plugin's name made from its folder: small letters, digits
// and hyphens.
func pluginName(dir string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return '-'
	}, strings.ToLower(path.Base(dir)))
	if name = strings.Trim(name, "-"); name == "" {
		return "judges"
	}
	return name
}

func (b *builder) judges(dir string) {
	for _, name := range templates.Judges() {
		spec, _ := templates.Judge(name, b.opt.Language)
		b.create(dir+"/"+name+".md", spec)
	}
}

// create plans a new file; one that exists is kept.
func (b *builder) create(name string, text []byte) {
	old, err := readFile(b.root, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.add(Step{Path: name, Action: Create, after: text})
	case err != nil:
		b.fault(err)
	case string(old) == string(text):
		b.keep(name, "is there")
	default:
		b.keep(name, "is there, with other content")
	}
}

// hooks plans the gate entries of one client.
func (b *builder) hooks(host string) {
	facts, ok := platform.HooksOf(host)
	if !ok {
		b.fault(fmt.Errorf("%s: no client with command hooks; want %s", host, strings.Join(platform.HookHosts(), ", ")))
		return
	}
	if host == "copilot" && slices.Contains(b.opt.Hosts, "claude") {
		b.keep(facts.File, "not needed: Copilot CLI runs the entries of .claude/settings.json")
		return
	}
	b.merge(facts.File, hookset.Dialect{Host: host})
}

// merge plans the gate entries of one settings file.
func (b *builder) merge(name string, d hookset.Dialect) {
	old, err := readFile(b.root, name)
	fresh := errors.Is(err, fs.ErrNotExist)
	if err != nil && !fresh {
		b.fault(err)
		return
	}
	entries := hookset.Entries(d.Host, b.opt.Hooks)
	if fresh {
		b.add(Step{Path: name, Action: Create, Note: gateAt(entries), after: hookset.Fresh(d, entries)})
		return
	}
	set := hookset.Read(source.NewFile(name, old), d)
	edits, err := set.Merge(entries)
	switch {
	case err != nil:
		b.fault(fmt.Errorf("%w; mend the file, then run judgelint init again", err))
	case len(edits) == 0:
		b.keep(name, "has the gate")
	default:
		missing := slices.DeleteFunc(entries, func(e hookset.Entry) bool { return len(set.Gates(e.Event)) > 0 })
		b.add(Step{Path: name, Action: Merge, Note: gateAt(missing), before: old, edits: edits, after: source.Apply(old, edits), events: events(missing)})
	}
}

func gateAt(entries []hookset.Entry) string {
	return "gate at " + strings.Join(events(entries), ", ")
}

func events(entries []hookset.Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Event
	}
	return names
}

// workflow plans the files of the review workflow.
func (b *builder) workflow() {
	files := templates.Review()
	fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, _ := fs.ReadFile(files, name) // embedded
			b.create(path.Join(b.opt.Workflow, name), text)
		}
		return err
	})
}

const (
	preCommitFile = ".pre-commit-config.yaml"
	ciFile        = ".github/workflows/judgelint.yml"
	ciReviewFile  = ".github/workflows/judgelint-review.yml"

	ciRequiredFile = ".github/workflows/judgelint-required.yml"
)

// preCommit plans the entry of .pre-commit-config.yaml.
func (b *builder) preCommit() {
	const name = preCommitFile
	old, err := readFile(b.root, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.add(Step{Path: name, Action: Create, Note: "judgelint lint, mirrorgen --check", after: freshRepos(templates.PreCommit())})
		return
	case err != nil:
		b.fault(err)
		return
	case strings.Contains(string(old), "judgelint"):
		b.keep(name, "has an entry for judgelint")
		return
	}
	edit, ok := appendRepo(old, templates.PreCommit())
	if !ok {
		b.keep(name, "no list \"repos\" to add to; add a local hook that runs judgelint lint")
		return
	}
	edits := []source.Edit{edit}
	b.add(Step{Path: name, Action: Merge, Note: "judgelint lint, mirrorgen --check", before: old, edits: edits, after: source.Apply(old, edits)})
}

// ci plans the workflow of GitHub, unless the project lives on GitLab.
func (b *builder) ci() {
	if exists(b.root, ".gitlab-ci.yml") && !exists(b.root, ".github") {
		b.keep(".gitlab-ci.yml", "add a job that runs judgelint lint --format gitlab and mirrorgen --check")
		return
	}
	b.create(ciFile, templates.CI(b.opt.Version))
}
