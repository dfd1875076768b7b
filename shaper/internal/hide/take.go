package hide

// take collects a value of a text that was withheld (GUARANTEES, taint).
func (h *Hider) take(value []byte) {
	if h.Taken != nil {
		h.Taken.AddText(value)
	}
}

// takeValue collects a value of JSON, as programs write it, that is dropped or redacted. A
// number and a literal are none.
func (h *Hider) takeValue(value []byte) {
	if h.Taken != nil && len(value) > 0 && (value[0] == '"' || value[0] == '\'' || value[0] == '{' || value[0] == '[') {
		h.Taken.AddText(value)
	}
}
