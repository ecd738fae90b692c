package platform

import "slices"

// Hooks is what one client reads as hook settings. Checked 2026-11-30 against
// Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0 and Copilot CLI
// 1.0.102.
type Hooks struct {
	// Client is its name for people.
	Client string
	// File is the settings file of a project, slash-separated.
	File string
	// Events are the events that the client knows.
	Events []string
	// AgentEvents are the events whose matcher is the name of an agent.
	AgentEvents []string
	// TimeoutKey is the key of a handler's time limit, TimeoutPerSecond its
	// unit: 1 for seconds, 1000 for milliseconds.
	TimeoutKey       string
	TimeoutPerSecond int
	// CommandKeys are the keys that can hold the command line.
	CommandKeys []string
	// RootKeys are the only keys allowed at the root; nil allows any.
	RootKeys []string
	// Flat is true if an event holds handlers, not groups of them.
	Flat bool
	// Comments is true if the client skips comments in the file. No client
	// reads a comma after the last entry.
	Comments bool
	// Strict is true if a byte order mark, a key on the way to a hook that
	// stands twice, or a time limit that is no whole number makes the client
	// refuse the whole file. The others drop one entry, or read the last key.
	Strict bool
}

// HooksOf returns the facts about a client: "claude", "codex", "gemini" or
// "copilot". ok is false for any other, such as a client without command
// hooks.
func HooksOf(host string) (h Hooks, ok bool) {
	switch host {
	case "claude":
		return claudeHooks(), true
	case "codex":
		return codexHooks(), true
	case "gemini":
		return geminiHooks(), true
	case "copilot":
		return copilotHooks(), true
	}
	return Hooks{}, false
}

// HookHosts are the clients that HooksOf knows, in the order of the documents.
func HookHosts() []string { return []string{"claude", "codex", "gemini", "copilot"} }

func claudeHooks() Hooks {
	return Hooks{
		Client: "Claude Code",
		File:   ".claude/settings.json",
		Events: []string{
			"PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Notification", "UserPromptSubmit",
			"UserPromptExpansion", "SessionStart", "SessionEnd", "Stop", "StopFailure", "SubagentStart", "SubagentStop",
			"PreCompact", "PostCompact", "PreModelSwitch", "PostModelSwitch", "PermissionRequest", "PermissionDenied",
			"Setup", "TeammateIdle", "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult", "ConfigChange",
			"WorktreeCreate", "WorktreeRemove", "InstructionsLoaded", "CwdChanged", "FileChanged", "DirectoryAdded",
			"MessageDisplay", "PreSkillShellCommand",
		},
		AgentEvents:      []string{"SubagentStart", "SubagentStop"},
		TimeoutKey:       "timeout",
		TimeoutPerSecond: 1,
		CommandKeys:      []string{"command"},
	}
}

func codexHooks() Hooks {
	return Hooks{
		Client: "Codex",
		File:   ".codex/hooks.json",
		Events: []string{
			"SessionStart", "SessionEnd", "UserPromptSubmit", "PreModelRequest", "PostModelRequest", "PreToolUse",
			"PermissionRequest", "PostToolUse", "PreCompact", "PostCompact", "SubagentStart", "SubagentStop",
			"Stop", "Interrupt",
		},
		AgentEvents:      []string{"SubagentStart", "SubagentStop"},
		TimeoutKey:       "timeout",
		TimeoutPerSecond: 1,
		CommandKeys:      []string{"command"},
		RootKeys:         []string{"description", "hooks"},
		Strict:           true,
	}
}

func geminiHooks() Hooks {
	return Hooks{
		Client: "Gemini CLI",
		File:   ".gemini/settings.json",
		Events: []string{
			"BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "BeforeModel", "AfterModel",
			"BeforeToolSelection", "SessionStart", "SessionEnd", "PreCompress", "Notification",
		},
		TimeoutKey:       "timeout",
		TimeoutPerSecond: 1000,
		CommandKeys:      []string{"command"},
		Comments:         true,
	}
}

func copilotHooks() Hooks {
	return Hooks{
		Client: "Copilot CLI",
		File:   ".github/hooks/judgelint.json",
		Events: []string{
			"sessionStart", "sessionEnd", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure",
			"agentStop", "subagentStart", "subagentStop", "errorOccurred", "preCompact", "permissionRequest", "notification",
			"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure",
			"Stop", "SubagentStart", "SubagentStop", "ErrorOccurred", "PreCompact", "PermissionRequest", "Notification",
		},
		TimeoutKey:       "timeoutSec",
		TimeoutPerSecond: 1,
		CommandKeys:      []string{"bash", "powershell", "command"},
		Flat:             true,
	}
}

// KnowsEvent reports whether the client knows the event, whose case counts.
func (h Hooks) KnowsEvent(name string) bool { return slices.Contains(h.Events, name) }
