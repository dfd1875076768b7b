package profiles

import "github.com/seed-7aa78ce4/shape/profiles/internal/toolname"

// Preset holds the rules for the tools of one known server. They lie below all rules of a
// configuration.
type Preset struct {
	name   string
	tools  []*tool
	byTool toolname.Index
}

// NewPreset compiles entries. Their ToolList has no effect. The error is an [*Error] with all faults. The origin of a rule
// of the preset github is "preset github /tool_overrides/list_issues/columns".
func NewPreset(name string, entries []Tool) (*Preset, error) {
	c, names := &compiler{}, []string(nil)
	p := &Preset{name: name, tools: c.compile(Spec{Tools: entries}, outside("preset "+name)).tools}
	for _, t := range p.tools {
		names = append(names, t.name)
	}
	p.byTool = toolname.NewIndex(names, 0)
	if c.failed() {
		return nil, &Error{c.all}
	}
	return p, nil
}

// presetOf returns the preset for the server of a call, and its entries for the tool. A glob
// applies to the tools alone that another entry names.
func (s *Set) presetOf(c toolname.Call) (p *Preset, applying []int) {
	for _, server := range c.Servers {
		if c.Vague || !s.preset.ok {
			break
		}
		if p := s.preset.value(server); p != nil {
			applying = p.byTool.Applying(c)
			if n := len(applying); n > 0 && toolname.IsGlob(p.tools[applying[n-1]].name) {
				applying = nil
			}
			return p, applying
		}
	}
	return nil, nil
}

// below lays the entries of a preset for a call over base, the built-in section.
func (a *answer) below(s *Set, c toolname.Call, base *section) *section {
	p, applying := s.presetOf(c)
	if p == nil {
		return base
	}
	a.preset = Decision{"preset", p.name, s.preset.origin}
	if len(applying) == 0 {
		a.preset.Value += ": no rule for this tool"
	}
	for _, i := range applying {
		a.presetOmits += len(p.tools[i].omit)
		base = new(join(base, &p.tools[i].section))
	}
	return base
}

// Preset returns the name of the preset for a server, "" if none fits. ruled is the number
// of tools with rules in it.
func (s *Set) Preset(server string, tools []string) (name string, ruled int) {
	for _, tool := range tools {
		if p, applying := s.presetOf(toolname.Spell(server, tool)); p != nil {
			name = p.name
			ruled += min(1, len(applying))
		}
	}
	return name, ruled
}
