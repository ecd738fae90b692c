package contract

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// Prescription is a verdict that an agent's spec asks the agent to give.
type Prescription struct {
	Form Form
	// Label is the label of a line; Fence the word of the fence and Key the
	// deciding key of fields; Pointer the deciding member of an object.
	Label, Fence, Key, Pointer string
	// Words are the words to choose from, as the spec shows them.
	Words []string
	// Literal is true if the words of an object are booleans.
	Literal bool
	// At is the place in the spec.
	At source.Span

	score int
}

// Prescribed returns the verdict that a spec, with its front matter, asks for in
// a form of its own; ok is false if it asks for none. What counts is a template
// of the answer: a label with words to choose from, a fence of keys, a JSON
// example, a sentence that demands one of several lines. Reports of progress,
// documents that the agent writes, and prompts for others are none.
func Prescribed(f *source.File) (p Prescription, ok bool) {
	if !mayPrescribe(f.Src) {
		return p, false
	}
	s := newSpec(f)
	best := -1
	for _, c := range s.candidates() {
		if c.score > best && !c.progress() && c.decides() {
			p, ok, best = c, true, c.score
		}
	}
	return p, ok
}

// mayPrescribe is a quick look whether a line of a text can show a choice.
func mayPrescribe(src []byte) bool {
	for line := range bytes.Lines(src) {
		if len(line) > 2000 || !bytes.ContainsAny(line, "|/`\"") && !bytes.Contains(line, []byte(" or ")) && !bytes.Contains(line, []byte(",")) {
			continue
		}
		if i := bytes.IndexAny(line, ":："); i >= 0 || bytes.ContainsAny(line, "<[{") {
			if choosing(line) {
				return true
			}
		}
	}
	return false
}

// choosing reports whether a line holds a word that passes.
func choosing(line []byte) bool {
	for _, word := range bytes.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }) {
		if len(word) < 24 && Guess(string(word)) == Pass {
			return true
		}
	}
	return false
}

// spec is an agent's spec in parts that can show an answer.
type spec struct {
	f     *source.File
	doc   source.Doc
	found []Prescription
	// single are lines "LABEL: WORD" with one word, by label.
	single map[string][]Prescription
	// document is 1 if the spec asks for a file to be written, -1 if not, 0 if
	// that was not looked at.
	document int
}

func newSpec(f *source.File) *spec {
	return &spec{f: f, doc: md.Parse(f, true), single: map[string][]Prescription{}}
}

// candidates are all places that show a choice of words.
func (s *spec) candidates() []Prescription {
	if s.found != nil {
		return s.found
	}
	s.found = []Prescription{}
	fences := s.doc.Fences
	var heading source.Span // a heading that may be a label
	for n := s.f.LineOf(s.doc.Body.Start); n <= s.f.Lines(); n++ {
		span := trim(s.f, s.f.Line(n))
		if span.Start < s.doc.Body.Start || span.Len() == 0 || span.Len() > 2000 {
			continue
		}
		for len(fences) > 0 && fences[0].Span.End <= span.Start {
			fences = fences[1:]
		}
		var in *source.Fence
		if len(fences) > 0 && fences[0].Span.Start <= span.Start {
			in = &fences[0]
			if in.Open.Start == span.Start {
				s.object(in)
			}
		}
		text := string(s.f.Text(span))
		s.line(span, text, in, heading)
		heading = source.Span{}
		if strings.HasPrefix(text, "#") || strings.HasPrefix(text, "**") {
			heading = span
		}
	}
	s.chosen()
	return s.found
}

// line looks for a label with words to choose from.
func (s *spec) line(span source.Span, text string, in *source.Fence, above source.Span) {
	if strings.HasPrefix(text, "|") || in != nil && !answerFence(in.Info) || s.elsewhere(span.Start, in) {
		return
	}
	label, value, ok := labelAndValue(text)
	if !ok && above.Len() > 0 { // "### Verdict" and below it "<approve | reject>"
		head, rest, labelled := labelAndValue(string(s.f.Text(above)))
		if !labelled {
			head = bare(strings.TrimLeft(string(s.f.Text(above)), "#* "))
		}
		if bracketed(text) && (rest == "" || !labelled) && plainLabel(head) {
			label, value, ok = head, text, true
		}
	}
	if ok {
		s.labelled(span, label, value, in)
	}
	if in == nil {
		s.codes(span, text)
	}
}

