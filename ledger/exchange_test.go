package ledger

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openFile(name string) (io.ReadCloser, error) { return os.Open(name) }

func all(*Row) bool { return true }

// What is exported is imported elsewhere without a loss, once.
func TestExportImport(t *testing.T) {
	from, to := open(t, t.TempDir()), open(t, t.TempDir())
	usd := 0.5
	for i := range 3 {
		err := from.Append(Row{Source: "run", Agent: fmt.Sprint("a", i), Outcome: Valid, Decision: Pass, Word: "ready", Answer: fmt.Sprint(i),
			CostUSD: &usd, Counts: map[string]int{"b": 1, "a": 2}, Subject: &Subject{Tree: "t", Unknown: []string{"dirty"}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "other.jsonl")
	var text bytes.Buffer
	if _, err := from.Export(&text, "jsonl", all); err != nil {
		t.Fatal(err)
	}
	text.WriteString("{\"version\":1}\nnoise\n" + strings.Repeat("x", 40_000) + "\n")
	if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	done, err := to.Import([]string{name, name}, openFile)
	if err != nil || len(done) != 2 || done[0].Added != 3 || done[0].Skipped != 3 || done[0].FirstSkipped != 4 || done[1].Doubles != 3 || done[1].Added != 0 {
		t.Fatalf("Import = %+v, %v", done, err)
	}
	if done, err = to.Import([]string{name}, openFile); err != nil || done[0].Added != 0 || done[0].Doubles != 3 {
		t.Errorf("second Import = %+v, %v", done, err)
	}
	rows, skipped, err := to.Read()
	want, _, _ := from.Read()
	if err != nil || skipped != 0 || fmt.Sprint(len(rows)) != "3" || !equal(rows[1], want[1]) {
		t.Errorf("Read = %+v, %d, %v", rows, skipped, err)
	}
	if _, err := to.Import([]string{name + ".gone"}, openFile); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Import of nothing = %v", err)
	}
}

func TestCSV(t *testing.T) {
	book := open(t, t.TempDir())
	err := book.Append(Row{Source: "gate", Agent: "a,\"b\"\n=1+1", Outcome: Valid, Decision: Pass, Counts: map[string]int{"blocking": 0, "advisory": 2}, Rules: []string{"y", "x"}})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := book.Export(&text, "csv", all); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(table) != 2 || len(table[1]) != len(columns()) {
		t.Fatalf("%v, %q", err, table)
	}
	got := map[string]string{}
	for i, name := range table[0] {
		got[name] = table[1][i]
	}
	for name, want := range map[string]string{
		"agent": "a,\"b\"\n=1+1", "counts": "advisory=2 blocking=0", "rules": "x y", "decision": "pass", "tokens_in": "", "try": "", "tree": "",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if _, err := book.Export(io.Discard, "xml", all); err == nil {
		t.Error("format xml is taken")
	}
}
