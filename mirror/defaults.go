package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Question is what the configuration must say before anything can be planned.
type Question struct {
	// Text is the question in one line.
	Text string
	// Key is the key of [mirror] that answers it: "source", "targets" or
	// "plugin".
	Key string
	// Choices are possible answers, the likeliest first; there may be none.
	Choices []string
}

// Error is the question.
func (q *Question) Error() string { return q.Text }

// Line is the line of configuration, below [mirror], that gives an answer.
func (q *Question) Line(answers ...string) string {
	if q.Key != "targets" {
		return q.Key + " = " + strconv.Quote(strings.Join(answers, ""))
	}
	quoted := make([]string, len(answers))
	for i, a := range answers {
		quoted[i] = strconv.Quote(a)
	}
	return q.Key + " = [" + strings.Join(quoted, ", ") + "]"
}

// Help says what to write where, with the likeliest answer.
func (q *Question) Help() string {
	example := "DIR"
	if len(q.Choices) > 0 {
		example = q.Choices[0]
	}
	return "write in " + configName + ", below [mirror]: " + q.Line(example)
}

// Complete fills in the source and the targets that the options do not name.
// The source is SourceDir, else the one folder of the project that holds
// agents; the targets are those whose folder exists, else those whose clients
// look finds, as exec.LookPath does. What stays open is a *Question.
// fromPath is true if look decided.
func (o *Options) Complete(root *os.Root, look func(program string) (string, error)) (fromPath bool, err error) {
	c := &completion{Options: o, root: root, look: look}
	if c.text, err = readLock(root, LockFile); err != nil {
		return false, err
	}
	if err := c.findSource(); err != nil {
		return false, err
	}
	return c.findTargets()
}

// completion is the work of Complete.
type completion struct {
	*Options
	root *os.Root
	look func(string) (string, error)
	text string   // the lock file
	lock lockFile // the same, once somebody has asked
}

// owned is the lock file, for what earlier runs decided. A damaged one says
// nothing here: planning tells of it.
func (c *completion) owned() lockFile {
	if c.lock == nil {
		c.lock, _ = parseLock(c.text)
		if c.lock == nil {
			c.lock = lockFile{}
		}
	}
	return c.lock
}

// owns reports whether a file is a mirror of ours. It does not parse the lock
// file, which may be long.
func (c *completion) owns(name string) bool { return strings.Contains(c.text, "\n"+name+"\t") }

func (c *completion) findSource() error {
	if c.Source != "" || c.Sets != nil || c.OnlySource != "" {
		return nil
	}
	if c.holdsSources(SourceDir) {
		c.Source = SourceDir
	}
	if c.Source != "" || c.Skills != "" {
		return nil
	}
	folders, looks, err := agentFolders(c.root)
	if err != nil {
		return err
	}
	folders = slices.DeleteFunc(folders, func(dir string) bool { return !c.holdsSources(dir) }) // mirrors of ours are none
	for _, dir := range folders {
		if c.ownsFrom(dir) { // an earlier run has settled it
			folders = []string{dir}
			break
		}
	}
	switch {
	case len(folders) == 1:
		c.Source = folders[0]
	case len(folders) > 1:
		return &Question{Text: fmt.Sprintf("which agents shall be mirrored? %s hold agents", some(folders, 6)), Key: "source",
			Choices: append(together(folders), folders...)}
	case len(c.owned()) > 0, c.Targets != nil, c.Plugin != "": // planning says what it misses
	default:
		text := "no agents found to be mirrored: which folder holds them?"
		if len(looks) > 0 {
			text += " files that look like agents are in " + some(looks, 6)
		}
		return &Question{Text: text, Key: "source", Choices: append(together(looks), looks...)}
	}
	return nil
}

// holdsSources reports whether a folder holds agents that are no mirrors of
// ours, or held some before.
func (c *completion) holdsSources(dir string) bool {
	found := false
	fs.WalkDir(c.root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" || isDocument(name) {
			return nil
		}
		if c.owns(name) || !c.hasFront(name) {
			return nil
		}
		found = true
		return fs.SkipAll
	})
	return found || c.ownsFrom(dir)
}

// hasFront reports whether a file begins with front matter. One that cannot be
// read is left to planning, which tells of it.
func (c *completion) hasFront(name string) bool {
	data, err := readFile(c.root, name)
	return err != nil || source.CutFront(data).State != source.FrontNone
}

// ownsFrom reports whether a mirror of ours was made from a file in a folder.
func (c *completion) ownsFrom(dir string) bool {
	for _, e := range c.owned() {
		if within(dir, e.source) {
			return true
		}
	}
	return false
}

