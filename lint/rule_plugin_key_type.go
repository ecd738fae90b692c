package lint

import (
	"fmt"
	"net/url"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/platform"
)

var rulePluginKeyType = Rule{
	Name:     "plugin-key-type",
	Summary:  "a value of a manifest that has another type than Claude Code takes",
	Severity: Error,
	Kinds:    manifests,
	Since:    "0.2.0",
	Run:      pluginKeyType,
}

func pluginKeyType(p *Pass) {
	m := p.Manifest
	if !claudeManifest(p) || m.root.Kind != jsontree.Object {
		return
	}
	whole := "plugin"
	if p.Kind == MarketplaceManifest {
		whole = "marketplace"
		p.badTypes(&m.root, platform.MarketplaceKeys(), whole)
	}
	for _, e := range m.parts(p.Kind) {
		if e.value.Kind != jsontree.Object {
			p.Report(Diagnostic{Span: m.span(e.value.Span), Message: "an entry of plugins is " + e.value.Kind.String() + ", not an object; Claude Code refuses the marketplace",
				Help: `write {"name": …, "source": …}`})
			continue
		}
		p.badTypes(e.value, e.keys, whole)
	}
}

// badTypes reports the values of an object that have another type.
func (p *Pass) badTypes(v *jsontree.Value, keys []platform.PluginKey, whole string) {
	for i := range v.Keys {
		key, ok := keyNamed(keys, v.Keys[i].Name)
		if !ok || fits(&v.Items[i], key) {
			continue
		}
		want := key.Type.String()
		if key.Paths {
			want = "a path, or a list of paths"
		}
		p.Report(Diagnostic{Span: p.Manifest.span(v.Items[i].Span), Message: fmt.Sprintf("%s is %s; Claude Code wants %s and refuses the %s", key.Name, found(&v.Items[i]), want, whole),
			Help: "write " + want})
	}
}

func found(v *jsontree.Value) string {
	if v.Kind == jsontree.String {
		return fmt.Sprintf("%q", clip([]byte(v.Text), 60))
	}
	return v.Kind.String()
}

// fits reports whether a value has the type that its key wants.
func fits(v *jsontree.Value, key platform.PluginKey) bool {
	switch key.Type {
	case platform.StringType:
		return v.Kind == jsontree.String
	case platform.ObjectType:
		return v.Kind == jsontree.Object
	case platform.ListType:
		return v.Kind == jsontree.List
	case platform.StringsType:
		return v.Kind == jsontree.List && allStrings(v)
	case platform.URLType:
		u, err := url.Parse(v.Text)
		return v.Kind == jsontree.String && err == nil && u.Scheme != ""
	}
	return !key.Paths || v.Kind == jsontree.String || v.Kind == jsontree.List || v.Kind == jsontree.Object
}

func allStrings(v *jsontree.Value) bool {
	for i := range v.Items {
		if v.Items[i].Kind != jsontree.String {
			return false
		}
	}
	return true
}
