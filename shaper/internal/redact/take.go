package redact

import "github.com/seed-7aa78ce4/shape/fieldmask"

// count counts a value withheld for the last private name.
func (h *Hider) count() {
	if h.Taken != nil {
		h.Taken.Met.AddRule(h.rules.All, h.names.private, 1)
	}
}

// takeValue collects a JSON value, as programs write it, that is dropped or redacted at a
// state. The state may be nil. Numbers and literals are only counted.
func (h *Hider) takeValue(at *fieldmask.State, value []byte) {
	if h.Taken == nil {
		return
	}
	if at != nil {
		h.Taken.Met.Add(at, 1)
	}
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'' || value[0] == '{' || value[0] == '[') {
		h.Taken.AddText(value)
	}
}
