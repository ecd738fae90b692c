package lint_test

import (
	"fmt"

	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

func Example() {
	f := source.NewFile(".claude/agents/depth-auditor.md", []byte(`---
name: depth-auditor
description: It does two things: it counts and it lists.
tools: Read, bash
---

You check the depth.
`))
	l := lint.Linter{}
	for _, d := range l.File(f).Diagnostics {
		at := f.Position(d.Span.Start)
		fmt.Printf("%d:%d: %s [%s]\n", at.Line, at.Column, d.Message, d.Rule)
	}
	fixed, _ := l.Fix(f)
	fmt.Printf("%s", fixed[:80])
	// Output:
	// 3:32: the unquoted value contains ": ", which strict readers refuse or take for another key [yaml-colon]
	// 4:14: "bash" is no tool; letter case counts [tools-case]
	// ---
	// name: depth-auditor
	// description: 'It does two things: it counts and it lists
}
