package shaper

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// Most servers say the same in both halves of a tool result, byte for byte once the
// text is unescaped. The second half is then known by a comparison, and what became of
// the first one is written once more.

// twin is the last document in a text that comes out the same as structuredContent.
type twin struct{ body, out []byte }

// alike reports whether d, a text that m shaped, is a document that comes out the same
// where it is structuredContent. All that tells the two apart must have had no say:
// what somebody asks about places, what was noted of them, half of a result that stays
// whole, the facts of an error, and how many strings are around what stands in strings.
func (w *within) alike(d *document, m *memory, report *Report) bool {
	switch {
	case d.journal != nil || d.call.Private || d.call.IsError || w.open != neither:
		return false
	case len(report.Cut) > 0 || report.Withheld.Count > 0 || report.Opaque.Count > 0:
		return false
	}
	return !m.within.looked && m.within.left == [numHalves]remains{}
}

// stands reports whether a value is the text, and would be shaped like it.
func (t *twin) stands(in *pass.Inside, m *memory, lim *scan.Limits) bool {
	if t.body == nil || !in.More || in.Apart || in.IsError || !bytes.HasPrefix(in.Body, t.body) {
		return false
	}
	if in.Depth+bytes.Count(t.body, []byte("{"))+bytes.Count(t.body, []byte("[")) <= lim.Depth {
		return true
	}
	_, _, kind := m.skip.Value(t.body, 0, in.Depth, lim)
	return kind == scan.KindNone
}
