package lint

import "strings"

var ruleSkillDescriptionWhen = Rule{
	Name:     "skill-description-when",
	Summary:  "a description of a skill that does not say when to use it",
	Severity: Info,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillDescriptionWhen,
}

// Only descriptions in English are judged: those whose text is ASCII but for a
// few characters, and that are long enough to be a sentence.
func skillDescriptionWhen(p *Pass) {
	text := strings.ToLower(p.Spec.Description())
	if text == "" || p.Spec.Entry("when_to_use") != nil || p.Spec.Text("disable-model-invocation") == "true" || !english(text) {
		return
	}
	if e := p.Spec.Entry("disable-model-invocation"); e != nil && e.Value == "true" {
		return
	}
	for _, word := range []string{"when", "use ", "using ", "used ", "if ", "whenever", "before ", "after ", "trigger", "for ", "during", "while ", "on ", "invoke", "activate", "helps "} {
		if strings.Contains(text, word) {
			return
		}
	}
	p.Report(Diagnostic{Span: firstOf(p, placeOf(p, "description")), Message: "the description does not say when to use the skill, by which the model chooses it",
		Help: "add a sentence: Use when …"})
}

// english reports whether a text is mostly ASCII letters.
func english(text string) bool {
	other := 0
	for _, r := range text {
		if r > 127 {
			other++
		}
	}
	return other*10 < len(text)
}
