package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

// hover shows the pages of the rules that found something at a place, or the
// agent that it names.
func (s *Server) hover(ctx context.Context, p *protocol.HoverParams) (any, error) {
	d, ok := s.open(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	off := offsetAt(d.file, p.Position)
	if !d.isConfig() {
		all, err := s.findingsOf(ctx, d)
		if err != nil {
			return nil, err
		}
		if h := rulePages(d.file, all, off); h != nil {
			return h, nil
		}
	}
	m, ok := s.mentionIn(d, off)
	if !ok {
		return nil, nil
	}
	for _, def := range s.definitionsOf(ctx, d.project, m.name) {
		if text := describe(def.file); text != "" {
			return markdownAt(d.file, m.span, fmt.Sprintf("**%s** — %s\n\n%s", m.name, def.file.Path, text)), nil
		}
	}
	return nil, nil
}

// rulePages are the pages of the rules with a finding at a place, each once;
// nil if there is none.
func rulePages(f *source.File, all []lint.Diagnostic, off int) *protocol.Hover {
	var pages, rules []string
	var at source.Span
	for _, d := range all {
		if off < d.Span.Start || off > d.Span.End || slices.Contains(rules, d.Rule) {
			continue
		}
		page, err := lint.Explain(d.Rule)
		if err != nil {
			continue
		}
		if len(rules) == 0 {
			at = d.Span
		}
		rules = append(rules, d.Rule)
		pages = append(pages, strings.TrimSpace(string(page)))
	}
	if len(pages) == 0 {
		return nil
	}
	return markdownAt(f, at, strings.Join(pages, "\n\n---\n\n"))
}

func markdownAt(f *source.File, at source.Span, text string) *protocol.Hover {
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}, Range: ptr(rangeOf(f, at))}
}

// describe is the description in an agent's Markdown file.
func describe(f *source.File) string {
	if !strings.HasSuffix(f.Path, ".md") {
		return ""
	}
	return agentspec.Parse(f).Description()
}