// labelled adds a line with its words.
func (s *spec) labelled(span source.Span, label, value string, in *source.Fence) {
	score := labelScore(label)
	if in == nil && s.demanded(span.Start) {
		score += 4
	}
	words := alternatives(value)
	p := Prescription{Form: Line, Label: label, Words: words, At: span, score: score}
	switch {
	case score <= 0:
	case len(words) > 1:
		if in != nil {
			p.inFence(in)
		}
		s.found = append(s.found, p)
	case len(words) == 1 && Guess(words[0]) != Undecided:
		s.single[strings.ToLower(label)] = append(s.single[strings.ToLower(label)], p)
	}
}

// inFence makes fields of a line in a fence with a word that is no prose.
func (p *Prescription) inFence(in *source.Fence) {
	word, _, _ := strings.Cut(in.Info, " ")
	switch strings.ToLower(word) {
	case "", "markdown", "md", "text", "txt", "plaintext":
		p.score++
	default:
		p.Form, p.Fence, p.Key, p.Label = Fields, word, p.Label, ""
	}
}

// codes looks for lines in code marks: `VERDICT: PASS` or `VERDICT: FAIL`.
func (s *spec) codes(span source.Span, text string) {
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		label, value, ok := labelAndValue(parts[i])
		switch {
		case ok && strings.HasPrefix(value, "\"") && !strings.Contains(label, " "): // a member of an object
			s.single["\x00"+label] = append(s.single["\x00"+label], Prescription{Form: JSON, Pointer: "/" + label, Words: alternatives(value), At: span, score: memberScore(label)})
		case ok && strings.ToUpper(label) == label, ok && labelScore(label) > 2 && s.demanded(span.Start):
			s.labelled(span, label, value, nil)
		}
	}
}

// chosen joins single lines of one label that show different words.
func (s *spec) chosen() {
	for _, list := range s.single {
		p := list[0]
		p.Words = nil
		for _, one := range list {
			p.score = max(p.score, one.score)
			if len(one.Words) != 1 {
				continue
			}
			if !slices.Contains(p.Words, one.Words[0]) {
				p.Words = append(p.Words, one.Words[0])
			}
		}
		if len(p.Words) > 1 && p.score > 0 {
			s.found = append(s.found, p)
		}
	}
	slices.SortStableFunc(s.found, func(a, b Prescription) int { return a.At.Start - b.At.Start })
}

// labelAndValue splits "**Label:** value". A label is one to five words.
func labelAndValue(text string) (label, value string, ok bool) {
	d, ok := undress(text)
	if !ok {
		return "", "", false
	}
	at := strings.IndexAny(d.text, ":：")
	if at <= 0 || at > 60 {
		return "", "", false
	}
	label = strings.TrimFunc(d.text[:at], mark)
	value = closed(strings.TrimPrefix(strings.TrimPrefix(d.text[at:], ":"), "："), d.closes)
	return label, strings.TrimFunc(value, mark), plainLabel(label)
}

// plainLabel reports whether a text can be a label.
func plainLabel(label string) bool {
	words := strings.Fields(label)
	if len(words) == 0 || len(words) > 5 || len(label) > 50 {
		return false
	}
	return strings.IndexFunc(label, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" _-/&", r)
	}) < 0
}

// labelScore is how plainly a label announces a verdict, 0 for not at all.
func labelScore(label string) int {
	label = strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(label))
	score, words := 0, strings.Fields(label)
	if len(words) > 0 && slices.Contains([]string{"end", "return", "respond", "reply", "output", "answer", "finish", "use", "emit", "if", "when"}, words[0]) {
		return 0 // a sentence
	}
	for word, n := range map[string]int{"verdict": 6, "decision": 4, "recommendation": 3, "outcome": 4, "conclusion": 3, "status": 3, "result": 3,
		"assessment": 3, "gate": 3, "judgement": 5, "judgment": 5, "판정": 6, "결과": 3, "상태": 3} {
		if slices.Contains(words, word) {
			score = max(score, n)
		}
	}
	for _, word := range []string{"final", "overall", "최종"} {
		if score > 0 && slices.Contains(words, word) {
			score += 2
		}
	}
	if score > 0 && len(words) > 3 {
		score--
	}
	return score
}

// bracketed reports whether a line is one pair of brackets.
func bracketed(text string) bool {
	text = strings.Trim(text, "*`_ ")
	return strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") || strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") ||
		strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}")
}

