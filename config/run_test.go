package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	c, err := Parse("judgelint.toml", []byte("[run]\nhost = \"codex\"\n[run.tier.worker]\nmodel = \"m\"\neffort = \"low\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Run{Host: "codex", Tiers: map[string]Tier{"worker": {"m", "low"}}}); !reflect.DeepEqual(c.Run, want) {
		t.Errorf("run is %+v, want %+v", c.Run, want)
	}
	for src, want := range map[string]string{
		"[run]\nhost = \"command\"\n":         "run.host: must be one of claude, codex, gemini, copilot",
		"[run.tier.lead]\nmodel = \"m\"\n":    "run.tier: must be one of worker, judgment",
		"[run.tier.worker]\nmodels = \"m\"\n": "unknown key",
		"[run]\ncommand = \"x\"\n":            "unknown key",
	} {
		if _, err := Parse("judgelint.toml", []byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): %v, want %s", src, err, want)
		}
	}
}
