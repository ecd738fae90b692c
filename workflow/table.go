package workflow

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/platform"
)

// table is a table of a document.
type table struct {
	name string
	head []string
	rows [][]string
}

// markdown returns the table, without a line ending at its end.
func (t table) markdown() string {
	var b strings.Builder
	row := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			fmt.Fprintf(&b, " %s |", strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell))
		}
		b.WriteString("\n")
	}
	row(t.head)
	b.WriteString("|" + strings.Repeat(" --- |", len(t.head)) + "\n")
	for _, cells := range t.rows {
		row(cells)
	}
	return strings.TrimRight(b.String(), "\n")
}

// tables are the tables of the format page.
func tables() []table {
	keys := table{name: "stage-keys", head: []string{"key", "for", "needed", "value"}}
	for _, f := range fields() {
		of := either(f.of)
		if len(f.of) == len(Parallelisms()) {
			of = "all"
		}
		keys.rows = append(keys.rows, []string{code(f.key), of, yes(f.must), f.meaning})
	}
	reducers := table{name: "reducers", head: []string{"reducer", "what it does"}}
	for _, t := range findings.Transforms() {
		reducers.rows = append(reducers.rows, []string{code(t.Name), t.Summary})
	}
	marks := table{name: "slots", head: []string{"slot", "in stages with the schema", "holds"}}
	for _, s := range slots() {
		marks.rows = append(marks.rows, []string{code("{{" + s.name + "}}"), either(s.schemas), s.meaning})
	}
	tiers := table{name: "tiers", head: []string{"host", "tier", "model", "effort"}}
	for _, host := range platform.WorkflowHosts() {
		for _, name := range platform.StageTiers() {
			t, _ := platform.TierOf(host, name)
			model := code(t.Model)
			if t.Model == "" {
				model = "as its user configured"
			}
			tiers.rows = append(tiers.rows, []string{host, name, model, code(t.Effort)})
		}
	}
	roles := table{name: "roles", head: []string{"stage", "role"}}
	for _, r := range platform.StageRoles() {
		roles.rows = append(roles.rows, []string{code(r.Stage), r.Role})
	}
	roles.rows = append(roles.rows, []string{"any other", platform.RoleOf("")})
	return []table{keys, reducers, marks, tiers, roles, capTable(), sourceTable(), filterTable()}
}

// sourceTable shows where a slot can come from.
func sourceTable() table {
	t := table{name: "sources", head: []string{"source", "what is there"}, rows: [][]string{
		{code("args.NAME"), "an argument of the workflow"},
		{code("item.NAME"), "a part of the item that the dispatch is about; " + code("item") + " is the whole of it"},
		{code("items"), "all items of the stage"},
		{code("STAGE_result.NAME"), "a part of what a stage before this one returned"},
	}}
	for _, f := range runFields() {
		t.rows = append(t.rows, []string{code(f[0]), f[1]})
	}
	return t
}

func filterTable() table {
	t := table{name: "filters", head: []string{"filter", "what it makes of the value"}}
	for _, f := range filterHelp() {
		t.rows = append(t.rows, []string{code(f[0]), f[1]})
	}
	return t
}

// capTable shows what the cap is, computed by the very function that caps.
func capTable() table {
	t := table{name: "cap", head: []string{"`args.maxVerify`", "cap with `items_default_cap` 12", "cap without it"}}
	for _, value := range []string{"3", "3.0", "0", "-1", "1.5", `"2"`, "null", ""} {
		args := "{}"
		if value != "" {
			args = `{"maxVerify": ` + value + `}`
		}
		cells := []string{code(value)}
		if value == "" {
			cells[0] = "absent"
		}
		for _, fallback := range []int{12, 0} {
			n := capOf(Stage{CapField: "maxVerify", DefaultCap: fallback}, mustText(args))
			cell := fmt.Sprint(n)
			if n == 0 {
				cell = "no limit"
			}
			cells = append(cells, cell)
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

// stageTable shows the stages of one workflow.
func stageTable(spec *Spec) table {
	t := table{name: "stages", head: []string{"stage", "phase", "tier", "runs as", "answers with"}}
	for _, s := range spec.Stages {
		t.rows = append(t.rows, []string{code(s.Name), s.Phase, s.Tier, s.Parallelism, code(s.Schema)})
	}
	return t
}

func code(text string) string { return "`" + text + "`" }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
