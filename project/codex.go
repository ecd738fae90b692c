package project

import (
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/source"
)

// CodexTable is a table [agents.NAME] of .codex/config.toml.
type CodexTable struct {
	Name        string
	Description string
	// ConfigFile is config_file as it is written, File the path in the project
	// that it means; both empty if there is none, File also if it leads out of
	// the project.
	ConfigFile, File string
	// Span is the name in the header, FileSpan the value of config_file.
	Span, FileSpan source.Span
	// DescriptionSpan is the value of description, empty if there is none.
	DescriptionSpan source.Span
}

// CodexConfigFile is one .codex/config.toml with its tables.
type CodexConfigFile struct {
	Path   string
	Tables []CodexTable
}

// CodexTables returns the tables [agents.NAME] of a configuration of Codex in
// the order of the file. Settings of the table agents itself are none.
func CodexTables(f *source.File) []CodexTable {
	var list []CodexTable
	at := map[string]int{}
	parsed := agenttoml.Parse(f)
	for _, e := range parsed.Entries {
		if len(e.Path) < 2 || e.Path[0] != "agents" || len(e.Path) == 2 && e.Kind != agenttoml.Table {
			continue
		}
		if len(e.Path) == 2 && !e.Header {
			list = append(list, inlineTable(f, parsed, e))
			continue
		}
		i, ok := at[e.Path[1]]
		if !ok {
			i = len(list)
			at[e.Path[1]] = i
			list = append(list, CodexTable{Name: e.Path[1], Span: e.Key})
		}
		if len(e.Path) != 3 || e.Kind != agenttoml.String {
			continue
		}
		switch e.Path[2] {
		case "description":
			list[i].Description, list[i].DescriptionSpan = e.Text, e.Value
		case "config_file":
			list[i].ConfigFile, list[i].FileSpan = e.Text, e.Value
			list[i].File, _ = beside(f.Path, e.Text)
		}
	}
	return list
}

// inlineTable is a table that is written in one line.
func inlineTable(f *source.File, parsed *agenttoml.Agent, e agenttoml.Entry) CodexTable {
	t := CodexTable{Name: e.Path[1], Span: e.Key}
	agents, _ := parsed.Decode()["agents"].(map[string]any)
	values, _ := agents[t.Name].(map[string]any)
	if text, ok := values["description"].(string); ok {
		t.Description, t.DescriptionSpan = text, e.Value
	}
	if text, ok := values["config_file"].(string); ok {
		t.ConfigFile, t.FileSpan = text, e.Value
		t.File, _ = beside(f.Path, text)
	}
	return t
}

// beside is the path that a file of the project means by a relative path.
func beside(name, rel string) (p string, ok bool) {
	if rel == "" || path.IsAbs(rel) || strings.HasPrefix(rel, "~") {
		return "", false
	}
	p = path.Join(path.Dir(name), strings.ReplaceAll(rel, `\`, "/"))
	return p, p != ".." && !strings.HasPrefix(p, "../")
}

// codex reads the configurations and adds the agents that they name.
func (s *sorter) codex() {
	for _, name := range s.configs {
		src, err := s.p.tree.Read(name, maxManifest)
		if err != nil {
			continue
		}
		c := CodexConfigFile{Path: name, Tables: CodexTables(source.NewFile(name, src))}
		s.p.configs = append(s.p.configs, c)
		for _, t := range c.Tables {
			if t.File != "" && s.p.set[t.File] {
				s.name(Item{Path: t.File, Kind: CodexAgent, Origin: ByManifest, Via: name, Client: "codex",
					Reason: "config_file of [agents." + t.Name + "] in " + name})
			}
		}
	}
}

// name adds an item whose reason is better than that of its place.
func (s *sorter) name(it Item) {
	for i := range s.p.Items {
		if s.p.Items[i].Path == it.Path {
			s.p.Items[i] = it
			return
		}
	}
	s.add(it)
}

// CodexTableOf returns the table of a configuration of Codex that names a file
// by config_file, and the configuration.
func (p *Project) CodexTableOf(file string) (t CodexTable, config string, ok bool) {
	if p == nil {
		return CodexTable{}, "", false
	}
	for _, c := range p.configs {
		for _, t := range c.Tables {
			if t.File == file {
				return t, c.Path, true
			}
		}
	}
	return CodexTable{}, "", false
}
