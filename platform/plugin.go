package platform

// PluginType is what the value of a key of a manifest must be.
type PluginType int

// The types of values.
const (
	AnyType PluginType = iota
	StringType
	ObjectType
	StringsType // a list of strings
	URLType
	ListType
)

// String reads well after "want".
func (t PluginType) String() string {
	return [...]string{"any value", "a string", "an object", "a list of strings", "a URL", "a list"}[t]
}

// PluginKey is a key of a manifest of Claude Code.
type PluginKey struct {
	Name string
	Type PluginType
	// Paths tells that the value leads to files of the plugin: a path, a list of
	// paths, or an object.
	Paths bool
	// Ends is how each path must end, Folder that it must be a folder; for none
	// of both a file or a folder will do.
	Ends   string
	Folder bool
}

// PluginKeys are the keys of plugin.json. A value of another type makes Claude
// Code refuse the plugin, a key of another name is ignored. Checked 2026-12-07
// against Claude Code 2.1.332, `claude plugin validate` and loading.
func PluginKeys() []PluginKey {
	return []PluginKey{
		{Name: "$schema"}, {Name: "name", Type: StringType}, {Name: "displayName", Type: StringType}, {Name: "version", Type: StringType},
		{Name: "description", Type: StringType}, {Name: "author", Type: ObjectType}, {Name: "homepage", Type: URLType},
		{Name: "repository", Type: StringType}, {Name: "license", Type: StringType}, {Name: "keywords", Type: StringsType},
		{Name: "agents", Paths: true, Ends: ".md"}, {Name: "commands", Paths: true}, {Name: "skills", Paths: true, Folder: true},
		{Name: "hooks", Paths: true}, {Name: "mcpServers", Paths: true}, {Name: "outputStyles", Paths: true},
		{Name: "lspServers", Paths: true}, {Name: "experimental"}, {Name: "dependencies"}, {Name: "userConfig"}, {Name: "channels"},
		{Name: "settings"}, {Name: "icon"}, {Name: "network"}, {Name: "workflows"}, {Name: "defaultEnabled"}, {Name: "monitors"}, {Name: "themes"},
	}
}

// MarketplaceKeys are the keys of marketplace.json. Checked as PluginKeys.
func MarketplaceKeys() []PluginKey {
	return []PluginKey{
		{Name: "$schema"}, {Name: "name", Type: StringType}, {Name: "owner", Type: ObjectType}, {Name: "description", Type: StringType},
		{Name: "version", Type: StringType}, {Name: "metadata", Type: ObjectType}, {Name: "plugins", Type: ListType},
		{Name: "allowCrossMarketplaceDependenciesOn"}, {Name: "forceRemoveDeletedPlugins"}, {Name: "renames"},
	}
}

// EntryKeys are the keys of an entry of a marketplace besides PluginKeys.
// Checked as PluginKeys.
func EntryKeys() []PluginKey {
	return append(PluginKeys(), PluginKey{Name: "source"}, PluginKey{Name: "category", Type: StringType},
		PluginKey{Name: "tags", Type: StringsType}, PluginKey{Name: "strict"}, PluginKey{Name: "relevance"})
}
