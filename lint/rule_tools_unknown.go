package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var ruleToolsUnknown = Rule{
	Name:     "tools-unknown",
	Summary:  "a tool that does not exist and is nearly the name of one that does",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      toolsUnknown,
}

// Names that are not near a known one stay silent: tools come and go, and those
// of servers and plugins cannot be known here.
func toolsUnknown(p *Pass) {
	meant := map[string]string{}
	for _, item := range toolItems(p) {
		name := toolName(item.Text)
		// A name with other characters is that of a server or of another client.
		if name == "" || strings.ContainsFunc(name, notInTool) || strings.HasPrefix(name, "mcp__") || knownTool(name) != "" {
			continue
		}
		known, seen := meant[name]
		if !seen {
			known = near.Word(name, platform.ClaudeTools())
			meant[name] = known
		}
		if known != "" {
			p.Report(Diagnostic{Span: item.Span, Message: fmt.Sprintf("there is no tool %q, so the %s does not get it", name, noun(p)), Help: "write " + known})
		}
	}
}

// notInTool reports whether a character is in no name of a tool, nor in a slip
// of one.
func notInTool(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' && r != '-'
}
