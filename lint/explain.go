package lint

import (
	"embed"
	"fmt"
)

//go:embed docs
var docs embed.FS

// Explain returns the page of a rule, Markdown. A name that is no rule is an
// error that names the nearest one.
func Explain(rule string) ([]byte, error) {
	if Lookup(rule) == nil {
		return nil, fmt.Errorf("unknown rule %q%s", rule, suggestion(rule))
	}
	return docs.ReadFile("docs/" + rule + ".md")
}
