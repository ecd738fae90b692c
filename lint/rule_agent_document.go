package lint

import (
	"fmt"
	"maps"
	"path"
	"slices"
)

var ruleAgentDocument = Rule{
	Name:     "agent-document",
	Summary:  "documents below a folder of agents, which are no agents",
	Severity: Info,
	Kinds:    AgentSpec | Document,
	Since:    "0.2.0",
	Across:   agentDocument,
}

// It is told once for each folder, at its first file.
func agentDocument(p *ProjectPass) {
	folders := documentFolders(p.Results)
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		files := folders[dir]
		first := files[0]
		d := Diagnostic{Path: first.Path, Span: first.facts.first, Message: fmt.Sprintf("%s without front matter in %s: no client loads them as agents", countOf(len(files), "file"), path.Base(dir)),
			Help: "fine for documents that agents refer to; an agent begins with a line ---, name: and description:"}
		if first.facts.shipped {
			d.Message = fmt.Sprintf("%s without front matter in %s: Claude Code offers each as an agent of the plugin", countOf(len(files), "file"), path.Base(dir))
			d.Help = "move documents out of the folder of agents, or name the agents in the manifest"
		}
		p.Report(d)
	}
}

// countOf is a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
