package lint

import (
	"fmt"
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

var rulePluginPathForm = Rule{
	Name:     "plugin-path-form",
	Summary:  "a path of a manifest in a form that Claude Code refuses",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginPathForm,
}

func pluginPathForm(p *Pass) {
	m := p.Manifest
	if !claudeManifest(p) {
		return
	}
	for _, e := range m.parts(p.Kind) {
		for _, listed := range e.paths() {
			d := Diagnostic{Span: m.span(listed.span)}
			switch text := listed.text; {
			case leavesFolder(text): // plugin-path-outside tells it
				continue
			case !strings.HasPrefix(text, "./"):
				d.Message = fmt.Sprintf("the path %q does not begin with ./; Claude Code refuses the plugin", text)
				d.Help = "write ./" + strings.TrimPrefix(text, "/")
			case listed.key.Ends != "" && !strings.HasSuffix(text, listed.key.Ends):
				d.Message = fmt.Sprintf("%q is no file that ends in %s; Claude Code refuses a plugin whose %s lists a folder", text, listed.key.Ends, listed.key.Name)
				d.Help = fmt.Sprintf("list the files, or take the key out: the folder %s is read without it", listed.key.Name)
			case listed.key.Folder && path.Base(text) == "SKILL.md":
				d.Message = fmt.Sprintf("%q is a file; skills lists folders that hold a SKILL.md", text)
				d.Help = "write " + path.Dir(text)
			default:
				continue
			}
			if strings.HasPrefix(d.Help, "write ") && !strings.HasPrefix(d.Help, "write ./") {
				d.Help = "write ./" + strings.TrimPrefix(d.Help, "write ")
			}
			p.Report(d)
		}
		p.sourceForm(e)
	}
}

// sourceForm looks at the source of an entry that lies beside the marketplace.
func (p *Pass) sourceForm(e part) {
	src := e.value.Get("source")
	if !e.entry || !src.Is(jsontree.String) || leavesFolder(src.Text) {
		return
	}
	bare := p.Manifest.root.Get("metadata").Get("pluginRoot")
	if src.Text == "." || strings.HasPrefix(src.Text, "./") || bare != nil && !strings.Contains(src.Text, "/") {
		return
	}
	p.Report(Diagnostic{Span: p.Manifest.span(src.Span), Message: fmt.Sprintf("the source %q does not begin with ./; Claude Code refuses the marketplace", src.Text),
		Help: "write ./" + strings.TrimPrefix(src.Text, "/") + `, or {"source": "github", "repo": …} for another repository`})
}

// leavesFolder reports whether a path leads out of the folder it counts from.
func leavesFolder(text string) bool {
	for part := range strings.SplitSeq(text, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}
