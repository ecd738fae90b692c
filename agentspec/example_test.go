package agentspec_test

import (
	"fmt"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

func Example() {
	s := agentspec.Parse(source.NewFile("a.md", []byte(`---
name: depth-auditor
description: It does two things: it counts and it lists.
tools: Read, Bash(git log:*)
---
You check the depth.
`)))
	fmt.Println(s.Name(), "-", s.Description())
	for _, tool := range s.List("tools") {
		fmt.Println(tool.Text, s.File.Position(tool.Span.Start))
	}
	for _, p := range s.Problems {
		fmt.Println(s.File.Position(p.Span.Start), p.Message)
	}
	// Output:
	// depth-auditor - It does two things: it counts and it lists.
	// Read {4 8}
	// Bash(git log:*) {4 14}
	// {3 32} mapping values are not allowed in this context
}
