package shaper

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// maxNesting is how deep documents inside strings are followed: a document, in
// a string of a document, and so on. What is deeper passes as text where nothing
// is to be hidden, and is refused otherwise.
const maxNesting = 4

// nested shapes the document inside a text slot as the response that holds it:
// same call, its own dialect. ok is false where the text is no JSON object or
// array, and stays as it is.
func (w *walker) nested(text []byte, at string) (out []byte, ok bool, err error) {
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) == 0 || t[0] != '{' && t[0] != '[' {
		return nil, false, nil
	}
	if w.job.level == maxNesting {
		return nil, false, w.tooDeep(text)
	}
	inner := walkers.Get().(*walker)
	defer inner.release()
	j := w.job
	j.Body, j.Dialect, j.IsError, j.level, j.at = text, "auto", w.plan.isError, j.level+1, at
	out, report, err := w.engine.shape(inner, nil, j)
	if bad, isBody := errors.AsType[*Error](err); isBody && bad.Reason == "invalid_json" {
		return nil, false, nil // not a whole document: plain text
	}
	w.cuts = append(w.cuts, report.Cut...)
	return out, err == nil && report.Unshaped == nil, err
}

// inner shapes the container at src[i] as the response that holds it, in its own
// dialect: what a text beside it says is then shaped alike.
func (w *walker) inner(f *frame, s *fieldmask.State, h head, i int) int {
	end, spaces := w.skipValue(i)
	if w.failed {
		return end
	}
	at := ""
	if w.trace != nil {
		at = w.trace.prefix + w.pointer(f, h)
	}
	out, ok, err := w.nested(w.src[i:end], at)
	if bad, isBody := errors.AsType[*scan.Error](err); isBody {
		return w.fault(i+bad.Offset, bad.Kind)
	} else if err != nil {
		w.reject(i, err)
		return end
	}
	w.emitHead(f, h)
	if w.literal(out); !ok {
		w.emitRaw(i, end, spaces)
	}
	w.keep(f)
	w.decide(f, s, h, end-i, true, causeOf(s))
	return end
}

func (w *walker) tooDeep(text []byte) error {
	if !w.plan.resolved.Hides() || scan.Check(text, w.lim, false) != nil {
		return nil
	}
	return &scan.Error{Kind: scan.KindDepth}
}
