// Package platform holds dated facts about the clients that read agent files
// and hook settings: what they load, which words they know, where they look.
//
// Facts are data, each with the version and the day it was checked, so that a
// change of a client is a change of one line here. The package imports nothing
// of the module and knows no rules.
package platform

import "slices"

// A Value is what a key of Claude Code's agent files may hold.
type Value struct {
	Key string
	// Words are the allowed words; nil if the value is not a word of a list.
	Words []string
	// Integer allows a whole number from 1, also beside the words.
	Integer bool
	// Boolean allows true and false.
	Boolean bool
}

// ClaudeValues are the keys of an agent file whose values are limited. A wrong
// value is ignored by the client without a word to the user. Checked 2026-11-30
// against Claude Code 2.1.332; "manual" and the colors stand in its manual.
func ClaudeValues() []Value {
	return []Value{
		{Key: "permissionMode", Words: []string{"default", "acceptEdits", "auto", "bypassPermissions", "dontAsk", "plan", "manual"}},
		{Key: "effort", Words: []string{"low", "medium", "high", "xhigh", "max"}, Integer: true},
		{Key: "maxTurns", Integer: true},
		{Key: "background", Boolean: true},
		{Key: "omitClaudeMd", Boolean: true},
		{Key: "isolation", Words: []string{"worktree", "remote"}},
		{Key: "memory", Words: []string{"user", "project", "local"}},
		{Key: "color", Words: []string{"red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"}},
	}
}

// ClaudeKeys are the keys that Claude Code reads in an agent file; it ignores
// all others. Checked 2026-11-30, strings of Claude Code 2.1.332.
func ClaudeKeys() []string {
	return []string{
		"name", "description", "model", "tools", "disallowedTools", "color", "effort", "permissionMode", "mcpServers",
		"hooks", "maxTurns", "autoCompactWindow", "skills", "initialPrompt", "memory", "background", "omitClaudeMd",
		"isolation", "observer", "observerMessage", "observeToolResults", "observeSubagents", "experimental",
	}
}

// ClaudeTools are the tools that an agent of Claude Code can be given, with the
// names of older versions that are still taken or common in agent files. Tools
// of MCP servers (mcp__SERVER__TOOL) come on top. Checked 2026-12-01, list and
// strings of Claude Code 2.1.332, documentation.
func ClaudeTools() []string {
	return []string{
		"Agent", "Artifact", "ArtifactCheck", "ArtifactComments", "ArtifactData", "AskUserQuestion", "Bash",
		"BashOutput", "Brief", "CronCreate", "CronDelete", "CronList", "Edit", "EnterPlanMode", "EnterWorktree",
		"ExitPlanMode", "ExitWorktree", "Glob", "Grep", "KillShell", "LS", "LSP", "ListAgents",
		"ListMcpResourcesTool", "Monitor", "MultiEdit", "NotebookEdit", "NotebookRead", "ObserverReport",
		"PowerShell", "PushNotification", "REPL", "Read", "ReadMcpResourceTool", "RemoteTrigger", "ReportFindings",
		"ScheduleWakeup", "SendMessage", "SendUserFile", "SendUserMessage", "Skill", "SlashCommand",
		"StructuredOutput", "SubscribePR", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop",
		"TaskUpdate", "TeamCreate", "TeamDelete", "TodoRead", "TodoWrite", "ToolSearch", "WaitForMcpServers",
		"WebBrowser", "WebFetch", "WebSearch", "Workflow", "Write",
	}
}

// ClaudeModels are the words for a model that Claude Code resolves by itself.
// Full names of models begin with "claude-", or with the prefix of a cloud
// provider. Checked 2026-11-30.
func ClaudeModels() []string {
	return []string{"sonnet", "opus", "haiku", "fable", "inherit", "default", "best", "opusplan", "sonnet[1m]", "opus[1m]", "opusplan[1m]"}
}

// ClaudeBuiltins are the agents that Claude Code brings along; a file with such
// a name replaces them. Checked 2026-11-30 against Claude Code 2.1.332.
func ClaudeBuiltins() []string {
	return []string{"general-purpose", "Explore", "Plan", "statusline-setup", "claude-code-guide", "fork", "claude"}
}

