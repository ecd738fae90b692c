package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

var rulePluginName = Rule{
	Name:     "plugin-name",
	Summary:  "a name of a plugin or marketplace that Claude Code cannot install",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginName,
}

func pluginName(p *Pass) {
	m := p.Manifest
	if !claudeManifest(p) || m.root.Kind != jsontree.Object {
		return
	}
	if p.Kind == MarketplaceManifest {
		p.nameOf(m.root.Get("name"), "marketplace")
	}
	for _, e := range m.parts(p.Kind) {
		p.nameOf(e.value.Get("name"), "plugin")
	}
}

func (p *Pass) nameOf(v *jsontree.Value, what string) {
	if !v.Is(jsontree.String) {
		return
	}
	d := Diagnostic{Span: p.Manifest.span(v.Span)}
	switch name := v.Text; {
	case name == "":
		d.Message = fmt.Sprintf("the name of the %s is empty; Claude Code refuses it", what)
	case strings.ContainsAny(name, " \t\r\n"):
		d.Message = fmt.Sprintf("the name %q of the %s has blanks; Claude Code refuses it", name, what)
	case !installable(name):
		d.Message = fmt.Sprintf("the name %q of the %s has other characters than letters, digits, %q, %q and %q; Claude Code cannot install it", name, what, ".", "_", "-")
	case !kebab(name):
		d.Severity = Warning
		d.Message = fmt.Sprintf("the name %q of the %s is not made of lower-case words joined by dashes; Claude Code takes it, the marketplaces of Claude.ai do not", name, what)
	default:
		return
	}
	if better := toKebab(v.Text); kebab(better) {
		d.Help = "write " + better
	}
	p.Report(d)
}

// installable reports whether a name can be part of a plugin's identity.
func installable(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || strings.IndexByte("._-", c) < 0) {
			return false
		}
	}
	return true
}
