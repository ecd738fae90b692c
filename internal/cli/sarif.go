package cli

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

// The types below are the part of SARIF 2.1.0 that code scanning reads.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string          `json:"id"`
	ShortDescription     sarifText       `json:"shortDescription"`
	FullDescription      sarifText       `json:"fullDescription"`
	Help                 sarifText       `json:"help"`
	DefaultConfiguration sarifLevel      `json:"defaultConfiguration"`
	Properties           sarifProperties `json:"properties"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifText         `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

// sarifRegion has all four ends: code scanning asks for each.
type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

// printSARIF writes the subset of SARIF 2.1.0 that code scanning reads. Each
// result has its own fingerprint, so that an upload without the forge's own
// action makes no double alerts when lines move.
func printSARIF(w io.Writer, r *Report) error {
	rules, index := sarifRules(r)
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "judgelint", SemanticVersion: semantic(Version()), Rules: rules}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	for _, rec := range r.Records {
		run.Results = append(run.Results, sarifResultOf(r, rec, index[rec.rule()]))
	}
	return WriteJSON(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// sarifRules describes the rules that the records name, sorted, and tells the
// index of each.
func sarifRules(r *Report) ([]sarifRule, map[string]int) {
	known := map[string]RuleInfo{}
	for _, rule := range r.Rules {
		known[rule.Name] = rule
	}
	rules, index := []sarifRule{}, map[string]int{}
	for _, rec := range r.Records {
		name := rec.rule()
		if _, seen := index[name]; seen {
			continue
		}
		index[name] = 0
		info, ok := known[name]
		if !ok {
			info = RuleInfo{Name: name, Severity: rec.Severity}
		}
		rules = append(rules, sarifRuleOf(info))
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	for i, rule := range rules {
		index[rule.ID] = i
	}
	return rules, index
}

func sarifRuleOf(info RuleInfo) sarifRule {
	summary := firstRunes(cmp.Or(info.Summary, info.Name), 1024)
	group, _, _ := strings.Cut(info.Name, "-")
	return sarifRule{
		ID:                   info.Name,
		ShortDescription:     sarifText{Text: summary},
		FullDescription:      sarifText{Text: summary},
		Help:                 sarifText{Text: cmp.Or(info.Help, summary), Markdown: info.Help},
		DefaultConfiguration: sarifLevel{level(info.Severity)},
		Properties:           sarifProperties{Tags: []string{group}, Precision: "high", Severity: problemSeverity(info.Severity)},
	}
}

func sarifResultOf(r *Report, rec Record, index int) sarifResult {
	res := sarifResult{
		RuleID:              rec.rule(),
		RuleIndex:           index,
		Level:               level(rec.Severity),
		Message:             sarifText{Text: sentences(rec.Message, rec.Help)},
		Locations:           []sarifLocation{{Physical: r.physical(rec.Path, rec.region())}},
		PartialFingerprints: map[string]string{"primaryLocationLineHash": rec.Fingerprint},
	}
	for i, rel := range rec.Related {
		res.RelatedLocations = append(res.RelatedLocations, sarifLocation{
			ID:       i + 1,
			Physical: r.physical(rel.Path, sarifRegion{rel.Line, rel.Column, rel.EndLine, rel.EndColumn}),
			Message:  &sarifText{Text: cmp.Or(rel.Message, "see here")},
		})
	}
	if rec.Fix != nil {
		res.Fixes = []sarifFix{r.sarifFix(rec)}
	}
	return res
}

func (r *Report) sarifFix(rec Record) sarifFix {
	change := sarifChange{Artifact: sarifArtifact{URI: uri(r.forgePath(rec.Path))}}
	for _, e := range rec.Fix.Edits {
		start, end := e.place.start, e.place.end
		change.Replacements = append(change.Replacements, sarifReplacement{
			Deleted:  sarifRegion{max(start.Line, 1), max(start.Column, 1), max(end.Line, 1), max(end.Column, 1)},
			Inserted: sarifText{Text: e.Text},
		})
	}
	return sarifFix{Description: sarifText{Text: cmp.Or(rec.Fix.Message, "mend it")}, Changes: []sarifChange{change}}
}

func (r *Report) physical(path string, region sarifRegion) sarifPhysical {
	return sarifPhysical{Artifact: sarifArtifact{URI: uri(r.forgePath(path))}, Region: region}
}

// region is the record's place; the start of the file stands for a whole file.
func (r *Record) region() sarifRegion {
	if r.Line == 0 {
		return sarifRegion{1, 1, 1, 1}
	}
	return sarifRegion{r.Line, r.Column, r.EndLine, r.EndColumn}
}

// level is the word of SARIF for a severity.
func level(s Severity) string {
	if s == Info {
		return "note"
	}
	return string(cmp.Or(s, Error))
}

func problemSeverity(s Severity) string {
	if s == Info {
		return "recommendation"
	}
	return string(cmp.Or(s, Error))
}

// sentences joins a message and its help: the first sentence becomes the
// title of an alert.
func sentences(message, help string) string {
	if help == "" {
		return cmp.Or(message, "see the rule")
	}
	return message + ". " + help
}

// semantic is a version as SARIF wants it, or "" for a build without one.
func semantic(version string) string {
	v := strings.TrimPrefix(version, "v")
	if v == "" || v[0] < '0' || v[0] > '9' {
		return ""
	}
	return v
}

func firstRunes(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

// uri is a path as a URI reference: absolute paths get the scheme file, all
// but unreserved characters are percent-encoded.
func uri(path string) string {
	var b strings.Builder
	if strings.HasPrefix(path, "/") {
		b.WriteString("file://")
	}
	for i := 0; i < len(path); i++ {
		c := path[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const hex = "0123456789ABCDEF"
		b.Write([]byte{'%', hex[c>>4], hex[c&15]})
	}
	return b.String()
}
