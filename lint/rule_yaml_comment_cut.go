package lint

import "fmt"

var ruleYAMLCommentCut = Rule{
	Name:     "yaml-comment-cut",
	Summary:  "a description that ends at a # because it is not quoted",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      yamlCommentCut,
}

func yamlCommentCut(p *Pass) {
	for _, key := range []string{"description", "initialPrompt", "observerMessage"} {
		e := p.Spec.Entry(key)
		if e == nil || e.Comment.Len() == 0 {
			continue
		}
		p.Report(Diagnostic{Span: e.Comment, Message: fmt.Sprintf("the %s ends before %q, which is a comment for YAML", key, clip(p.File.Text(e.Comment), 30)),
			Help: "put the whole value in quotes; if it is a comment, put it in a line of its own"})
	}
}