// ClaudeDescriptionTokens is the sum of all agent descriptions, in tokens,
// above which Claude Code warns: they ride along in every request. Checked
// 2026-11-30, documentation.
const ClaudeDescriptionTokens = 15000

// CodexAgentKeys are the keys that Codex takes in an agent file besides name,
// description and developer_instructions: its own and those of its
// configuration. Any other key makes Codex drop the file. Checked 2026-11-30,
// codex-rs agent_roles.rs and config of Codex 0.171.0.
func CodexAgentKeys() []string {
	return []string{
		"nickname_candidates", "model", "review_model", "model_provider", "model_context_window",
		"model_auto_compact_token_limit", "model_auto_compact_token_limit_scope", "model_reasoning_effort",
		"plan_mode_reasoning_effort", "model_reasoning_summary", "model_verbosity", "model_supports_reasoning_summaries",
		"model_catalog_json", "model_instructions_file", "model_providers", "personality", "service_tier", "approval_policy",
		"approvals_reviewer", "auto_review", "shell_environment_policy", "allow_login_shell", "sandbox_mode",
		"sandbox_workspace_write", "default_permissions", "permissions", "notify", "instructions",
		"compact_prompt", "commit_attribution", "forced_chatgpt_workspace_id", "forced_login_method",
		"cli_auth_credentials_store", "mcp_servers", "mcp_oauth_credentials_store", "mcp_oauth_callback_port",
		"mcp_oauth_callback_url", "project_doc_max_bytes", "project_doc_fallback_filenames", "tool_output_token_limit",
		"background_terminal_max_timeout", "js_repl_node_path", "js_repl_node_module_dirs", "zsh_path", "profile",
		"profiles", "history", "sqlite_home", "log_dir", "file_opener", "tui", "hide_agent_reasoning",
		"show_raw_agent_reasoning", "chatgpt_base_url", "openai_base_url", "audio", "realtime",
		"projects", "web_search", "tools", "tool_suggest", "agents", "memories", "skills", "hooks", "plugins",
		"marketplaces", "features", "suppress_unstable_features_warning", "ghost_snapshot", "project_root_markers",
		"check_for_update_on_startup", "disable_paste_burst", "analytics", "feedback", "apps", "otel", "windows",
		"notice", "experimental_instructions_file", "experimental_compact_prompt_file",
		"experimental_use_unified_exec_tool", "oss_provider",
	}
}

// CodexTableKeys are the keys of CodexAgentKeys whose value is a table; any
// other value makes Codex drop the file. Checked 2026-11-30.
func CodexTableKeys() []string {
	return []string{"tools", "mcp_servers", "model_providers", "profiles", "history", "tui", "projects", "features", "sandbox_workspace_write", "shell_environment_policy"}
}

// CodexEfforts are the words of model_reasoning_effort. Checked 2026-11-30.
func CodexEfforts() []string {
	return []string{"none", "minimal", "low", "medium", "high", "xhigh"}
}

// IsClaudeKey reports whether Claude Code reads the key in an agent file.
func IsClaudeKey(key string) bool { return slices.Contains(ClaudeKeys(), key) }

// ForeignAgentKeys are keys that other clients read in agent files and Claude
// Code does not. Some are near a key of Claude Code without being a slip of
// it. Checked 2026-11-30, documentation of the clients.
func ForeignAgentKeys() []string {
	return []string{
		"mode", "permission", "hidden", "steps", "maxSteps", "temperature", "top_p", "kind", "display_name", "mcp_servers",
		"max_turns", "timeout_mins", "target", "user-invocable", "user-invokable", "disable-model-invocation",
		"mcp-servers", "metadata", "handoffs", "argument-hint", "agents", "agent", "role", "level", "title",
		"is_background", "readonly", "version", "variant", "options", "reasoningEffort", "reasoningLevel",
		"approvalMode", "excludedTools", "permissions", "resources", "domain", "when_to_use",
	}
}

// CodexBuiltins are the agents that Codex brings along. Checked 2026-12-07
// against Codex 0.171.0.
func CodexBuiltins() []string { return []string{"default", "explorer", "worker"} }
