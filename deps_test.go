package judgelint_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/judgelint/judgelint"

// Third parties under the names that the table uses.
var third = map[string]string{
	"goldmark":   "github.com/yuin/goldmark",
	"go-toml":    "github.com/pelletier/go-toml/v2",
	"pflag":      "github.com/spf13/pflag",
	"lockedfile": "github.com/rogpeppe/go-internal/lockedfile",
	"diff":       "github.com/rogpeppe/go-internal/diff",
	"yaml":       "go.yaml.in/yaml/v4",
	"doublestar": "github.com/bmatcuk/doublestar/v4",
	"go-pretty":  "github.com/jedib0t/go-pretty/v6/progress",
	"term":       "golang.org/x/term",
	"width":      "golang.org/x/text/width",
	"jsonrpc2":   "github.com/sourcegraph/jsonrpc2",
	"glsp":       "github.com/tliron/glsp/protocol_3_16",
	"mcp":        "github.com/modelcontextprotocol/go-sdk/mcp",
}

// imports is the policy: which package may import which. The standard library
// is always allowed; everything not listed is forbidden. It is a statement of
// design, so a build that needs a new arrow is a question about the design,
// not a reason to add a word here.
var imports = map[string]string{
	"source":             "",
	"internal/md":        "source goldmark",
	"internal/agenttoml": "source go-toml",
	"internal/jsontree":  "source",
	"internal/near":      "",
	"internal/gitignore": "",
	"internal/collect":   "internal/gitignore doublestar",
	"internal/cli":       "source internal/near pflag term width",
	"internal/state":     "lockedfile",
	"internal/gitdir":    "internal/gitignore",
	"evidence":           "ledger",
	"ledger":             "verdict contract internal/state internal/gitdir",
	"roster":             "source internal/md agentspec verdict platform",
	"gate":               "source verdict contract roster platform internal/state ledger doublestar",
	"verdict":            "source internal/md internal/near",
	"contract":           "source verdict internal/md internal/jsontree internal/jsonschema internal/near",
	"config":             "source verdict contract gate roster lint mirror ledger internal/near go-toml doublestar",
	"mirror":             "source agentspec verdict roster platform internal/agenttoml diff lockedfile project internal/collect internal/gitignore doublestar",
	"cmd/judgelint":      "* !internal/md pflag go-pretty diff doublestar",
	"cmd/mirrorgen":      "source agentspec mirror config platform internal/cli internal/gitignore pflag",
	"agentspec":          "source yaml",
	"templates":          "",
	"eval":               "",
	"project":            "source agentspec internal/agenttoml internal/collect",
	"lint":               "source project internal/md internal/jsontree internal/near verdict contract agentspec roster hookset internal/agenttoml workflow platform doublestar",
	"internal/manpage":   "",
	"internal/setup":     "source platform hookset templates internal/gitignore",
	"platform":           "",
	"hookset":            "source platform internal/jsontree internal/near",
	"internal/lsp":       "source lint config project agentspec hookset mirror platform verdict internal/agenttoml internal/collect jsonrpc2 glsp",
	"cmd/judgelint-lsp":  "internal/cli internal/lsp",
	"internal/mcpserver": "source agentspec config contract lint verdict mcp",
	"cmd/judgelint-mcp":  "internal/cli internal/mcpserver mcp",
	"findings":           "source internal/jsontree",
	"transcript":         "",
	"conformance":        "",
	"replay":             "source verdict roster contract transcript",
	"client":             "",
	"workflow":           "source findings platform internal/jsontree internal/jsonschema internal/near",
	"run":                "source findings workflow contract verdict client lockedfile",

	"internal/jsonschema": "source internal/jsontree",
	"internal/rewrite":    "",
	"internal/uitest":     "gate internal/state",
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for pkg, got := range listImports(t) {
		if pkg == "." {
			continue
		}
		seen[pkg] = true
		row, ok := imports[pkg]
		if !ok {
			t.Errorf("package %s has no row in the table", pkg)
			continue
		}
		for _, imp := range got {
			if !allowed(strings.Fields(row), imp) {
				t.Errorf("package %s must not import %s", pkg, imp)
			}
		}
	}
	for pkg := range imports {
		if !seen[pkg] {
			t.Errorf("the table has a row for %s, but there is no such package", pkg)
		}
	}
}

// allowed reports whether a row permits an import. "*" stands for every
// package of the module, "!name" takes one out again.
func allowed(row []string, imp string) bool {
	if !strings.Contains(strings.Split(imp, "/")[0], ".") {
		return true // standard library
	}
	own, isOwn := strings.CutPrefix(imp, module+"/")
	if isOwn {
		return !slices.Contains(row, "!"+own) && (slices.Contains(row, own) || slices.Contains(row, "*"))
	}
	for name, path := range third {
		if (imp == path || strings.HasPrefix(imp, path+"/")) && slices.Contains(row, name) {
			return true
		}
	}
	return false
}

// listImports returns the non-test imports of each package of the module.
func listImports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	pkgs := map[string][]string{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if name == "" {
			name = "."
		}
		pkgs[name] = p.Imports
	}
	if len(pkgs) < 3 {
		t.Fatalf("go list knows only %v", slices.Collect(maps.Keys(pkgs)))
	}
	return pkgs
}
