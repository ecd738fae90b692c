package main

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/mirror"
)

// The help names every target.
func TestOverviewNamesTheTargets(t *testing.T) {
	if list := strings.Join(mirror.TargetNames(), ", "); !strings.Contains(strings.Join(strings.Fields(overview), " "), list) {
		t.Errorf("the help does not say %q", list)
	}
}
