package roster

import (
	"os"
	"path/filepath"
)

// Folder is a folder of agent specs.
type Folder struct {
	Dir string
	// Unnamed is true if a spec may leave its name to the file name.
	Unnamed bool
	// TOML is true if the folder holds Codex agents.
	TOML bool
}

func (d Folder) endings() []string {
	switch {
	case d.TOML:
		return []string{".md", ".toml"}
	case d.Unnamed:
		return []string{".md", ".agent.md"}
	}
	return []string{".md"}
}

// Folders are the agent folders of a project, then those of its user, in the
// order in which they are searched. getenv reads the user's surroundings.
func Folders(project string, getenv func(string) string) []Folder {
	dirs := []Folder{
		{Dir: filepath.Join(project, ".claude", "agents")},
		{Dir: filepath.Join(project, ".codex", "agents"), TOML: true},
		{Dir: filepath.Join(project, ".github", "agents"), Unnamed: true},
		{Dir: filepath.Join(project, ".gemini", "agents")},
		{Dir: filepath.Join(project, ".opencode", "agent"), Unnamed: true},
		{Dir: filepath.Join(project, ".opencode", "agents"), Unnamed: true},
	}
	plugins := filepath.Join(project, ".agents", "plugins")
	entries, _ := os.ReadDir(plugins) // mostly there is none
	for _, e := range entries {
		dirs = append(dirs, Folder{Dir: filepath.Join(plugins, e.Name(), "agents"), Unnamed: true})
	}
	if root := getenv("CLAUDE_PLUGIN_ROOT"); filepath.IsAbs(root) {
		dirs = append(dirs, Folder{Dir: filepath.Join(root, "agents"), Unnamed: true})
	}
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	for _, u := range []struct {
		variable, fallback string
		folder             Folder
	}{
		{"CLAUDE_CONFIG_DIR", ".claude", Folder{}},
		{"CODEX_HOME", ".codex", Folder{TOML: true}},
		{"", ".gemini", Folder{}},
		{"", ".copilot", Folder{Unnamed: true}},
	} {
		base := ""
		if u.variable != "" {
			base = getenv(u.variable)
		}
		if base == "" && home != "" {
			base = filepath.Join(home, u.fallback)
		}
		if filepath.IsAbs(base) {
			u.folder.Dir = filepath.Join(base, "agents")
			dirs = append(dirs, u.folder)
		}
	}
	return dirs
}
