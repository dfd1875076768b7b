package shaper

// speaker is a dialect that says a payload twice: for programs, and in a text for models.
type speaker interface {
	// Speak returns a document whose text says otherwise what the payload says: nothing
	// (drop), or in a line what there is (summary); and the same one where the text says
	// something else.
	Speak(doc []byte, mode string) []byte
}

// isMirror reports whether the text of a result stays what it is beside the payload.
func (r *Request) isMirror() bool { return r.Text != "drop" && r.Text != "summary" }

// spoken is a shaped response, which is out from start on, whose text says what the
// request asks for. Nothing comes after it but notes: a budget counts what is left.
func (m *memory) spoken(req *Request, out []byte, start int, report *Report) []byte {
	if req.isMirror() {
		return out
	}
	by, ok := m.within.by.Dialect.(speaker)
	if !ok {
		return out
	}
	out = append(out[:start], by.Speak(out[start:], req.Text)...)
	report.BytesOut = len(out) - start
	return out
}
