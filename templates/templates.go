// Package templates holds the starter files of a project: judge specs in two
// languages, the configuration, and the entries for pre-commit and CI. It hands
// out bytes and knows nothing of what they are for.
package templates

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed agents project eval
var files embed.FS

// Eval is a starter set of labelled inputs for judges of changes: twelve
// patches in Go, Python and TypeScript, six of them with one defect, each in a
// folder of its own.
func Eval() fs.FS {
	sub, err := fs.Sub(files, "eval")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return sub
}

// Judges are the names of the five judge specs, in the order in which they
// are installed.
func Judges() []string {
	return []string{
		"branch-depth-auditor",
		"coverage-auditor",
		"project-readiness-auditor",
		"wiki-diagram-reviewer",
		"wiki-adversarial-reviewer",
	}
}

// Languages are the languages of the judge specs; the first is the default.
func Languages() []string { return []string{"en", "ko"} }

// Presets are the names of the configurations.
func Presets() []string { return []string{"wiki", "minimal"} }

// Judge returns the spec of a judge. ok is false if there is no such judge or
// language.
func Judge(name, language string) (spec []byte, ok bool) {
	return read("agents/" + language + "/" + name + ".md")
}

// Config returns the judgelint.toml of a preset. ok is false if there is no
// such preset.
func Config(preset string) (text []byte, ok bool) {
	return read("project/" + preset + ".toml")
}

// PreCommit returns the item for the list "repos" of .pre-commit-config.yaml,
// not indented.
func PreCommit() []byte { return must("project/pre-commit.yaml") }

// CI returns a GitHub workflow that installs the given version and checks the
// repository. A version that is no release ("v…") means the latest one.
func CI(version string) []byte {
	return []byte(strings.ReplaceAll(string(must("project/ci.yml")), "VERSION", release(version)))
}

// CIReview returns a GitHub workflow that reviews pull requests with the review
// workflow in a slash-separated folder of the project; see CI for version.
func CIReview(version, folder string) []byte {
	text := strings.ReplaceAll(string(must("project/ci-review.yml")), "FOLDER", folder)
	return []byte(strings.ReplaceAll(text, "VERSION", release(version)))
}

// CIRequired returns a GitHub workflow that fails unless the judges passed
// exactly the commit; agents are those that must have judged, separated by
// commas, or "" for all that did. See CI for version.
func CIRequired(version, agents string) []byte {
	text := strings.ReplaceAll(string(must("project/ci-required.yml")), "AGENTS", agents)
	return []byte(strings.ReplaceAll(text, "VERSION", release(version)))
}

// release is a version that can be installed.
func release(version string) string {
	if !strings.HasPrefix(version, "v") || strings.Contains(version, "+") {
		return "latest"
	}
	return version
}

// Plugin returns the manifest of a Claude Code plugin.
func Plugin(name string) []byte {
	return []byte(strings.ReplaceAll(string(must("project/plugin.json")), "NAME", name))
}

func read(path string) ([]byte, bool) {
	text, err := files.ReadFile(path)
	return text, err == nil
}

// must reads a file that is embedded by name; its absence is a bug that the
// tests find.
func must(path string) []byte {
	text, err := files.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return text
}
