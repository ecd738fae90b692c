package mirror

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/internal/gitignore"
	"github.com/judgelint/judgelint/source"
)

// skillFile is the file that makes a folder a skill.
const skillFile = "SKILL.md"

// What a skill may hold: far above any skill, far below what hurts.
const (
	maxSkillFiles = 2000
	maxSkillBytes = 64 << 20
)

// The lengths in characters that the name and description of a skill may have.
// Checked 2026-12-07: agentskills.io, "Specification". Copilot CLI 1.0.102, asked
// as skills.discover, skips a longer description and takes a skill without one;
// Codex 0.171.0, asked as skills/list, does the contrary. Both take a skill with
// another name than its folder.
const (
	maxSkillName        = 64
	maxSkillDescription = 1024
)

// skill is one folder with a file SKILL.md. It is copied file by file.
type skill struct {
	name, dir string
	group     *group
	files     []string // below dir, sorted
	problems  []Problem
}

func (s *skill) refuse(name, format string, args ...any) {
	s.problems = append(s.problems, Problem{Rule: RuleSource, Path: name, Agent: s.name, Message: fmt.Sprintf(format, args...)})
}

func (s *skill) ok() bool {
	return !slices.ContainsFunc(s.problems, func(p Problem) bool { return p.Level == Error })
}

// readSkills finds the skills of all groups, sorted by path within each, and
// reports those that would be one.
func (p *planner) readSkills() error {
	first := map[string]*skill{}
	for _, g := range p.groups {
		if !g.skills {
			continue
		}
		ignore := p.ignoreFiles(g)
		for _, dir := range g.dirs {
			found, err := p.findSkills(g, dir, ignore)
			if err != nil {
				return err
			}
			for _, s := range found {
				p.claimSkill(first, s)
			}
		}
	}
	return nil
}

// ignored tells which paths below the root git ignores.
type ignored struct {
	matcher *gitignore.Matcher
	prefix  string // from the folder of the repository to the root
}

func (i *ignored) has(name string, isDir bool) bool {
	return i.matcher.Ignored(path.Join(i.prefix, name), isDir)
}

// ignoreFiles reads the ignore files for a group. Its own folders count as not
// ignored: somebody has named them.
func (p *planner) ignoreFiles(g *group) *ignored {
	top, i := collect.Repository(p.root.Name()), &ignored{prefix: "."}
	if rel, err := filepath.Rel(top, p.root.Name()); err == nil && top != "" {
		i.prefix = filepath.ToSlash(rel)
	} else {
		top = p.root.Name()
	}
	i.matcher = gitignore.New(top)
	for _, dir := range g.dirs {
		i.matcher.Include(path.Join(i.prefix, dir))
	}
	return i
}

// claimSkill adds a skill. Two with one name cannot both be copied to one
// folder.
func (p *planner) claimSkill(first map[string]*skill, s *skill) {
	if p.excludedName(s.name, s.dir) || !p.wanted(s.name) {
		return
	}
	for _, pl := range s.group.places {
		key := strings.ToLower(pl.folder.path + "/" + s.name)
		other := first[key]
		switch {
		case other == nil:
			first[key] = s
		case other.dir == s.dir:
			return // two sets share a source: the first one writes
		default:
			s.refuse(s.dir, "the skill %q is also in %s", s.name, other.dir)
			other.refuse(other.dir, "the skill %q is also in %s", other.name, s.dir)
			p.skills = append(p.skills, s)
			return
		}
	}
	p.skills = append(p.skills, s)
}

// findSkills returns the skills below a folder. Folders behind a symbolic link
// are told and not entered.
func (p *planner) findSkills(g *group, dir string, ignore *ignored) ([]*skill, error) {
	var list []*skill
	err := fs.WalkDir(p.root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == dir && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return fmt.Errorf("%s: %w", name, cause(err))
		case d.Type()&fs.ModeSymlink != 0 && entered(dir, name) && p.linkedFolder(name):
			p.tellLink(name)
		case !d.IsDir():
			return nil
		case !entered(dir, name), ignore.has(name, true):
			return fs.SkipDir
		}
		if info, err := p.root.Lstat(path.Join(name, skillFile)); err != nil || !info.Mode().IsRegular() || !d.IsDir() {
			return nil
		}
		s := &skill{name: path.Base(name), dir: name, group: g}
		list = append(list, s)
		if err := p.readSkill(s, ignore); err != nil {
			return err
		}
		return fs.SkipDir
	})
	return list, err
}

