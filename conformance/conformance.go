// Package conformance holds the cases of the verdict language and of answer
// contracts as data, and runs an implementation against them.
//
//	groups, err := conformance.Groups()
//	report := conformance.Run(ctx, groups, conformance.Command("my-checker"))
//
// The cases are the files in the folder cases; README.md beside them says what
// their keys mean. The package does not know how our own implementation judges:
// a test holds it to the same cases.
package conformance

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed cases/*.json
var files embed.FS

// Group is one file: cases that share a configuration.
type Group struct {
	Version int    `json:"version"`
	Name    string `json:"group"`
	About   string `json:"about"`
	// Config is the text of a judgelint.toml, Contract the name of the contract
	// in it that holds; without one it is wiki-verdict.
	Config   string `json:"config,omitempty"`
	Contract string `json:"contract,omitempty"`
	// Files are the other files of the project, by their slash-separated path.
	Files map[string]string `json:"files,omitempty"`
	Cases []Case            `json:"cases"`
}

// Case is one answer and what it has to be judged as.
type Case struct {
	ID string `json:"id"`
	// Text is the answer in UTF-8; Base64 one that is not.
	Text   string `json:"text"`
	Base64 []byte `json:"base64,omitempty"`
	// Agent is whose answer it is; empty if that is not said.
	Agent string `json:"agent,omitempty"`
	Want  Want   `json:"want"`
	// Deviation names a class of texts in which other readers of the block
	// language are known to differ, on purpose or by history; README.md explains
	// each. Empty for a case in which nobody may differ.
	Deviation string `json:"deviation,omitempty"`
}

// Want is what a case has to be judged as. Decision and Word are compared if
// they are given; of Rules our own implementation must break one.
type Want struct {
	Outcome  string   `json:"outcome"`
	Decision string   `json:"decision,omitempty"`
	Word     string   `json:"word,omitempty"`
	Rules    []string `json:"rules,omitempty"`
}

// Input is the answer as bytes.
func (c *Case) Input() []byte {
	if len(c.Base64) > 0 {
		return c.Base64
	}
	return []byte(c.Text)
}

// Groups reads the cases, sorted by the names of their groups. An error is a
// fault of this package's own data.
func Groups() ([]Group, error) {
	names, err := fs.Glob(files, "cases/*.json")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	groups := make([]Group, len(names))
	for i, name := range names {
		src, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(src, &groups[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return groups, nil
}

// Select reads the cases whose ids begin with a prefix. It is an error if there
// are none.
func Select(prefix string) ([]Group, error) {
	all, err := Groups()
	if err != nil {
		return nil, err
	}
	var kept []Group
	for _, g := range all {
		g.Cases = slices.DeleteFunc(g.Cases, func(c Case) bool { return !strings.HasPrefix(c.ID, prefix) })
		if len(g.Cases) > 0 {
			kept = append(kept, g)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("no case has an id that begins with %q", prefix)
	}
	return kept, nil
}

// Said is what an implementation said of one case.
type Said struct {
	// Unsupported is true if it does not know what the case is about; such a
	// case is counted apart.
	Unsupported bool   `json:"unsupported"`
	Outcome     string `json:"outcome"`
	// Decision and Word are compared only if they are given: a reader of blocks
	// alone need not know decisions.
	Decision *string `json:"decision"`
	Word     *string `json:"word"`
}

// Differs says how an answer differs from what is wanted, "" if it does not.
func (w Want) Differs(s Said) string {
	switch {
	case s.Outcome != w.Outcome:
		return fmt.Sprintf("outcome is %q, want %q", s.Outcome, w.Outcome)
	case w.Decision != "" && s.Decision != nil && *s.Decision != w.Decision:
		return fmt.Sprintf("decision is %q, want %q", *s.Decision, w.Decision)
	case w.Word != "" && s.Word != nil && *s.Word != w.Word:
		return fmt.Sprintf("word is %q, want %q", *s.Word, w.Word)
	}
	return ""
}
