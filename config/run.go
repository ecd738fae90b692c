package config

// Run are the settings of the commands that ask headless clients.
type Run struct {
	// Host is the client that is asked without a flag; empty means the default.
	Host string
	// Tiers say what a tier of a workflow means to the client. A tier without an
	// entry gets the client's own model.
	Tiers map[string]Tier
}

// Tier are the client's own words for a model and an effort; empty means its
// default.
type Tier struct{ Model, Effort string }

// run checks who is asked.
func (r *reader) run(t *runTable) {
	if t == nil {
		return
	}
	r.oneOf("run.host", t.Host, "claude", "codex", "gemini", "copilot")
	r.c.Run.Host = t.Host
	for name, tier := range t.Tier {
		r.oneOf("run.tier", name, "worker", "judgment")
		if r.c.Run.Tiers == nil {
			r.c.Run.Tiers = map[string]Tier{}
		}
		r.c.Run.Tiers[name] = Tier(tier)
	}
}
