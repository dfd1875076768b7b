package config

import (
	"fmt"
	"sync"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/profiles/presets"
)

// presetsBy holds the choice of a preset for each value of the key presets.
var presetsBy = map[string]func(server string) *profiles.Preset{
	"auto": func(server string) *profiles.Preset {
		if p := presets.For(server); p != nil {
			return compiledPresets()[p.Name]()
		}
		return nil
	},
}

// compiledPresets returns the presets by name. Each is compiled at its first use.
var compiledPresets = sync.OnceValue(func() map[string]func() *profiles.Preset {
	all := map[string]func() *profiles.Preset{}
	for _, p := range presets.All() {
		all[p.Name] = sync.OnceValue(func() *profiles.Preset {
			compiled, err := compilePreset(p)
			if err != nil {
				panic(err) // TestPresets compiles all of them
			}
			return compiled
		})
	}
	return all
})

// compilePreset checks and compiles the text of a preset as a configuration with the section
// tool_overrides alone.
func compilePreset(p *presets.Preset) (*profiles.Preset, error) {
	doc, found := document.Parse("preset "+p.Name, p.Text)
	if problems := diagnostics(found); doc == nil || problems.failed() {
		return nil, problems.sorted()
	}
	if problems := diagnostics(doc.Validate(true)); problems.failed() {
		return nil, problems.sorted()
	}
	for key := range doc.Values {
		if key != "tool_overrides" {
			return nil, fmt.Errorf("preset %s: /%s: a preset has tool_overrides alone", p.Name, key)
		}
	}
	merged, err := merge(doc.Values)
	if err != nil {
		return nil, err
	}
	for name, t := range merged.Tools {
		if t.ToolList != nil {
			return nil, fmt.Errorf("preset %s: /tool_overrides/%s/tools: a preset has no list of tools", p.Name, name)
		}
	}
	return profiles.NewPreset(p.Name, toolsInOrder(doc, merged))
}
