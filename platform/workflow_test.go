package platform

import (
	"slices"
	"testing"
)

// Every host provides every tier, and none of them goes above the ceiling.
func TestTiers(t *testing.T) {
	for _, host := range WorkflowHosts() {
		for _, name := range StageTiers() {
			tier, ok := TierOf(host, name)
			if !ok || !slices.Contains(Efforts(), tier.Effort) || tier.Model == "max" {
				t.Errorf("TierOf(%s, %s) = %+v, %v", host, name, tier, ok)
			}
		}
		if _, ok := TierOf(host, "lead"); ok {
			t.Errorf("%s has a tier lead", host)
		}
	}
	if last := Efforts()[len(Efforts())-1]; last != "xhigh" {
		t.Errorf("the ceiling is %s, want xhigh", last)
	}
	want := Tier{"claude", "judgment", "opus", "xhigh"}
	if got, _ := TierOf("claude", "judgment"); got != want {
		t.Errorf("TierOf(claude, judgment) = %+v, want %+v", got, want)
	}
}

func TestRoleOf(t *testing.T) {
	for stage, want := range map[string]string{
		"scout": "developer", "review": "developer", "area_api": "developer", "architecture_review": "developer",
		"verify": "fact-checker", "consolidate": "reviewer", "synthesize": "architect", "anything": "developer",
	} {
		if got := RoleOf(stage); got != want {
			t.Errorf("RoleOf(%s) = %s, want %s", stage, got, want)
		}
	}
}
