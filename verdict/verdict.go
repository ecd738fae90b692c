// Package verdict is the wiki-verdict language: where a block is, what its
// lines say, whether it holds together, and how votes are counted.
//
//	t := verdict.Parse(source.NewFile("review.md", src), verdict.Language{})
//	for _, p := range t.Check(verdict.Output) { ... }
//
// Parse is total: a malformed block is the normal subject of this package, so
// it is data with a position and never an error. The package does not know
// diagnostics, hooks or configuration files.
package verdict

import "github.com/judgelint/judgelint/source"

// Text is everything verdict-like in one text, in document order.
type Text struct {
	File *source.File
	Lang Language
	// Blocks are the verdict blocks; Markers are the places where the author
	// plainly meant a block and none is.
	Blocks  []Block
	Markers []Marker
	// Unlabelled are the spans of fences that hold the lines of a verdict but
	// not the word.
	Unlabelled []source.Span
	// Near are other places that look like a verdict, such as an HTML-escaped
	// fence: told, never judged.
	Near []source.Span
	// Deep is the offset of the first container nested deeper than the parser
	// follows, or of the first line behind more Markdown blocks than it follows,
	// or -1. Verdicts behind it are hidden markers.
	Deep int

	doc     source.Doc // the structure in which the words around the block are read
	author  string     // whose answer it is, if Of was asked
	relayed []Block    // the blocks of others that Of took out
	beside  []Block    // what reads like a verdict and counts as none: unlabelled, or a draft
}

// Placement tells where a block stands.
type Placement string

// The placements of blocks.
const (
	Top        Placement = "top"
	List       Placement = "list"
	Wrapped    Placement = "wrapped"    // the report is wrapped in another fence
	Misaligned Placement = "misaligned" // the closing fence is outside the list item
)

// Block is one verdict block.
type Block struct {
	Agent    Field   // zero if there is no agent line
	Fields   []Field // in document order, agent, unknown and repeated keys included
	Findings []Finding
	// Kind is the kind that the agent chooses; the default kind without agent.
	Kind      Kind
	Placement Placement
	// Span runs from the opening to the end of the closing fence; Open is the
	// opening line from its first fence character.
	Span, Open source.Span
	// Closed is false if the text or the block's container ended first.
	Closed bool

	other []other     // the lines that are no exact field or finding
	rest  source.Span // the first line behind the last one that is read, empty for none
}

// Field is a line "key: value".
type Field struct {
	Key, Value string
	// Span is the whole line without blanks at its ends; ValueSpan its value.
	Span, ValueSpan source.Span
}

// Finding is a line "finding: ID action: ACTION note".
type Finding struct {
	ID, Action, Note string
	Span             source.Span
}

// Marker is a place where a verdict fence begins in the source without being a
// block.
type Marker struct {
	// Span is the fence with the word.
	Span source.Span
	// Quoted is true for a marker inside a quotation (a longer fence, a block
	// quote, a closed comment, pre): it says nothing. Otherwise the marker is
	// hidden: an error.
	Quoted bool
	// Label is true if the word itself is misspelled or decorated.
	Label bool
	// Cause completes "the verdict is not read: ...", for example "swallowed by
	// the fence opened in line 3".
	Cause string
}

// Severity of a Problem.
type Severity int

// Error means that a machine misreads the text, Warning that a person might.
const (
	Error Severity = iota
	Warning
)

// Problem is one thing that is wrong with a text.
type Problem struct {
	// Rule is the kebab-case name of the rule, such as "verdict-contradiction".
	Rule     string
	Severity Severity
	Span     source.Span
	// Message is one line: what is wrong, with what was found and what is
	// allowed. Help is the next step, in most cases the exact line to write.
	Message, Help string
	// Write is the exact line that mends the line at Span, if there is only one.
	Write string
	// Block is the index in Text.Blocks, or -1.
	Block int
	// Finding is the id of the finding that the problem is about, or "".
	Finding string
	// Against is true for words around the block that speak against it.
	Against bool
}

// Mode tells what a text is, and so what is wrong in it.
type Mode int

const (
	// Output is the answer of an agent: everything is checked.
	Output Mode = iota
	// Spec is an agent's definition: its examples may hold placeholders, and
	// several blocks of one agent.
	Spec
	// Document is any other text: only misspelled words and unclosed blocks are
	// told, as warnings.
	Document
)

// Malformed reports whether the problems hold an error.
func Malformed(problems []Problem) bool {
	for _, p := range problems {
		if p.Severity == Error {
			return true
		}
	}
	return false
}
