package redact

import "github.com/seed-7aa78ce4/shape/fieldmask"

// take collects a value of a text that was withheld (GUARANTEES, taint).
func (h *Hider) take(value []byte) {
	if h.Taken != nil {
		h.Taken.AddText(value)
	}
}

// count counts a value that was withheld for the private name that was seen last.
func (h *Hider) count() {
	if h.Taken != nil {
		h.Taken.Met.AddRule(h.rules.All, h.names.private, 1)
	}
}

// takeValue collects a value of JSON, as programs write it, that is dropped or redacted at
// a state, which may be nil. A number and a literal are counted alone.
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
