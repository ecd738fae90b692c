package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

var rulePluginKeyMissing = Rule{
	Name:     "plugin-key-missing",
	Summary:  "a manifest or entry without a key that Claude Code requires",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginKeyMissing,
}

func pluginKeyMissing(p *Pass) {
	m := p.Manifest
	if m.root.Kind != jsontree.Object {
		return
	}
	tell := func(at source.Span, what, key string) {
		p.Report(Diagnostic{Span: at, Message: fmt.Sprintf("%s has no %q; Claude Code refuses it", what, key), Help: fmt.Sprintf("add %q", key)})
	}
	if p.Kind == PluginManifest {
		if m.root.Get("name") == nil && (claudeManifest(p) || len(m.root.Keys) == 0) {
			tell(m.top(), "the plugin", "name")
		}
		return
	}
	if !claudeManifest(p) {
		return
	}
	for _, key := range []string{"name", "owner", "plugins"} {
		if m.root.Get(key) == nil {
			tell(m.top(), "the marketplace", key)
		}
	}
	if owner := m.root.Get("owner"); owner.Is(jsontree.Object) && owner.Get("name") == nil {
		tell(m.span(owner.Span), "the owner", "name")
	}
	for i, e := range m.parts(p.Kind) {
		if e.value.Kind != jsontree.Object {
			continue
		}
		at := m.span(source.Span{Start: e.value.Span.Start, End: e.value.Span.Start + 1})
		for _, key := range []string{"name", "source"} {
			if e.value.Get(key) == nil {
				tell(at, fmt.Sprintf("entry %d of plugins", i+1), key)
			}
		}
	}
}
