package findings

import (
	"fmt"
	"strings"
)

// DefaultTransform is the reducer of the verify stage.
const DefaultTransform = "must_fix_deduped"

// Transform is a reducer: it turns the reports of a stage into the items of
// the next one. The set is closed, so that every host knows every name.
type Transform struct {
	Name string
	// Summary is one sentence for people.
	Summary string

	apply func([]Report) []Finding
}

// Transforms lists the reducers.
func Transforms() []Transform {
	return []Transform{{
		Name: DefaultTransform,
		Summary: "Flattens the reports in their order, keeps the must-fix findings and merges those with the same " +
			"file, line and problem; the first one stays. Dead reports and null findings are skipped and counted.",
		apply: MustFixDeduped,
	}}
}

// LookupTransform returns the reducer called name; "" means the default. An
// unknown name is an error that lists the known ones: a host that lacks a
// reducer must not send out the raw list.
func LookupTransform(name string) (Transform, error) {
	if name == "" {
		name = DefaultTransform
	}
	var known []string
	for _, t := range Transforms() {
		if t.Name == name {
			return t, nil
		}
		known = append(known, t.Name)
	}
	return Transform{}, fmt.Errorf("transform %q is unknown; want %s", name, strings.Join(known, ", "))
}

// MustFixDeduped flattens reports, keeps the must-fix findings and merges those
// of one key. The first one stays, the order is kept.
func MustFixDeduped(reports []Report) []Finding {
	most := 0
	for _, r := range reports {
		most += len(r.Findings)
	}
	kept := make([]Finding, 0, most)
	seen := make(map[Key]bool, most)
	for _, r := range reports {
		for _, f := range r.Findings {
			if f.Severity != MustFix {
				continue
			}
			if key := f.Key(); !seen[key] {
				seen[key] = true
				kept = append(kept, f)
			}
		}
	}
	return kept
}
