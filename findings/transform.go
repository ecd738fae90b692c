package findings

import (
	"fmt"
	"strings"
)

// The reducers. The first is that of the verify stage.
const (
	DefaultTransform = "must_fix_deduped"
	TransformMustFix = "must_fix"
	TransformFlatten = "flatten"
	TransformDedupe  = "dedupe"
)

// Transform is a reducer: it turns the reports of a stage into the items of
// the next one. The set is closed, so that every host knows every name.
type Transform struct {
	Name string
	// Summary is one sentence for people.
	Summary string

	apply func([]Report) []Finding
	// mustFix is true if it keeps the must-fix findings alone.
	mustFix bool
}

// Transforms lists the reducers.
func Transforms() []Transform {
	return []Transform{{
		Name: DefaultTransform,
		Summary: "Flattens the reports in their order, keeps the must-fix findings and merges those with the same " +
			"file, line and problem; the first one stays. Dead reports and null findings are skipped and counted.",
		apply: MustFixDeduped, mustFix: true,
	}, {
		Name:    TransformMustFix,
		Summary: "The same, but findings that were reported twice stay two items.",
		apply:   func(reports []Report) []Finding { return flatten(reports, true, false) }, mustFix: true,
	}, {
		Name: TransformFlatten,
		Summary: "Puts the findings of all reports one after the other, whatever their severity; of other lists, " +
			"the elements of the lists in them. Nulls are skipped.",
		apply: func(reports []Report) []Finding { return flatten(reports, false, false) },
	}, {
		Name:    TransformDedupe,
		Summary: "flatten, and of what is the same the first one stays: findings by file, line and problem, other elements by all they hold.",
		apply:   func(reports []Report) []Finding { return flatten(reports, false, true) },
	}}
}

// OfReports reports whether a reducer makes sense of nothing but reports.
func OfReports(transform string) bool {
	return transform == DefaultTransform || transform == TransformMustFix
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
func MustFixDeduped(reports []Report) []Finding { return flatten(reports, true, true) }

// flatten puts the findings of all reports into one list, in their order.
func flatten(reports []Report, mustFix, dedupe bool) []Finding {
	most := 0
	for _, r := range reports {
		most += len(r.Findings)
	}
	kept := make([]Finding, 0, most)
	seen := make(map[Key]bool, most)
	for _, r := range reports {
		for _, f := range r.Findings {
			if mustFix && f.Severity != MustFix {
				continue
			}
			if dedupe {
				key := f.Key()
				if seen[key] {
					continue
				}
				seen[key] = true
			}
			kept = append(kept, f)
		}
	}
	return kept
}
