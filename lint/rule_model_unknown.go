package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var ruleModelUnknown = Rule{
	Name:     "model-unknown",
	Summary:  "a model that Claude Code does not know by this name",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      modelUnknown,
}

func modelUnknown(p *Pass) {
	model := p.Spec.Text("model")
	if !claudeKeysCount(p) || model == "" || slices.Contains(platform.ClaudeModels(), model) || fullModelName(model) {
		return
	}
	d := Diagnostic{Span: placeOf(p, "model"), Message: fmt.Sprintf("%q is no model of Claude Code; it is sent as it is and fails when the %s is called", model, noun(p)),
		Help: "write sonnet, opus, haiku, inherit or the full name of a model"}
	if name := near.Word(model, platform.ClaudeModels()); name != "" {
		d.Help = "write " + name
	}
	p.Report(d)
}

// fullModelName reports whether a name has the form of a full model name, also
// with the prefix of a cloud provider.
func fullModelName(model string) bool {
	for _, part := range []string{"claude-", "anthropic.", "arn:aws:", "projects/"} {
		if strings.HasPrefix(model, part) {
			return !strings.ContainsAny(model, " \t")
		}
	}
	return strings.Contains(model, ".anthropic.") || strings.Contains(model, "/claude-")
}