// together returns the glob for folders that differ in one part of their paths
// only: plugins/*/agents.
func together(folders []string) []string {
	if len(folders) < 2 {
		return nil
	}
	first := strings.Split(folders[0], "/")
	at := -1
	for _, dir := range folders[1:] {
		parts := strings.Split(dir, "/")
		if len(parts) != len(first) {
			return nil
		}
		for i := range parts {
			if parts[i] == first[i] {
				continue
			}
			if at >= 0 && at != i {
				return nil
			}
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	first[at] = "*"
	return []string{strings.Join(first, "/")}
}

// some names the first of a list, and how many more there are.
func some(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// findTargets settles the targets. Where the plugin is named the three targets
// hold that are on by default.
func (c *completion) findTargets() (fromPath bool, err error) {
	given := func(s Set) bool { return s.Targets != nil }
	if c.Targets != nil || c.OnlyTargets != nil || c.Plugin != "" {
		return false, nil
	}
	if sets := c.sets(); !slices.ContainsFunc(sets, func(s Set) bool { return !given(s) }) {
		return false, nil
	}
	plugins, err := pluginFolders(c.root)
	if err != nil {
		return false, err
	}
	if len(plugins) > 1 {
		return false, &Question{Text: fmt.Sprintf("which plugin do the mirrors belong to? %s has %s", pluginsDir, some(plugins, 6)),
			Key: "plugin", Choices: plugins}
	}
	for _, t := range Targets() {
		if t.On && len(plugins) == 1 || c.wants(&t) {
			c.Targets = append(c.Targets, t.Name)
		}
	}
	if c.Targets == nil {
		c.fromPath()
		fromPath = true
	}
	if c.Targets == nil {
		return false, &Question{Text: "which clients shall get copies of the agents? no folder of a target is there, and no client is on PATH; targets: " +
			strings.Join(TargetNames(), ", "), Key: "targets", Choices: c.possible()}
	}
	return fromPath, nil
}

// wants reports whether a target has a folder, or mirrors of ours.
func (c *completion) wants(t *Target) bool {
	for _, e := range c.owned() {
		if name, _ := e.of(); name == t.Name {
			return true
		}
	}
	dir, ok := c.usual(t)
	if !ok || t.Name == codexMarkdown().Name && !c.holdsMarkdown(dir) {
		return false
	}
	if dir != t.dir || t.readsSource(c.Source) {
		if c.Folders == nil {
			c.Folders = map[string]string{}
		}
		c.Folders[t.Name] = dir
	}
	return true
}

// usual returns the folder of a target that is there and is not that of the
// sources.
func (c *completion) usual(t *Target) (dir string, ok bool) {
	for _, dir := range append([]string{t.dir}, t.also...) {
		info, err := c.root.Stat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		to := realPath(c.root, dir)
		return dir, !slices.ContainsFunc(c.sets(), func(s Set) bool {
			from := realPath(c.root, s.Source)
			return s.Source != "" && within(from, to) && entered(from, to)
		})
	}
	return "", false
}

func (c *completion) holdsMarkdown(dir string) bool {
	found, _ := fs.Glob(c.root.FS(), dir+"/*.md")
	return len(found) > 0
}

// fromPath takes the targets whose clients are installed.
func (c *completion) fromPath() {
	for _, t := range Targets() {
		if t.program == "" || t.atHome(c.Source) || c.look == nil {
			continue
		}
		if _, err := c.look(t.program); err == nil {
			c.Targets = append(c.Targets, t.Name)
		}
	}
}

// possible are the targets that a question offers: those with a client that
// does not read the source by itself.
func (c *completion) possible() []string {
	var names []string
	for _, t := range Targets() {
		if t.program != "" && !t.atHome(c.Source) {
			names = append(names, t.Name)
		}
	}
	return names
}

// atHome reports whether the client of a target has a source already.
func (t *Target) atHome(source string) bool {
	return t.readsSource(source) || t.dir == path.Clean(source)
}

// readsSource reports whether the client of a target reads the agents of a
// source by itself.
func (t *Target) readsSource(source string) bool {
	return slices.Contains(t.reads, path.Clean(source))
}

// pluginsDir is where the plugins of a project are.
const pluginsDir = ".agents/plugins"

// pluginFolders lists the folders of pluginsDir that can bear the name of a
// plugin.
func pluginFolders(root *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), pluginsDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", pluginsDir, err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && badName(e.Name()) == "" {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
