package mirror

import (
	"bytes"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/source"
)

// tomlForm keeps the body in developer_instructions.
type tomlForm struct{}

func (tomlForm) fresh(keys []key, body []byte) []byte {
	return agenttoml.New(append(changes(keys), instructions(body))...)
}

// isFresh looks at the ends of the file before it encodes the body.
func (f tomlForm) isFresh(src []byte, keys []key, body []byte) bool {
	head := append(agenttoml.New(changes(keys)...), agenttoml.Instructions+" = "...)
	rest, ok := bytes.CutPrefix(src, head)
	if !ok {
		return false
	}
	if text, isLiteral := bytes.CutPrefix(rest, []byte("'''\n")); isLiteral {
		text, ok = bytes.CutSuffix(text, []byte("'''\n"))
		return ok && bytes.Equal(text, body) && agenttoml.Literal(string(body))
	}
	return bytes.Equal(src, f.fresh(keys, body))
}

func instructions(body []byte) agenttoml.Change {
	return agenttoml.Change{Key: agenttoml.Instructions, Value: agenttoml.Multiline(string(body))}
}

// changes leaves out values that TOML cannot hold; configuration is TOML, so
// there are none.
func changes(keys []key) []agenttoml.Change {
	var list []agenttoml.Change
	for _, k := range keys {
		if text, ok := agenttoml.Encode(k.value); ok {
			list = append(list, agenttoml.Change{Key: k.name, Value: text})
		}
	}
	return list
}

func (tomlForm) read(f *source.File) (*document, *fault) {
	a := agenttoml.Parse(f)
	if a.Problem != nil {
		return nil, tomlFault(*a.Problem)
	}
	d := &document{file: f, toml: a}
	d.body = fold([]byte(a.Text(agenttoml.Instructions)))
	var all map[string]any
	for _, e := range a.Top() {
		k := docKey{name: e.Path[0], span: e.Key}
		if e.Kind == agenttoml.String && len(e.Path) == 1 {
			k.value = e.Text
		} else {
			if all == nil {
				all = a.Decode()
			}
			k.value = all[k.name]
		}
		d.keys = append(d.keys, k)
	}
	d.edit = func(set []key, body []byte) ([]byte, *fault) {
		list := changes(set)
		if body != nil {
			list = append(list, instructions(body))
		}
		out, problem := a.Edit(list...)
		if problem != nil {
			return nil, tomlFault(*problem)
		}
		return out, nil
	}
	return d, nil
}

func tomlFault(p agenttoml.Problem) *fault {
	return &fault{key: p.Key, span: p.Span, message: p.Message, help: p.Help}
}
