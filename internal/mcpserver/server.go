// Package mcpserver offers the checks of the product as tools of the Model
// Context Protocol, so that an agent in any client can check its answer before
// it gives it.
//
//	s := mcpserver.New(version, roots)
//	err := s.Run(ctx, transport)
//
// What a text says, how votes are counted and what is wrong with a spec is
// decided by the packages below; this one owns the shapes of the tools and
// which files they may read: those below the roots that the client names, by
// the protocol or by its configuration, and no others.
package mcpserver

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const instructions = `judgelint checks the answers of reviewing agents. Before you end with a verdict block, call check_verdict with your whole answer; if "outcome" is "malformed", mend the lines that "problems" name and give the whole answer again. quorum counts the votes of several reviewers; a finding is settled only if it says so. lint_spec checks an agent's definition file.`

// server holds what the tools need beside their arguments.
type server struct {
	roots []string // of the command line
}

// New returns a server. roots are folders that files may be read from beside
// those that the client names by the protocol.
func New(version string, roots []string) *mcp.Server {
	s := &server{roots: roots}
	m := mcp.NewServer(&mcp.Implementation{Name: "judgelint", Title: "judgelint", Version: version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	mcp.AddTool(m, tool("check_verdict",
		"Check the answer of a reviewing agent: is its verdict well-formed, free of contradictions, and what does it decide? Give the whole answer as text, or the path of a file. Trust a verdict only if outcome is \"valid\"."),
		withFiles(s, checkVerdict))
	mcp.AddTool(m, tool("quorum",
		"Count the finding lines of several adversarial reviewers. A finding is KILL with two REJECT, DOWNGRADE with two REJECT or DOWNGRADE, KEEP with two KEEP, else UNVERIFIED, which is never a pass. An unreadable vote abstains."),
		withFiles(s, quorum))
	mcp.AddTool(m, tool("lint_spec",
		"Check an agent definition, hook settings or another file that coding agents read, for what a client would misread. Give a path, or the text and the path that it is going to have."),
		withFiles(s, lintSpec))
	mcp.AddTool(m, tool("explain_rule",
		"Print the page of a rule that check_verdict or lint_spec named: what it finds, why, a bad and a good example, how to mend it. Without a name: the list of all rules."),
		explainRule)
	return m
}

// tool describes a tool that only reads.
func tool(name, about string) *mcp.Tool {
	no := false
	return &mcp.Tool{Name: name, Description: about,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no, DestructiveHint: &no}}
}

// rootsKey is the name of the question for roots.
const rootsKey = "roots"

// withFiles makes a tool of a function that reads files. The client is asked
// for its roots first, if it has any.
func withFiles[In, Out any](s *server, run func(*files, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(_ context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var none Out
		answer, asked := req.Params.InputResponses[rootsKey]
		if c := req.ClientCapabilities(); !asked && c != nil && c.RootsV2 != nil {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{rootsKey: &mcp.ListRootsParams{}}}, none, nil
		}
		var uris []string
		if list, ok := answer.(*mcp.ListRootsResult); ok && list != nil {
			for _, r := range list.Roots {
				uris = append(uris, r.URI)
			}
		}
		f := openFiles(uris, s.roots)
		defer f.close()
		out, err := run(f, in)
		if err != nil {
			return nil, none, err
		}
		return nil, out, nil
	}
}

// errOneOf is told for a call with both or neither of two arguments.
var errOneOf = errors.New("give either text or path")