// alternatives are the words that a value offers; one for a plain word, none for
// prose.
func alternatives(value string) []string {
	value = strings.TrimFunc(value, mark)
	if strings.ContainsAny(value, "→⇒") || strings.Contains(value, "->") || strings.Contains(value, "=>") {
		return nil // a rule about words, no choice
	}
	if bracketed(value) {
		value = strings.Trim(value, "[]{}<>")
	}
	value = strings.TrimFunc(value, mark)
	for _, sign := range []string{"|", " / ", "/", " or ", ","} {
		if parts := choiceOf(value, sign); len(parts) > 1 {
			return parts
		}
	}
	if word, ok := choiceWord(value); ok {
		return []string{word}
	}
	return nil
}

// choiceOf splits a value at a sign; nil if a part is no word.
func choiceOf(value, sign string) []string {
	if !strings.Contains(value, sign) {
		return nil
	}
	if sign == "," {
		value = strings.ReplaceAll(value, ", or ", ",")
	}
	var words []string
	parts := strings.Split(strings.ReplaceAll(value, `\|`, "|"), sign)
	for i, part := range parts {
		word, ok := choiceWord(part)
		if sign == "/" && strings.Contains(part, " or ") {
			return nil
		}
		if !ok && sign == "," && i == len(parts)-1 {
			left, right, two := strings.Cut(part, " or ")
			if a, fine := choiceWord(left); two && fine && a != "" {
				words = append(words, a)
			}
			word, ok = choiceWord(right)
		}
		if !ok || slices.Contains(words, word) {
			return nil
		}
		words = append(words, word)
	}
	return words
}

// choiceWord is one word of a choice, of up to four parts, without what
// explains it: "FAIL (why)", "NO TESTS  (n passed)".
func choiceWord(part string) (word string, ok bool) {
	part = strings.TrimFunc(part, func(r rune) bool { return mark(r) || strings.ContainsRune("\"'[]{}<>.", r) })
	for _, end := range []string{" (", "  ", " — ", " – ", " - ", "\t", "` ", "** "} {
		part, _, _ = strings.Cut(part, end)
	}
	part = strings.TrimFunc(part, func(r rune) bool { return mark(r) || strings.ContainsRune("\"'[]{}<>.,;!", r) })
	parts := strings.Fields(part)
	letter := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == ' ' || r == '\''
	}
	if len(parts) == 0 || !unicode.IsLetter([]rune(part)[0]) || len(parts) > 4 || len(part) > 40 || strings.IndexFunc(part, func(r rune) bool { return !letter(r) }) >= 0 {
		return "", false
	}
	if small := strings.ToLower(part); part != small && slices.ContainsFunc(parts, func(w string) bool {
		return slices.Contains([]string{"with", "and", "for", "to", "of", "the", "in", "on"}, w)
	}) {
		return "", false // "No-Go with clear rationale" is prose
	}
	return part, true
}

// decides reports whether words can be a verdict: one passes, and there is
// another.
func (p *Prescription) decides() bool {
	if len(p.Words) < 2 || len(p.Words) > 8 {
		return false
	}
	pass, other := false, false
	for _, w := range p.Words {
		switch Guess(w) {
		case Pass:
			pass = true
		case Fail, Abstain:
			other = true
		default:
			other = other || p.Form != Line || labelScore(p.Label) > 3
		}
	}
	return pass && other
}

// progress reports whether the words are states of work that goes on.
func (p *Prescription) progress() bool {
	moving := 0
	for _, w := range p.Words {
		switch plainWords(w) {
		case "pending", "queued", "running", "started", "not-started", "todo", "open", "backlog", "planned":
			moving++
		}
	}
	return moving > 0 && 2*moving >= len(p.Words)-1
}

func plainWords(w string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(w))
}

