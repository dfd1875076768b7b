package shaper

import (
	"bytes"
	"cmp"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Most servers say the same in both halves of a tool result, byte for byte once the
// text is unescaped. The second half is then known by a comparison, and what became of
// the first one is written once more.

// twin is the last document in a text that comes out the same as structuredContent.
type twin struct {
	body, out []byte
	by        *plan.Plan
	depth     int  // containers that may be around it
	folded    int  // lists in it that are tables now
	same      bool // no value of it changed, and it keeps its white space
}

// around is how many containers a text is taken to stand in, and a payload in its document: so many may be around
// structuredContent. What is then not too deep is so in neither half, and nobody has to
// look through all of it to know.
const around = 4

// shapePart shapes a document inside.
func (w *within) shapePart(m *memory, d *document, report *Report) ([]byte, error) {
	if !d.more && d.journal == nil {
		d.depth = around
	}
	out, err := w.engine.shape(m, m.out.Ready(len(d.body)), report)
	if d.tooDeep(cmp.Or(err, report.Unshaped)) {
		d.depth = 0
		*report = Report{}
		return w.engine.shape(m, m.out.Ready(len(d.body)), report)
	}
	return out, err
}

// tooDeep reports whether a text is too deep, and may be so for what it is taken to stand
// in alone.
func (d *document) tooDeep(err error) bool {
	fault, ok := errors.AsType[*scan.Error](err)
	return ok && !d.more && d.depth > 0 && fault.Kind == scan.KindDepth
}

// alike reports whether d, a text that m shaped, is a document that comes out the same
// where it is structuredContent. All that tells the two apart must have had no say:
// what somebody asks about places, what was noted of them, half of a result that stays
// whole, the facts of an error, and how many strings are around what stands in strings.
func (w *within) alike(d *document, m *memory, report *Report) bool {
	switch {
	case d.journal != nil || d.call.Private || d.call.IsError || w.open != neither || d.data || d.told != nil && d.told.Whole:
		return false
	case len(report.Cut) > 0 || report.Withheld.Count > 0 || report.Opaque.Count+report.MissedNames.Count+report.Shortened.Count > 0:
		return false
	}
	return !m.within.looked && m.within.left == [numHalves]remains{}
}

// stands reports whether a value is the text, and would be shaped like it.
func (t *twin) stands(in *pass.Inside) bool {
	return t.body != nil && in.More && !in.Apart && !in.IsError && in.Depth <= t.depth && bytes.HasPrefix(in.Body, t.body)
}
