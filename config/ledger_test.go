package config

import "testing"

func TestLedger(t *testing.T) {
	for _, tt := range []struct {
		src string
		off bool
	}{
		{"", false},
		{"[ledger]\n", false},
		{"[ledger]\nenabled = true\n", false},
		{"[ledger]\nenabled = false\n", true},
	} {
		c, err := Parse("judgelint.toml", []byte(tt.src))
		if err != nil || c.Ledger.Off != tt.off {
			t.Errorf("Parse(%q): off is %v, %v; want %v", tt.src, c.Ledger.Off, err, tt.off)
		}
	}
	if _, err := Parse("judgelint.toml", []byte("[ledger]\nenabled = \"no\"\n")); err == nil {
		t.Error("a text for enabled is taken")
	}
}
