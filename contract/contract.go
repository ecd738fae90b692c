// Package contract is the one judgement of an answer: what a text decided, by
// the contract that its agent has to keep.
//
//	c := set.For("plan-reviewer") // the declared contract, else wiki-verdict
//	j := c.Judge(source.NewFile("answer.md", src), "plan-reviewer")
//	if j.Outcome == contract.Valid && j.Decision == contract.Pass { ... }
//
// Every command that asks what a text says asks here: verdict, gate, quorum,
// lint of outputs, run. None adds a rule of its own, because two pieces of code
// for one question come to differ. The package stands on verdict, which owns
// the block language; it knows no hooks, no flags and no configuration files.
package contract

import (
	"fmt"
	"path"
	"slices"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// WikiName is the name of the contract that is built in.
const WikiName = "wiki-verdict"

// Form is how an answer says its verdict.
type Form string

// The forms. Wiki is the built-in contract; it is no value of a declaration.
const (
	Wiki   Form = "wiki"
	Line   Form = "line"
	Fields Form = "fields"
	JSON   Form = "json"
)

// Outcome tells whether a text holds a verdict that can be trusted.
type Outcome string

// The outcomes of a text.
const (
	Valid     Outcome = "valid"
	Malformed Outcome = "malformed"
	None      Outcome = "none"
)

// Decision is what a sound verdict decides, in terms that all contracts share.
type Decision string

// The decisions. Undecided stands for a text that is not valid, and for a block
// of findings, which decides about each finding and not as a whole.
const (
	Pass      Decision = "pass"
	Fail      Decision = "fail"
	Abstain   Decision = "abstain"
	Undecided Decision = "none"
)

// Contract is what the answers of some agents must hold.
type Contract struct {
	// Name is the declared name; WikiName for the built-in contract.
	Name string
	// Agents are globs over bare agent names (path.Match).
	Agents []string
	Form   Form

	// Language is the block language of the forms Wiki and Fields.
	Language verdict.Language

	// Pass, Fail and Abstain are the words of each decision, as they are
	// written; a word of several parts is one entry. For JSON a word may also
	// be the text of a boolean, a number or null (see Scalar).
	Pass, Fail, Abstain []Word
	// IgnoreCase compares words without case (Line and Fields).
	IgnoreCase bool

	// Label are the accepted labels of a line; the first is the one that
	// reasons and templates show.
	Label []string
	// Place says where the line has to stand, RefuseNotes that nothing may
	// follow its word.
	Place       Place
	RefuseNotes bool

	// Verdict is the deciding key (Fields) or JSON Pointer (JSON).
	Verdict string
	// Schema is the path of a JSON Schema below Root, empty for none.
	Schema string
	Fenced Fenced

	// Sections are headings that must stand once and hold something.
	Sections []string
	// Cites demands that every cited place exists below Root, or that Known, if
	// it is not nil, reports its path.
	Cites bool
	Known func(path string) bool
	// Root is the folder of the project, as the process can open it.
	Root string

	file *schemaFile // shared by copies of the contract
}

// Word is one allowed value of a verdict.
type Word struct {
	// Text is the word; for a JSON boolean, number or null its JSON text.
	Text string
	// Scalar is true if Text stands for a JSON value that is no string.
	Scalar bool
}

// Place is where the line of a Line contract has to stand.
type Place string

// The places. Once is the default: exactly one such line, anywhere.
const (
	Once  Place = "once"
	Last  Place = "last"
	First Place = "first"
)

// Fenced says whether the object of a JSON contract stands in a fence.
type Fenced string

// Either is the default.
const (
	Either   Fenced = "either"
	Required Fenced = "required"
	Never    Fenced = "never"
)

// Judgement is what one text says under one contract.
type Judgement struct {
	// Contract is the name of the contract, Agent the bare name of the agent
	// whose answer it is, empty if it was not said.
	Contract, Agent string
	Outcome         Outcome
	// Decision is Undecided unless Outcome is Valid.
	Decision Decision
	// Word is the verdict as it is written, empty if there is none.
	Word string
	// Counts are the whole numbers that stand with it, in the contract's order.
	Counts []Count
	// Problems are in document order; the text is Malformed if and only if one
	// of them is an Error.
	Problems []verdict.Problem
	// Row is the reason for the outcome in a few words, from a closed list.
	Row Row
	// At is the place of what decided; empty if nothing did.
	At source.Span
	// Hint tells, where there is no verdict, what was seen instead, with its
	// line: "line 4 is no verdict: it is a quotation"; empty for nothing.
	Hint string
	// Trouble is why the contract cannot be used, such as a schema that cannot be
	// read. The Outcome is Malformed then, but it is not the answer's fault.
	Trouble error
	// Text is the reading of the block language, nil for the other forms. Own are
	// the indexes in Text.Blocks of the blocks that count as the agent's.
	Text *verdict.Text
	Own  []int

	mine verdict.Text // the text as the answer of the agent
}

// Contradicts are the problems of words around a sound verdict that speak
// against it; empty if there are none.
func (j *Judgement) Contradicts() (against []verdict.Problem) {
	for _, p := range j.Problems {
		if p.Against && j.Outcome == Valid {
			against = append(against, p)
		}
	}
	return against
}

// HiddenBad reports whether a verdict that is hidden from a reader would be
// malformed if it were not.
func (j *Judgement) HiddenBad() bool {
	for i, m := range j.mine.Markers {
		if !m.Quoted && verdict.Malformed(j.mine.CheckHidden(i)) {
			return true
		}
	}
	return false
}

// Count is one whole number of a verdict.
type Count struct {
	Key string
	N   int
}

// Set holds the contracts of a project.
type Set struct {
	// Language is the project's wiki-verdict language.
	Language verdict.Language
	// Declared are the contracts of the configuration, in its order.
	Declared []Contract
}

// Wiki returns the contract that is built in.
func (s *Set) Wiki() *Contract {
	return &Contract{Name: WikiName, Form: Wiki, Language: s.Language}
}

// Named returns the contract of a name; ok is false if there is none.
func (s *Set) Named(name string) (c *Contract, ok bool) {
	if name == WikiName {
		return s.Wiki(), true
	}
	i := slices.IndexFunc(s.Declared, func(c Contract) bool { return c.Name == name })
	if i < 0 {
		return nil, false
	}
	return &s.Declared[i], true
}

// For returns the contract of an agent, whose plugin prefix does not count: the
// declared one that names it without a glob, else the one whose glob fits, else
// wiki-verdict. Two contracts whose globs fit are an error of the configuration.
func (s *Set) For(agent string) (*Contract, error) {
	name := verdict.BareName(agent)
	var fit []int
	for i, c := range s.Declared {
		if slices.Contains(c.Agents, name) {
			return &s.Declared[i], nil
		}
		if slices.ContainsFunc(c.Agents, func(glob string) bool { ok, _ := path.Match(glob, name); return ok }) {
			fit = append(fit, i)
		}
	}
	switch {
	case len(fit) == 0 || name == "":
		return s.Wiki(), nil
	case len(fit) > 1:
		return nil, fmt.Errorf("the agent %q has two contracts, %q and %q; name it without a glob in the one that holds",
			name, s.Declared[fit[0]].Name, s.Declared[fit[1]].Name)
	}
	return &s.Declared[fit[0]], nil
}

// Names are the names of all contracts, the declared ones first.
func (s *Set) Names() []string {
	var names []string
	for _, c := range s.Declared {
		names = append(names, c.Name)
	}
	return append(names, WikiName)
}

// At makes root the folder of the project for every contract.
func (s *Set) At(root string) {
	for i := range s.Declared {
		c := &s.Declared[i]
		if c.Root = root; c.Schema != "" {
			c.file = &schemaFile{}
		}
	}
}

// Judge reads f as the whole answer of an agent, whose name may be empty (then
// every block of the block language counts). It is total: any bytes, never an
// error.
func (c *Contract) Judge(f *source.File, agent string) Judgement {
	j := Judgement{Contract: c.Name, Agent: verdict.BareName(agent), Decision: Undecided}
	switch c.Form {
	case Line:
		c.judgeLine(f, &j)
	case JSON:
		c.judgeJSON(f, &j)
	default:
		c.judgeBlocks(f, &j)
	}
	c.judgeRest(f, &j)
	return j
}
