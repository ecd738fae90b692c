package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/platform"
)

var ruleCodexEffortInModel = Rule{
	Name:     "codex-effort-in-model",
	Summary:  "an effort such as high where a model belongs",
	Severity: Warning,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      codexEffortInModel,
}

func codexEffortInModel(p *Pass) {
	model := p.Codex.Text("model")
	words := strings.FieldsFunc(strings.ToLower(model), func(r rune) bool { return strings.ContainsRune(" :/()", r) })
	if len(words) == 0 || !slices.Contains(platform.CodexEfforts(), words[len(words)-1]) {
		return
	}
	p.Report(Diagnostic{Span: p.Codex.Find("model").Value, Message: fmt.Sprintf("model is %q, which names an effort; Codex sends it as a model", model),
		Help: fmt.Sprintf("write model_reasoning_effort = %q", words[len(words)-1])})
}
