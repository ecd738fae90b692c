package mirror_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/judgelint/judgelint/mirror"
)

// A plan says how each mirror stands; Write carries it out.
func ExampleWrite() {
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	os.MkdirAll(filepath.Join(dir, mirror.SourceDir), 0o755)
	os.WriteFile(filepath.Join(dir, mirror.SourceDir, "judge.md"),
		[]byte("---\nname: judge\ndescription: Judges.\n---\n\nBe strict.\n"), 0o644)
	root, _ := os.OpenRoot(dir)
	defer root.Close()

	options := mirror.Options{Targets: []string{"codex-toml"}}
	plan, _ := mirror.NewPlan(root, options, mirror.Mode{})
	fmt.Println(plan.Mirrors[0].Path, plan.Mirrors[0].State)
	plan, _ = mirror.Write(root, options, mirror.Mode{})
	fmt.Println(plan.Actions())
	text, _ := root.ReadFile(".codex/agents/judge.toml")
	fmt.Print(string(text))
	// Output:
	// .codex/agents/judge.toml missing
	// [{.codex/agents/judge.toml create}]
	// name = "judge"
	// description = "Judges."
	// developer_instructions = '''
	// Be strict.
	// '''
}
