package setup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/gitignore"
)

// trust checks what a user has to allow by hand before a client runs the
// hooks of a project.
func (d *doctor) trust() {
	for _, s := range d.sets {
		if !s.HasGate() {
			continue
		}
		switch s.Dialect.Host {
		case "codex":
			d.codexTrust(s)
		case "copilot":
			d.copilotTrust(s)
		case "gemini":
			d.geminiTrust(s)
		}
	}
	if len(d.HookedAgents) > 0 {
		d.claudeTrust()
	}
}

// userFile reads a file of the user; nil if there is none.
func (d *doctor) userFile(variable, fallback, name string) []byte {
	dir := d.Getenv(variable)
	if dir == "" {
		dir = filepath.Join(d.home(), fallback)
	}
	if !filepath.IsAbs(dir) {
		return nil
	}
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return text
}

func (d *doctor) home() string {
	if home := d.Getenv("HOME"); home != "" {
		return home
	}
	return d.Getenv("USERPROFILE")
}

// codexTrust looks for the two things that Codex wants: a trusted folder and
// a reviewed hook. It skips everything else without a word.
func (d *doctor) codexTrust(s *hookset.Set) {
	sections := tomlSections(d.userFile("CODEX_HOME", ".codex", "config.toml"))
	project := sections["projects."+d.Dir]
	hooks := ""
	for name, text := range sections {
		if strings.HasPrefix(name, "hooks.state."+filepath.Join(d.Dir, ".codex", "hooks.json")) {
			hooks += text
		}
	}
	switch {
	case !strings.Contains(project, `"trusted"`):
		d.warn("trust", s.File.Path, "start codex in this folder and trust it; then review the hooks with /hooks",
			"Codex has no note that this folder is trusted; it then loads neither agents nor hooks of the project")
	case !strings.Contains(hooks, "trusted_hash"):
		d.warn("trust", s.File.Path, "start codex in this folder and review the hooks with /hooks",
			"Codex has no note that the hooks were reviewed; it then skips them in silence")
	default:
		d.ok("trust", s.File.Path, "Codex trusts the folder and its hooks")
	}
}

// copilotTrust looks for the folder, or one above it, among those that the
// user trusts. The file of the client holds comments, so it looks for the text.
func (d *doctor) copilotTrust(s *hookset.Set) {
	notes := string(d.userFile("COPILOT_HOME", ".copilot", "config.json"))
	_, notes, _ = strings.Cut(strings.ReplaceAll(notes, "trusted_folders", "trustedFolders"), "trustedFolders") // the older spelling
	for _, dir := range upwards(d.Dir) {
		if strings.Contains(notes, strconv.Quote(dir)) {
			d.ok("trust", s.File.Path, "Copilot CLI trusts the folder")
			return
		}
	}
	d.warn("trust", s.File.Path, "start copilot in this folder and trust it (with -p: --trust-folder)",
		"Copilot CLI has no note that this folder is trusted; it then runs no hooks of the project")
}

// geminiTrust looks for the answer that the user gave for the folder or, the
// nearest counts, for one above it.
func (d *doctor) geminiTrust(s *hookset.Set) {
	var user struct {
		Security struct {
			FolderTrust struct {
				Enabled *bool `json:"enabled"`
			} `json:"folderTrust"`
		} `json:"security"`
	}
	json.Unmarshal(d.geminiFile("settings.json"), &user)
	if on := user.Security.FolderTrust.Enabled; on != nil && !*on {
		d.ok("trust", s.File.Path, "Gemini CLI is told to trust every folder")
		return
	}
	notes := d.geminiFile("trustedFolders.json")
	if file := d.Getenv("GEMINI_CLI_TRUSTED_FOLDERS_PATH"); filepath.IsAbs(file) {
		notes, _ = os.ReadFile(file)
	}
	var levels map[string]string
	json.Unmarshal(notes, &levels)
	fix := "start gemini in this folder and trust it with /permissions"
	switch trustLevel(levels, d.Dir) {
	case "":
		d.warn("trust", s.File.Path, fix, "Gemini CLI has no note that this folder is trusted; with a terminal it then reads no settings of the project")
	case "DO_NOT_TRUST":
		d.warn("trust", s.File.Path, fix, "Gemini CLI is told not to trust this folder; it reads no settings of the project")
	default:
		d.ok("trust", s.File.Path, "Gemini CLI trusts the folder")
	}
}