// readSkill lists the files of a skill and checks what its clients would
// refuse. Files that git ignores stay where they are: another clone does not
// have them.
func (p *planner) readSkill(s *skill, ignore *ignored) error {
	if why := badName(s.name); why != "" {
		s.refuse(s.dir, "the name of the folder, %q, %s", s.name, why)
	}
	size, lower := int64(0), map[string]string{}
	err := fs.WalkDir(p.root.FS(), s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", name, cause(err))
		}
		if name != s.dir && (ignore.has(name, d.IsDir()) || d.Name() == ".git" || d.Name() == ".DS_Store") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		rel := strings.TrimPrefix(name, s.dir+"/")
		info, err := d.Info()
		switch other := lower[strings.ToLower(rel)]; {
		case err != nil:
			return fmt.Errorf("%s: %w", name, cause(err))
		case strings.ContainsFunc(rel, unicode.IsControl), strings.Contains(rel, `\`), !utf8.ValidString(rel):
			s.refuse(s.dir, "the name %q cannot be that of a file everywhere", rel)
		case d.Type()&fs.ModeSymlink != 0:
			s.refuse(name, "a symbolic link in a skill is not copied: its copy would lead elsewhere")
		case !info.Mode().IsRegular():
			s.refuse(name, "not a regular file")
		case info.Size() > maxFile:
			s.refuse(name, "%v", errTooLarge)
		case other != "":
			s.refuse(name, "its name differs only in case from %q", other)
		}
		lower[strings.ToLower(rel)] = rel
		size += info.Size()
		s.files = append(s.files, rel)
		if len(s.files) > maxSkillFiles || size > maxSkillBytes {
			s.refuse(s.dir, "the skill has more than %d files or %d MiB", maxSkillFiles, maxSkillBytes>>20)
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || !s.ok() {
		return err
	}
	return p.checkSkill(s)
}

// checkSkill tells what clients would not like in the front matter of a skill.
// It is copied all the same: the text is the user's own.
func (p *planner) checkSkill(s *skill) error {
	name := path.Join(s.dir, skillFile)
	data, err := readFile(p.root, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, cause(err))
	}
	f := source.NewFile(name, data)
	add := func(level Level, span source.Span, format string, args ...any) {
		s.problems = append(s.problems, Problem{Rule: RuleSource, Level: level, Path: name, File: f, Span: span, Agent: s.name,
			Message: fmt.Sprintf(format, args...)})
	}
	if at := f.InvalidUTF8(); at >= 0 {
		add(Error, source.Span{Start: at, End: at + 1}, "byte 0x%02x at offset %d is not UTF-8", data[at], at)
		return nil
	}
	spec := agentspec.Parse(f)
	if spec.Name() == "" {
		add(Warning, spec.Front.Open, "name is missing or empty; the specification wants that of the folder, %q", s.name)
	}
	if spec.Description() == "" {
		add(Warning, spec.Front.Open, "description is missing or empty; Codex skips such a skill")
	}
	if n := spec.Name(); n != "" && n != s.name {
		add(Warning, spec.Entry("name").Span, "name is %q; the specification wants that of the folder, %q", n, s.name)
	}
	if n := utf8.RuneCountInString(spec.Name()); n > maxSkillName {
		add(Warning, spec.Entry("name").Span, "name has %d characters; the specification allows %d", n, maxSkillName)
	}
	if n := utf8.RuneCountInString(spec.Description()); n > maxSkillDescription {
		add(Warning, spec.Entry("description").Span, "description has %d characters; Copilot skips a skill with more than %d", n, maxSkillDescription)
	}
	return nil
}

// compareSkills adds the mirrors of all skills.
func (p *planner) compareSkills() error {
	for _, s := range p.skills {
		p.plan.Problems = append(p.plan.Problems, s.problems...)
		if !s.ok() {
			continue
		}
		var places []*place
		for _, pl := range s.group.places {
			if p.reachable(s, pl) {
				places = append(places, pl)
			}
		}
		for _, rel := range s.files {
			if err := p.compareFile(s, rel, places); err != nil {
				return err
			}
		}
	}
	p.checkTwice()
	return nil
}

// checkTwice refuses mirrors that would be one file. Agents, and skills, are
// compared by name before; this finds an agent SKILL in the folder of a skill.
func (p *planner) checkTwice() {
	if len(p.skills) == 0 {
		return
	}
	first := map[string]Mirror{}
	for _, m := range p.plan.Mirrors {
		key := strings.ToLower(m.Path)
		if other, twice := first[key]; twice {
			p.plan.Problems = append(p.plan.Problems, Problem{Rule: RuleName, Path: m.Path, Agent: m.Agent, Target: m.Target,
				Message: fmt.Sprintf("would be written from %s and from %s", other.Source, m.Source), Help: "give one of them another folder"})
		}
		first[key] = m
	}
}

// reachable reports whether a skill is to be copied to a place: not if its
// folder there is a link to it.
func (p *planner) reachable(s *skill, pl *place) bool {
	dir := path.Join(pl.folder.path, s.name)
	for _, e := range pl.folder.entries[strings.ToLower(s.name)] {
		switch {
		case e.Name() != s.name:
			p.inTheWay(s, pl, dir, e.Name()+" is there, which differs only in case")
		case e.Type()&fs.ModeSymlink != 0 && realPath(p.root, dir) == realPath(p.root, s.dir):
		case e.Type()&fs.ModeSymlink != 0:
			p.inTheWay(s, pl, dir, "a symbolic link is in the way")
		case !e.IsDir():
			p.inTheWay(s, pl, dir, "a file is in the way")
		default:
			continue
		}
		return false
	}
	return true
}

func (p *planner) inTheWay(s *skill, pl *place, name, message string) {
	p.plan.Problems = append(p.plan.Problems, Problem{Rule: RuleName, Path: name, Agent: s.name, Target: pl.Name,
		Message: message, Help: "move it away, or exclude the skill"})
}

// compareFile compares the copies of one file of a skill.
func (p *planner) compareFile(s *skill, rel string, places []*place) error {
	from := path.Join(s.dir, rel)
	want, exec, err := p.readCopy(from)
	if err != nil {
		return fmt.Errorf("%s: %w", from, cause(err))
	}
	for _, pl := range places {
		m := Mirror{Path: path.Join(pl.folder.path, s.name, rel), Target: pl.Name, Agent: s.name, Source: from, Skill: true,
			sum: sumOf(foldText(want)), exec: exec}
		_, m.Owned = p.owned[m.Path]
		if why := p.compareCopy(&m, want); why != "" {
			p.inTheWay(s, pl, m.Path, why)
			m.State = Foreign
		}
		p.plan.Mirrors = append(p.plan.Mirrors, m)
	}
	return nil
}

// readCopy reads a file of a skill; exec is true if it can be run.
func (p *planner) readCopy(name string) (data []byte, exec bool, err error) {
	info, err := p.root.Lstat(name)
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, errors.New("not a regular file")
	}
	data, err = readFile(p.root, name)
	return data, runtime.GOOS != "windows" && info.Mode()&0o111 != 0, err
}

// compareCopy sets the state of a copy. It returns why it cannot be written, or
// "".
func (p *planner) compareCopy(m *Mirror, want []byte) (why string) {
	if link := p.linkOnTheWay(path.Dir(m.Path)); link != "" {
		return link + " is a symbolic link"
	}
	info, err := p.root.Lstat(m.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.State, m.Want = Missing, want
		return ""
	case err != nil:
		return cause(err).Error()
	case info.IsDir():
		return "a folder is in the way"
	case !info.Mode().IsRegular():
		m.State, m.Why, m.Want = Foreign, "it is a symbolic link or no regular file", want
		return ""
	}
	have, exec, err := p.readCopy(m.Path)
	if err != nil {
		return cause(err).Error()
	}
	entry, owned := p.owned[m.Path]
	ours := strings.Contains(entry.sum, sumOf(foldText(have)))
	switch {
	case bytes.Equal(have, want) && exec == m.exec:
		m.State = InStep
		return ""
	case !owned:
		m.State = Foreign
	case !ours:
		m.State = Edited
	default:
		m.State = Outdated
	}
	if exec != m.exec {
		m.Why = "the right to run it"
	}
	m.Have, m.Want = have, want
	return ""
}

// linkOnTheWay returns the first symbolic link among the folders of a path, or
// "". The folder of the target itself was looked at before.
func (p *planner) linkOnTheWay(dir string) string {
	if link, known := p.links[dir]; known {
		return link
	}
	link := ""
	if info, err := p.root.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		link = dir
	}
	isTarget := slices.ContainsFunc(p.folders, func(f *folder) bool { return f.path == dir })
	switch {
	case isTarget:
		link = ""
	case link == "" && dir != ".":
		link = p.linkOnTheWay(path.Dir(dir))
	}
	if p.links == nil {
		p.links = map[string]string{}
	}
	p.links[dir] = link
	return link
}

// foldText is fold for a text; what holds a NUL is none.
func foldText(data []byte) []byte {
	if isBinary(data) {
		return data
	}
	return fold(data)
}

func isBinary(data []byte) bool { return bytes.IndexByte(data, 0) >= 0 }
