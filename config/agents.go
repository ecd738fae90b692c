package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/judgelint/judgelint/source"
)

// AgentPlace is one place of a configuration that names an agent.
type AgentPlace struct {
	// Name is the decoded text; it may be a glob or bear a plugin prefix.
	Name string
	// Span is where it stands in the file, without quotes.
	Span source.Span
}

// AgentPlaces finds the places of a configuration that name agents, in
// document order, for an editor that goes to them or renames them. It is total:
// behind a syntax error nothing is found.
func AgentPlaces(src []byte) []AgentPlace {
	base := len(src) - len(bytes.TrimPrefix(src, []byte(source.BOM)))
	w := placeWalk{base: base}
	w.parser.Reset(src[base:])
	for w.parser.NextExpression() {
		e := w.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			w.table = w.key(e.Key(), nil)
		case unstable.KeyValue:
			w.value(e.Value(), w.key(e.Key(), w.table))
		}
	}
	return w.found
}

type placeWalk struct {
	parser unstable.Parser
	base   int
	table  []string
	found  []AgentPlace
}

// key is the path of a key below a table. A part that is an agent's name is
// noted.
func (w *placeWalk) key(it unstable.Iterator, table []string) []string {
	path := slices.Clone(table)
	for it.Next() {
		if agentTable(path) {
			w.note(it.Node())
		}
		path = append(path, string(it.Node().Data))
	}
	return path
}

// agentTable reports whether the keys of a table are names of agents.
func agentTable(path []string) bool {
	return len(path) == 4 && path[0] == "mirror" && path[1] == "target" && path[3] == "agent"
}

// agentList reports whether a key holds a list of agents.
func agentList(path []string) bool {
	switch strings.Join(path, ".") {
	case "gate.judges", "gate.not_judges", "verdict.kind.agents", "contract.agents", "mirror.exclude":
		return true
	}
	return false
}

func (w *placeWalk) value(n *unstable.Node, path []string) {
	it := n.Children()
	switch n.Kind {
	case unstable.InlineTable:
		for it.Next() {
			w.value(it.Node().Value(), w.key(it.Node().Key(), path))
		}
	case unstable.Array:
		for it.Next() {
			if it.Node().Kind == unstable.String && agentList(path) {
				w.note(it.Node())
			} else if it.Node().Kind == unstable.InlineTable {
				w.value(it.Node(), path)
			}
		}
	}
}

// note adds a name, unless it is written with escapes: its place cannot be
// told from its text then.
func (w *placeWalk) note(n *unstable.Node) {
	start := int(n.Raw.Offset)
	raw := w.parser.Raw(n.Raw)
	if i := bytes.Index(raw, n.Data); i >= 0 && len(n.Data) > 0 {
		start += w.base + i
		w.found = append(w.found, AgentPlace{string(n.Data), source.Span{Start: start, End: start + len(n.Data)}})
	}
}