// geminiFile reads a file of the user; GEMINI_CLI_HOME stands for the home
// folder, not for the one in it.
func (d *doctor) geminiFile(name string) []byte {
	return d.userFile("GEMINI_CLI_HOME", ".", filepath.Join(".gemini", name))
}

// trustLevel is the level that holds for dir: that of the longest path among
// those that reach it. "TRUST_PARENT" at a folder reaches its siblings as well.
func trustLevel(levels map[string]string, dir string) string {
	above := upwards(dir)
	longest, found := "", ""
	for name, level := range levels {
		reach := filepath.Clean(name)
		if level == "TRUST_PARENT" {
			reach = filepath.Dir(reach)
		}
		if slices.Contains(above, reach) && len(name) > len(longest) {
			longest, found = name, level
		}
	}
	return found
}

// upwards are a folder and those above it, the innermost first.
func upwards(dir string) []string {
	dirs := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		dirs = append(dirs, dir)
	}
	return dirs
}

// tomlSections splits a TOML text into its tables, by the dotted name without
// quotes. It is enough to find what Codex writes itself.
func tomlSections(text []byte) map[string]string {
	sections := map[string]string{}
	name := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			name = strings.NewReplacer(`"`, "", `'`, "").Replace(strings.Trim(line, "[]"))
			continue
		}
		sections[name] += line + "\n"
	}
	return sections
}

// claudeTrust checks the trust that Claude Code wants for hooks in the front
// matter of agents.
func (d *doctor) claudeTrust() {
	var user struct {
		Projects map[string]struct {
			Accepted bool `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	json.Unmarshal(d.userFile("CLAUDE_CONFIG_DIR", ".", ".claude.json"), &user)
	if user.Projects[d.Dir].Accepted {
		d.ok("trust", ".claude/agents", "Claude Code trusts the folder")
		return
	}
	d.warn("trust", ".claude/agents", "start claude in this folder and trust it, or move the hooks to .claude/settings.json",
		"%s: hooks in front matter run in a trusted folder only; Claude Code has no note that this one is", list(d.HookedAgents))
}

// state checks that the gate can write its records, out of git's sight.
func (d *doctor) state() {
	dir := d.StateDir
	if dir == "" {
		dir = stateDir
	}
	if err := d.writable(dir); err != nil {
		d.fail("state", dir, "make the folder writable, or set [gate] state_dir", "%s; the gate then allows what it should block", strings.TrimPrefix(err.Error(), dir+": "))
		return
	}
	switch {
	case !exists(d.Root, ".git"):
		d.ok("state", dir, "can be written")
	case !exists(d.Root, dir):
		d.ok("state", dir, "can be made; it will bring its .gitignore")
	case gitignore.New(d.Dir).Ignored(dir+"/log.jsonl", false):
		d.ok("state", dir, "can be written, and git ignores it")
	default:
		d.warn("state", dir, "echo '*' > "+dir+"/.gitignore", "git does not ignore the folder: records of sessions can be committed")
	}
}

// writable tries to write a file into dir, or into its nearest parent that is
// there.
func (d *doctor) writable(dir string) error {
	for dir != "." {
		if _, err := d.Root.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break // a link that leads nowhere is there, too
		}
		dir = filepath.ToSlash(filepath.Dir(filepath.FromSlash(dir)))
	}
	probe := dir + "/.judgelint-probe"
	f, err := d.Root.OpenFile(probe, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another doctor is at work
	}
	if err != nil {
		return plain(dir, err)
	}
	return errors.Join(f.Close(), d.Root.Remove(probe))
}

func seconds(s float64) string {
	return strconv.FormatFloat(s, 'g', 6, 64) + " seconds"
}

// list joins names for a sentence.
func list(names []string) string { return strings.Join(names, ", ") }
