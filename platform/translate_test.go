package platform

import "testing"

func TestToolNames(t *testing.T) {
	for _, tt := range []struct{ claude, gemini, opencode string }{
		{"Read", "read_file", "read"},
		{"Write", "write_file", "edit"},
		{"MultiEdit", "replace", "edit"},
		{"Agent", "", "task"},
		{"LS", "list_directory", ""},
		{"Reed", "", ""},
		{"mcp__docs__search", "mcp_docs_search", "docs_search"},
		{"mcp__docs", "", "docs_*"},
		{"mcp__docs__*", "", "docs_*"},
		{"mcp__", "", ""},
	} {
		if got := GeminiTool(tt.claude); got != tt.gemini {
			t.Errorf("GeminiTool(%q) = %q, want %q", tt.claude, got, tt.gemini)
		}
		if got := OpencodePermission(tt.claude); got != tt.opencode {
			t.Errorf("OpencodePermission(%q) = %q, want %q", tt.claude, got, tt.opencode)
		}
	}
}