// Guess is what a word of a spec most likely decides: what it means by itself,
// or what words like it mean.
func Guess(word string) Decision {
	if d := Meaning(word); d != Undecided {
		return d
	}
	w := plainWords(word)
	switch w {
	case "clear", "valid", "confirmed", "healthy", "compliant", "proceed", "merge", "met", "verified", "satisfied", "true", "no-issues", "통과", "승인":
		return Pass
	case "vulnerable", "invalid", "refuted", "warn", "warning", "warnings", "blocking", "issues", "issues-found", "has-issues", "partial", "failing", "do-not-ship", "hold", "stop",
		"needs-human-review", "needs-discussion", "needs-review", "needs-revision", "needs-fixes", "non-compliant", "not-met", "gaps-found", "changes", "false", "반려", "실패":
		return Fail
	case "skip", "skipped", "no-tests", "not-tested", "not-run", "needs-context", "comment", "error", "n-a", "na":
		return Abstain
	}
	first, _, _ := strings.Cut(w, "-")
	switch {
	case strings.HasPrefix(w, "needs-"), strings.HasPrefix(w, "not-"), strings.HasPrefix(w, "no-"), strings.HasPrefix(w, "request"):
		return Fail
	case strings.Contains(w, "-with-"), strings.Contains(w, "conditional"):
		return Meaning(first)
	}
	return Undecided
}

// answerFence reports whether a fence can show an answer or a part of one.
func answerFence(info string) bool {
	word, _, _ := strings.Cut(strings.ToLower(info), " ")
	switch word {
	case "", "markdown", "md", "text", "txt", "plaintext", "yaml", "yml", "toml", "xml", "html", "output", "template":
		return true
	case "json", "jsonc", "json5":
		return false
	}
	return strings.Contains(word, "verdict") || strings.Contains(word, "result") || strings.Contains(word, "review") || strings.Contains(word, "status")
}

// elsewhere reports whether a place shows something else than the answer: a
// document that the agent writes, or a prompt for another agent.
func (s *spec) elsewhere(off int, in *source.Fence) bool {
	if in == nil {
		return false
	}
	body := bytes.ToLower(s.f.Text(in.Span))
	for _, prompt := range []string{"you are ", "your task", "please spawn", "subagent", "challenge this", "verify:", "prompt:"} {
		if bytes.Contains(body, []byte(prompt)) {
			return true
		}
	}
	before := strings.ToLower(string(s.f.Text(source.Span{Start: s.before(in.Open.Start, 4), End: in.Open.Start})))
	for _, other := range []string{"prompt", "subagent", "specialist", "each agent", "every agent", "agents return", "worker"} {
		if strings.Contains(before, other) {
			return true
		}
	}
	first := bytes.TrimSpace(body[min(len(body), in.Open.Len()):])
	if bytes.HasPrefix(first, []byte("---")) || bytes.HasPrefix(first, []byte("# ")) && s.writes() {
		return true // front matter, or the title of a document
	}
	return documentAsked(before)
}

// writes reports whether the spec asks for a document anywhere.
func (s *spec) writes() bool {
	if s.document == 0 {
		s.document = -1
		if documentAsked(strings.ToLower(string(s.f.Src[s.doc.Body.Start:]))) {
			s.document = 1
		}
	}
	return s.document > 0
}

// documentAsked reports whether a text asks to write a file.
func documentAsked(text string) bool {
	for _, verb := range []string{"write ", "create ", "save ", "generate ", "produce ", "output to ", "file: "} {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, verb)
			if !ok {
				break
			}
			if rest = after; namesFile(after) {
				return true
			}
		}
	}
	return false
}

// namesFile reports whether the sentence goes on with the name of a document.
func namesFile(sentence string) bool {
	if end := strings.IndexAny(sentence, "\n;"); end >= 0 {
		sentence = sentence[:end]
	}
	sentence, _, _ = strings.Cut(sentence, ". ")
	sentence = sentence[:min(len(sentence), 80)]
	return strings.Contains(sentence, ".md") || strings.Contains(sentence, ".json") || strings.Contains(sentence, ".yaml")
}

// before is where the n lines with text that end before off begin.
func (s *spec) before(off, n int) int {
	line := s.f.LineOf(off) - 1
	for ; line > 1 && n > 0; line-- {
		if trim(s.f, s.f.Line(line)).Len() > 0 {
			n--
		}
	}
	return max(s.f.Line(line).Start, s.doc.Body.Start)
}

// demanded reports whether the sentence before a place, or its own line, demands
// a line of the answer.
func (s *spec) demanded(off int) bool {
	line := s.f.Line(s.f.LineOf(off))
	text := strings.ToLower(string(s.f.Text(source.Span{Start: s.before(off, 2), End: line.End})))
	for _, phrase := range []string{"end your", "end with", "finish with", "exactly one", "final line", "last line", "one line", "first line", "respond with", "reply with", "answer with",
		"begin your", "start your", "conclude with", "must contain", "must end", "must be", "output exactly", "return exactly", "emit"} {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}
