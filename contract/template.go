package contract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// Template is what an agent has to write, line by line: each line that a
// contract of lines allows, the block of fields, the members of an object. The
// name is the agent's, for blocks that hold it.
func (c *Contract) Template(agent string) string {
	switch c.Form {
	case Line:
		return c.lineTemplate()
	case JSON:
		return c.jsonTemplate()
	case Fields:
		return c.fieldsTemplate()
	}
	return ""
}

func (c *Contract) lineTemplate() string {
	lines := make([]string, 0, 4)
	for _, w := range c.Words() {
		lines = append(lines, c.Label[0]+": "+w)
	}
	return strings.Join(lines, "\n")
}

func (c *Contract) fieldsTemplate() string {
	k := c.Language.Kind("")
	body := []string{"```" + c.Language.Word(), k.Deciding() + ": " + strings.Join(k.Verdicts, "|")}
	for _, key := range k.Required {
		body = append(body, key+": TEXT")
	}
	for _, key := range k.Counts {
		body = append(body, key+": NUMBER")
	}
	return strings.Join(append(body, "```"), "\n")
}

func (c *Contract) jsonTemplate() string {
	steps := strings.Split(c.Verdict, "/")[1:]
	body := []string{fmt.Sprintf("%s: %s", strings.Join(quotedSteps(steps), " > "), strings.Join(c.jsonWords(), "|"))}
	for _, m := range c.members() {
		if len(steps) > 1 || m.name != steps[0] {
			body = append(body, strconv.Quote(m.name)+": "+m.want)
		}
	}
	return strings.Join(body, "\n")
}

func quotedSteps(steps []string) []string {
	quoted := make([]string, len(steps))
	for i, s := range steps {
		quoted[i] = strconv.Quote(strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~"))
	}
	return quoted
}

// Ask says in one sentence where the template belongs.
func (c *Contract) Ask() string {
	switch {
	case c.Form == Line && c.Place == First:
		return "Begin your answer with exactly one of these lines, on a line of its own, and give it once:"
	case c.Form == Line && c.Place == Last:
		return "End your answer with exactly one of these lines as its last line, and give it once:"
	case c.Form == Line:
		return "Give exactly one of these lines, once, on a line of its own and in no fence or quote:"
	case c.Form == JSON && c.Fenced == Never:
		return "Answer with one JSON object and nothing else, without a fence, with these members:"
	case c.Form == JSON:
		return "Give exactly one JSON object, strict JSON, in a fence that begins with ```json, with these members:"
	}
	return "End your answer with exactly this block, filled in, not inside another fence:"
}

// member is a member that a schema requires of the object.
type member struct{ name, want string }

// members lists what the schema requires at the root, as far as a few words can
// say it.
func (c *Contract) members() []member {
	if c.Schema == "" {
		return nil
	}
	s, err := c.schema()
	if err != nil {
		return nil
	}
	var props *jsontree.Value
	if c.file != nil {
		if tree, bad := jsontree.Parse(c.file.src); bad == nil {
			props = tree.Root.Get("properties")
		}
	}
	const most = 12
	var found []member
	for _, name := range s.Required() {
		if len(found) == most {
			break
		}
		found = append(found, member{name, wanted(props.Get(name))})
	}
	return found
}

// wanted says what a value must be.
func wanted(v *jsontree.Value) string {
	if enum := v.Get("enum"); enum.Is(jsontree.List) {
		var words []string
		for i := range enum.Items {
			words = append(words, shownJSON(&enum.Items[i]))
		}
		return list(words)
	}
	names := map[string]string{"string": "a string", "boolean": "true or false", "integer": "a whole number", "number": "a number",
		"array": "a list", "object": "an object", "null": "null"}
	if want := names[v.Get("type").Str()]; want != "" {
		return want
	}
	return "…"
}
