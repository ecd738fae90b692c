package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var rulePluginKeyNearMiss = Rule{
	Name:     "plugin-key-near-miss",
	Summary:  "a key of a manifest that Claude Code does not read and that is nearly one that it does",
	Severity: Warning,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginKeyNearMiss,
}

// Keys that are near none stay silent: one manifest can serve several tools.
func pluginKeyNearMiss(p *Pass) {
	m := p.Manifest
	if !claudeManifest(p) || m.root.Kind != jsontree.Object {
		return
	}
	if p.Kind == MarketplaceManifest {
		p.nearKeys(&m.root, platform.MarketplaceKeys())
	}
	for _, e := range m.parts(p.Kind) {
		p.nearKeys(e.value, e.keys)
	}
}

func (p *Pass) nearKeys(v *jsontree.Value, keys []platform.PluginKey) {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	for _, k := range v.Keys {
		if _, known := keyNamed(keys, k.Name); known || v.Get(near.Word(k.Name, names)) != nil {
			continue
		}
		if word := near.Word(k.Name, names); word != "" {
			p.Report(Diagnostic{Span: p.Manifest.span(k.Span), Message: fmt.Sprintf("the key %q is not read; %s is", k.Name, word), Help: "write " + word})
		}
	}
}
