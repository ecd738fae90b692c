package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Baseline lists findings that a project has decided to live with for now.
// They are known by their fingerprint, so that moving a line keeps them.
type Baseline struct {
	Version  int             `json:"version"`
	Findings []BaselineEntry `json:"findings"`
}

// BaselineEntry is one finding; rule, path and message are there for people.
type BaselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Path        string `json:"path"`
	Message     string `json:"message"`
}

// ReadBaseline reads a baseline; the error does not name the file.
func ReadBaseline(src []byte) (*Baseline, error) {
	var b Baseline
	if err := json.Unmarshal(src, &b); err != nil {
		return nil, err
	}
	if b.Version != 1 {
		return nil, fmt.Errorf("version %d of the baseline is not known; want 1", b.Version)
	}
	return &b, nil
}

// Without returns the records that the baseline does not list, and the entries
// that none of the records is.
func (b *Baseline) Without(records []Record) (fresh []Record, gone []BaselineEntry) {
	listed := map[string]BaselineEntry{}
	for _, entry := range b.Findings {
		listed[entry.Fingerprint] = entry
	}
	for _, rec := range records {
		if _, ok := listed[rec.Fingerprint]; !ok {
			fresh = append(fresh, rec)
			continue
		}
		delete(listed, rec.Fingerprint)
	}
	return fresh, slices.Collect(maps.Values(listed))
}

// NewBaseline lists records and the entries of an older baseline that are kept,
// each once, by path, rule and fingerprint.
func NewBaseline(records []Record, kept []BaselineEntry) *Baseline {
	entries := map[string]BaselineEntry{}
	for _, entry := range kept {
		entries[entry.Fingerprint] = entry
	}
	for _, rec := range records {
		entries[rec.Fingerprint] = BaselineEntry{rec.Fingerprint, rec.Rule, rec.Path, rec.Message}
	}
	list := slices.SortedFunc(maps.Values(entries), func(a, b BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return &Baseline{1, NonNil(list)}
}

// Bytes returns the baseline as it is written.
func (b *Baseline) Bytes() ([]byte, error) {
	var text bytes.Buffer
	err := WriteJSON(&text, b)
	return text.Bytes(), err
}
