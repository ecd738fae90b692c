package run

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	lineA1 = `{"version":1,"stage":"s","item":"a","key":"00000000000000aa","try":1,"outcome":"invalid"}` + "\n"
	lineA2 = `{"version":1,"stage":"s","item":"a","key":"00000000000000aa","try":2,"outcome":"answered"}` + "\n"
	lineB1 = `{"version":1,"stage":"s","item":"b","key":"00000000000000bb","try":1,"outcome":"exit"}` + "\n"
)

func TestReadEvents(t *testing.T) {
	for _, tt := range []struct {
		name, log   string
		events, bad int
	}{
		{"nothing", "", 0, 0},
		{"whole lines", lineA1 + lineA2 + lineB1, 3, 0},
		{"the last line was cut off", lineA1 + lineA2[:40], 1, 0},
		{"the last line lacks only its end", lineA1 + strings.TrimSuffix(lineA2, "\n"), 1, 0},
		{"a line in the middle is damaged", lineA1 + "{\"version\":1,\n" + lineB1, 2, 1},
		{"a key that would be a path", strings.ReplaceAll(lineA1, "00000000000000aa", "../../../etc/pas"), 0, 1},
		{"another version", strings.ReplaceAll(lineA1, `"version":1`, `"version":2`), 0, 1},
		{"no try", strings.ReplaceAll(lineA1, `"try":1`, `"try":0`), 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if events, bad := readEvents([]byte(tt.log)); len(events) != tt.events || bad != tt.bad {
				t.Errorf("%d events, %d bad; want %d, %d", len(events), bad, tt.events, tt.bad)
			}
		})
	}
}

func TestJoin(t *testing.T) {
	h := newHistory()
	first, _ := readEvents([]byte(lineA1 + lineA2 + lineA2)) // a line that stands twice
	taken, doubles := h.join(first, nil)
	if len(taken) != 2 || len(doubles) != 0 || len(h.of("00000000000000aa").tries) != 2 {
		t.Errorf("took %v, doubles %v", taken, doubles)
	}
	second, _ := readEvents([]byte(lineA1 + lineB1))
	taken, doubles = h.join(second, nil)
	if len(taken) != 1 || taken[0].Item != "b" || !slices.Equal(doubles, []string{"s/a"}) || len(h.of("00000000000000aa").tries) != 2 {
		t.Errorf("took %v, doubles %v", taken, doubles)
	}
	// The second try without the first is from the middle of nowhere.
	lost, _ := readEvents([]byte(strings.ReplaceAll(lineA2, "aa", "cc")))
	if taken, _ := h.join(lost, nil); len(taken) != 0 {
		t.Errorf("took %v", taken)
	}
}

func TestID(t *testing.T) {
	at := time.Date(2026, 12, 6, 14, 12, 0, 0, time.UTC)
	if id := NewID(at); !IsID(id) || !strings.HasPrefix(id, "20261206-1412-") {
		t.Errorf("NewID gives %q", id)
	}
	for _, text := range []string{"", "latest", "20261306-1412-7f3a", "20261206-1412-7f3g", "20261206-1412_7f3a", "../../../../etc/abc"} {
		if IsID(text) {
			t.Errorf("%q is no ID", text)
		}
	}
}

func TestUUID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		u := newUUID()
		if len(u) != 36 || u[14] != '4' || !strings.ContainsRune("89ab", rune(u[19])) || seen[u] {
			t.Fatalf("%q is no new UUID of version 4", u)
		}
		seen[u] = true
	}
}

func TestDistinct(t *testing.T) {
	tasks := []*task{{stage: "s", item: "a"}, {stage: "s", item: "a"}, {stage: "s", item: "b"}}
	distinct(tasks)
	if tasks[0].item != "a" || tasks[1].item != "a#2" || tasks[0].key == tasks[1].key || !validKey(tasks[0].key) {
		t.Errorf("items %q, %q, keys %q, %q", tasks[0].item, tasks[1].item, tasks[0].key, tasks[1].key)
	}
	// Parts of a question do not run into each other.
	x, y := &task{stage: "s", item: "ab", prompt: "c"}, &task{stage: "s", item: "a", prompt: "bc"}
	x.seal()
	y.seal()
	if x.key == y.key {
		t.Error("two questions have one key")
	}
}
