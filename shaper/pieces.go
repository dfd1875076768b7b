package shaper

import (
	"context"
	"io"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Pieces is a shaped body that was not put together: most of it stands in the body that
// came in, which has to stay as it is.
type Pieces struct {
	source, text []byte // see scan.Unabridged
	unshaped     bool   // it is the source, which may hold what is in no JSON
}

// Len is the size of the body.
func (p Pieces) Len() (n int) {
	if p.unshaped {
		return len(p.source)
	}
	for piece := range scan.Unabridged(p.source, p.text) {
		n += len(piece)
	}
	return n
}

// WriteTo writes the body, which is whole and valid, in pieces of moderate size.
func (p Pieces) WriteTo(w io.Writer) (int64, error) {
	if p.unshaped {
		n, err := w.Write(p.source)
		return int64(n), err
	}
	return scan.WriteUnabridged(w, p.source, p.text)
}

// ShapePieces is [Engine.AppendShape] for large bodies: what is kept of Request.Body is
// not copied, so that little memory is needed beside it. room is memory to use, which
// must not overlap Request.Body.
func (e *Engine) ShapePieces(room []byte, req Request) (p Pieces, report Report, err error) {
	if e.observer != nil {
		defer e.observe(clock(), &req, &report, &err)
	}
	m := memories.Get().(*memory)
	defer m.release()
	d := e.document(m, &req, nil)
	again := e.deskOf(&req) != nil || !req.isMirror() || req.Transit // by the archive, or for its text or white space
	d.abridge = int64(len(req.Body)) <= scan.LongestSource && !again
	text, err := e.budgeted(context.Background(), m, &req, room[:0], &report)
	if err != nil {
		return p, report, bodyError(err)
	}
	p = Pieces{source: req.Body, text: text, unshaped: report.Unshaped != nil}
	report.BytesOut = p.Len()
	return p, report, nil
}
