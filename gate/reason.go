package gate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// again ends every reason about an answer: a block alone would replace the
// whole report.
const again = "Give the whole answer again, not the block alone."

// lines joins the lines that are not empty.
func lines(all ...string) string {
	kept := all[:0:0]
	for _, l := range all {
		if l != "" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// template is what the agent that is asked has to write.
func (j *judged) template() string {
	if j.contract.Form != contract.Wiki {
		return j.contract.Template(j.me.Name)
	}
	return template(j.me, j.contract.Language)
}

// template is the block that an agent has to write: that of its own spec, else
// one made from its kind.
func template(me roster.Agent, lang verdict.Language) string {
	body := me.Block
	if len(body) == 0 {
		body = kindLines(lang.Kind(me.Name))
	}
	name := me.Name
	if name == "" {
		name = "YOUR-NAME"
	}
	const most = 10
	return fence(lang, append([]string{"agent: " + name}, limit(body, most)...))
}

func kindLines(k verdict.Kind) []string {
	if k.Findings() {
		return []string{"finding: ID action: " + strings.Join(k.Actions, "|")}
	}
	body := []string{"verdict: " + strings.Join(k.Verdicts, "|")}
	for _, key := range k.Counts {
		body = append(body, key+": NUMBER")
	}
	return body
}

func fence(lang verdict.Language, body []string) string {
	return "```" + lang.Word() + "\n" + strings.Join(body, "\n") + "\n```"
}

// malformedReason says what is wrong with a block, line by line, and gives the
// corrected block if the repair is unique.
func (j *judged) malformedReason(block int, bad []verdict.Problem) string {
	b := &j.Text.Blocks[block]
	const most = 5
	var out []string
	for _, p := range bad[:min(len(bad), most)] {
		line := fmt.Sprintf("Line %d: %s.", j.file.LineOf(p.Span.Start), strings.TrimSuffix(p.Message, "."))
		out = append(out, clip(line, 1, 300))
	}
	if n := len(bad) - len(out); n > 0 {
		out = append(out, fmt.Sprintf("And %s more.", plural(n, "error", "errors")))
	}
	head := fmt.Sprintf("The %s block in line %d is malformed.", j.contract.Language.Word(), j.line(block))
	if fixed, ok := j.repaired(b, bad); ok {
		return lines(head, strings.Join(out, "\n"), "Write it like this:", fixed, again)
	}
	for i, p := range bad[:min(len(bad), most)] {
		if p.Help != "" {
			out[i] = clip(out[i]+" "+upper(p.Help)+".", 1, 400)
		}
	}
	shape := ""
	if !b.Closed || b.Agent.Key == "" || len(b.Fields)+len(b.Findings) < 3 {
		shape = lines("The form of the block:", j.template())
	}
	return lines(head, strings.Join(out, "\n"), shape, again)
}

// repaired is the block with each wrong line replaced, if every error has one
// repair and the result is valid.
func (j *judged) repaired(b *verdict.Block, bad []verdict.Problem) (string, bool) {
	write := map[source.Span]string{}
	for _, p := range bad {
		if p.Write == "" {
			return "", false
		}
		write[j.lineSpan(p.Span)] = p.Write
	}
	var body []string
	src := j.file
	for n := src.LineOf(b.Open.Start) + 1; n < src.LineOf(max(b.Span.Start, b.Span.End-1)); n++ {
		span := src.Line(n)
		line := strings.TrimSpace(string(src.Text(span)))
		if w, ok := write[span]; ok {
			line = w
			delete(write, span)
		}
		if line != "" {
			body = append(body, line)
		}
	}
	const most = 12
	if len(write) > 0 || len(body) > most {
		return "", false
	}
	fixed := fence(j.contract.Language, body)
	if j.contract.Judge(source.NewFile("", []byte(fixed)), j.Agent).Outcome != contract.Valid {
		return "", false
	}
	return fixed, true
}

// lineSpan is the whole line that holds the start of a span.
func (j *judged) lineSpan(s source.Span) source.Span {
	return j.file.Line(j.file.LineOf(s.Start))
}
