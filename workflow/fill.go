package workflow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsontree"
)

// OpenSlots tells that nothing fills some slots of the prompts.
type OpenSlots struct {
	// Names are the slots, in the order of the stages and prompts.
	Names []string
	// Unknown are values of the request that no prompt has a slot for.
	Unknown []string
}

// Error names the slots and the way to fill them.
func (e *OpenSlots) Error() string {
	if len(e.Unknown) > 0 {
		return fmt.Sprintf("no prompt has the slot %s, but there is a value for it", braces(e.Unknown, " or "))
	}
	return fmt.Sprintf("nothing fills %s: give each a value (--slot NAME=VALUE or --slot NAME=@FILE)", braces(e.Names, " and "))
}

// openSlots tells slots that nothing can fill, before anything is sent out: the
// host's, and those of arguments that were not given.
func (p *planner) openSlots() error {
	var err OpenSlots
	var all []string
	for _, s := range p.Spec.Stages {
		prompt, _ := p.Prompts.Of(s.Name)
		for _, name := range slotNames(prompt.Text) {
			_, given := p.Slots[name]
			if all = append(all, name); !given && name != "" && p.isOpen(s, name) && !slices.Contains(err.Names, name) {
				err.Names = append(err.Names, name)
			}
		}
	}
	for name := range p.Slots {
		if !slices.Contains(all, name) {
			err.Unknown = append(err.Unknown, name)
		}
	}
	if slices.Sort(err.Unknown); len(err.Names)+len(err.Unknown) > 0 {
		return &err
	}
	return nil
}

func (p *planner) isOpen(s Stage, name string) bool {
	for _, slot := range s.Slots {
		if slot.Name == name {
			return slot.Head == headArgs && !slot.fallback() && follow(p.Args.Root(), slot.Path) == nil
		}
	}
	return !slices.Contains(p.Spec.brought(s), name)
}

// values are what stands in the slots of one dispatch: what the schema of the
// stage brings, over it what the stage declares, over that what the caller
// gave.
func (p *planner) values(s Stage, it item) map[string]string {
	values := map[string]string{"diffHint": p.diffHint}
	for _, name := range []string{"brief", "finding"} {
		if it.values == nil {
			values[name] = pendingText
		}
	}
	for name, value := range it.values {
		values[name] = value
	}
	if p.Spec.Form(s) == findings.SchemaReport && p.Spec.reviews() {
		p.reportValues(values)
	}
	for _, slot := range s.Slots {
		shared, ok := it.shared[slot.Name]
		if !ok {
			shared = p.value(s, it, slot)
		}
		if values[slot.Name] = shared; slot.Head != headItem && it.shared != nil {
			it.shared[slot.Name] = shared // all items of the stage have the same
		}
	}
	for name, value := range p.Slots {
		values[name] = value
	}
	return values
}

// value is the text of one slot. What a stage that has run did not return is
// empty, which is noted; what has not run is pending, never empty.
func (p *planner) value(s Stage, it item, slot Slot) string {
	v, known := p.lookUp(it, slot)
	if !known {
		return pendingText
	}
	text, missing := slot.text(v)
	if missing {
		whom := " for " + it.label
		if slot.Head != headItem {
			whom = ""
		}
		p.note("%s: %s is not there, so {{%s}} is empty%s", s.Name, slot.source(), slot.Name, whom)
	}
	return text
}

// lookUp returns the value that a slot leads to; known is false if it cannot be
// there yet.
func (p *planner) lookUp(it item, slot Slot) (v *jsontree.Value, known bool) {
	switch slot.Head {
	case headArgs:
		return follow(p.Args.Root(), slot.Path), true
	case headItem:
		return follow(it.value, slot.Path), it.value != nil
	case headItems:
		return follow(it.all, slot.Path), it.all != nil
	case headRun:
		return p.runValue(slot.Path)
	}
	result := p.Context.Root().Get(slot.Head)
	return follow(result, slot.Path), result != nil
}

// runValue is what became of the stages before this one. It is unknown as long
// as one of them has not run.
func (p *planner) runValue(field []string) (v *jsontree.Value, known bool) {
	count, failed, overflow := 0, []string{}, []string{}
	for _, done := range p.plan.Stages {
		result := p.Context.Root().Get(done.Stage + "_result")
		if result == nil && (len(done.Dispatches) > 0 || !done.Ready) {
			return nil, false
		}
		count += len(done.Dispatches)
		overflow = append(overflow, done.Overflow...)
		for i, d := range done.Dispatches {
			answer := result
			if done.Parallelism != Single {
				answer = element(result, i)
			}
			if answer == nil || answer.Is(jsontree.Null) {
				failed = append(failed, d.Label)
			}
		}
	}
	switch strings.Join(field, ".") {
	case "count":
		return numberValue(count), true
	case "failed":
		return listValue(failed), true
	case "overflow":
		return listValue(overflow), true
	case "dropped":
		return listValue(slices.Concat(failed, overflow)), true
	}
	return &jsontree.Value{Kind: jsontree.Bool, Text: fmt.Sprint(len(overflow) > 0)}, true
}

func element(list *jsontree.Value, i int) *jsontree.Value {
	if !list.Is(jsontree.List) || i >= len(list.Items) {
		return nil
	}
	return &list.Items[i]
}
