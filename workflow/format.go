package workflow

import (
	"slices"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/platform"
)

// The ways to run a stage.
const (
	Single      = "single"
	FixedList   = "fixed-list"
	DynamicList = "dynamic-list"
)

// Parallelisms lists the ways to run a stage.
func Parallelisms() []string { return []string{Single, FixedList, DynamicList} }

// field is a key of a stage. The table of fields is what a specification is
// checked against and what the format page shows.
type field struct {
	key string
	// of are the parallelisms it belongs to.
	of []string
	// must is true if a stage of these parallelisms has to have it.
	must bool
	// meaning is for people.
	meaning string
}

func fields() []field {
	all, lists := Parallelisms(), []string{FixedList, DynamicList}
	dynamic := []string{DynamicList}
	return []field{
		{"phase", all, true, "title of one of the phases"},
		{"tier", all, true, either(platform.StageTiers()) + "; the host's table gives model and effort"},
		{"parallelism", all, true, either(Parallelisms())},
		{"schema", all, true, "name of the schema of the answer, with or without _SCHEMA: " + either(findings.Schemas()) + ", or one of the workflow's own"},
		{"fallback", all, false, "null, or {from_tier, to_tier, preserve_effort} for one more try"},
		{"label", []string{Single}, false, "label of the one dispatch; it or item_label must be there"},
		{"item_label", all, false, "single: another word for label; lists: path in the item to its label, such as name"},
		{"item_label_prefix", lists, true, "prefix and item make the label of a dispatch"},
		{"items_key", []string{FixedList}, true, "name of the list in the context, else in the arguments"},
		{"items_source", dynamic, true, "dotted path into the context; a finished stage is stored as STAGE_result"},
		{"items_transform", dynamic, false, "name of a reducer; none passes the list on as it is"},
		{"slots", all, false, "object: where each slot of the prompt comes from"},
		{"agent", all, false, "agent whose contract the answer must keep as well"},
		{"writes", all, false, "true if the work changes files; without it, it only reads"},
		{"items_cap", dynamic, false, "args.FIELD: the number of items at most, if that argument is a positive whole number"},
		{"items_default_cap", dynamic, false, "the number of items at most otherwise; neither means no limit"},
	}
}

func fieldOf(key string) (field, bool) {
	for _, f := range fields() {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

func fieldKeys() []string {
	var keys []string
	for _, f := range fields() {
		keys = append(keys, f.key)
	}
	return keys
}

// slot is a mark {{name}} of a prompt.
type slot struct {
	name string
	// schemas are the schemas of the stages whose prompt must have it.
	schemas []string
	meaning string
}

func slots() []slot {
	work := []string{findings.SchemaFindings, findings.SchemaFinding, findings.SchemaRefutedFinding}
	verify, report := []string{findings.SchemaVerify}, []string{findings.SchemaReport}
	return []slot{
		{"brief", work, "what this worker looks for: the item, or its brief"},
		{"finding", verify, "the finding to verify, as JSON"},
		{"coveredCount", report, "how many reviewers returned a report"},
		{"coverageNote", report, "what the review does not cover"},
		{"diffHint", slices.Concat(work, verify, report), "the command that shows the change"},
		{"confirmedFindings", report, "findings that were reproduced, with the verifier's note, as JSON"},
		{"refutedFindings", report, "findings that could not be reproduced, with the note, as JSON"},
		{"unverifiedFindings", report, "findings past the cap or whose verifier returned nothing, as JSON"},
		{"rawFindings", report, "findings that are not must-fix, as JSON"},
	}
}

// SlotsOf returns the slots that the prompt of a stage with this schema must
// have, and that it can have no others beside.
func SlotsOf(schema string) []string {
	var names []string
	for _, s := range slots() {
		if slices.Contains(s.schemas, schema) {
			names = append(names, s.name)
		}
	}
	return names
}
