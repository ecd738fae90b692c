package setup

import "testing"

func TestProgramOf(t *testing.T) {
	tests := map[string]string{
		"judgelint gate":                                   "judgelint",
		"judgelint  gate --reply json":                     "judgelint",
		`"$CLAUDE_PROJECT_DIR"/bin/judgelint gate`:         "$CLAUDE_PROJECT_DIR/bin/judgelint",
		`"C:\Program Files\judgelint.exe" gate`:            `C:\Program Files\judgelint.exe`,
		"cd x && exec ./judgelint gate":                    "./judgelint",
		"sh -c 'judgelint gate --reply json'":              "judgelint",
		"FOO=1 /opt/judgelint gate":                        "/opt/judgelint",
		"${CLAUDE_PLUGIN_ROOT}/judgelint\tgate --as judge": "${CLAUDE_PLUGIN_ROOT}/judgelint",
	}
	for command, want := range tests {
		if got := programOf(command); got != want {
			t.Errorf("programOf(%q) = %q, want %q", command, got, want)
		}
	}
}

func TestTOMLSections(t *testing.T) {
	got := tomlSections([]byte("model = \"x\"\n[projects.\"/home/you/a b\"]\ntrust_level = \"trusted\"\n\n[hooks.state.\"/p/.codex/hooks.json:stop:0:0\"]\ntrusted_hash = \"sha256:1\"\n"))
	want := map[string]string{
		"": "model = \"x\"\n", "projects./home/you/a b": "trust_level = \"trusted\"\n\n",
		"hooks.state./p/.codex/hooks.json:stop:0:0": "trusted_hash = \"sha256:1\"\n",
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("section %q is %q, want %q", name, got[name], text)
		}
	}
}
