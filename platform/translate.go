package platform

import "strings"

// tool is one tool of Claude Code under the names that other clients give it.
// An empty name means that the client has no such tool, or that its agents
// cannot be given it.
type tool struct {
	claude   string
	gemini   string // name in the list "tools"
	opencode string // key in the map "permission"
	copilot  string // name in the list "tools"
}

// tools is the table of tool names. Checked 2026-11-30 against Claude Code
// 2.1.332, Gemini CLI 0.61.0 (subagents there cannot start others) and
// opencode 1.18.33 (where Write is covered by edit); Copilot on 2026-12-07
// against the list of aliases in "Custom agents configuration" on
// docs.github.com, where one name stands for several tools.
func tools() []tool {
	return []tool{
		{"Read", "read_file", "read", "read"},
		{"NotebookRead", "read_file", "read", "read"},
		{"LS", "list_directory", "", ""},
		{"Grep", "grep_search", "grep", "search"},
		{"Glob", "glob", "glob", "search"},
		{"Edit", "replace", "edit", "edit"},
		{"MultiEdit", "replace", "edit", "edit"},
		{"Write", "write_file", "edit", "edit"},
		{"NotebookEdit", "", "", "edit"},
		{"Bash", "run_shell_command", "bash", "execute"},
		{"WebFetch", "web_fetch", "webfetch", "web"},
		{"WebSearch", "google_web_search", "websearch", "web"},
		{"TodoWrite", "write_todos", "", "todo"},
		{"Task", "", "task", "agent"},
		{"Agent", "", "task", "agent"},
		{"Skill", "activate_skill", "skill", ""},
	}
}

// GeminiTool returns the name that Gemini CLI gives to a tool of Claude Code;
// "" if it has none. A tool of an MCP server keeps its name in Gemini's
// spelling; a whole server has none, because its loader refuses wildcards.
func GeminiTool(claude string) string {
	if server, name, ok := mcpTool(claude); ok {
		if name == "" {
			return ""
		}
		return "mcp_" + server + "_" + name
	}
	return lookup(claude).gemini
}

// OpencodePermission returns the key of opencode's map of permissions that
// covers a tool of Claude Code; "" if there is none.
func OpencodePermission(claude string) string {
	if server, name, ok := mcpTool(claude); ok {
		if name == "" {
			name = "*"
		}
		return server + "_" + name
	}
	return lookup(claude).opencode
}

// CopilotTool returns the name that Copilot gives to a tool of Claude Code, or to
// a group of tools that it belongs to; "" if it has none.
func CopilotTool(claude string) string {
	if server, name, ok := mcpTool(claude); ok {
		if name == "" {
			name = "*"
		}
		return server + "/" + name
	}
	return lookup(claude).copilot
}

func lookup(claude string) tool {
	for _, t := range tools() {
		if t.claude == claude {
			return t
		}
	}
	return tool{}
}

// mcpTool splits mcp__SERVER, mcp__SERVER__* and mcp__SERVER__TOOL; the tool is
// "" for a whole server.
func mcpTool(name string) (server, tool string, ok bool) {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok || rest == "" {
		return "", "", false
	}
	server, tool, _ = strings.Cut(rest, "__")
	if tool == "*" {
		tool = ""
	}
	return server, tool, true
}
