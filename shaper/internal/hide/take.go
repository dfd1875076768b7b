package hide

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

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

// LeaveOut notes a value of JSON that is left out and not read, if it may hold a private name.
func (h *Hider) LeaveOut(value []byte) {
	if h.Taken == nil || h.Taken.HasLeft() || len(value) == 0 || value[0] != '"' && !scan.IsOpener(value[0]) {
		return
	}
	isEscaped := bytes.IndexByte(value, '\\') >= 0
	isOdd := isEscaped && escapesOf(value, true)&scan.SignEscape != 0
	if isOdd || len(h.rules.Names.Withholds) > 0 || h.mayNameAny(value, isEscaped, isEscaped) || h.mayPair(value, true) {
		h.Taken.Leave()
	}
}
