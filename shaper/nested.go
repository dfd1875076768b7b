package shaper

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// maxNesting is how deep documents inside documents are followed, in strings or
// without. What is deeper passes as it is where nothing is to be hidden, and is
// refused otherwise.
const maxNesting = 4

// nested shapes the document inside a text slot as the response that holds it:
// same call, its own dialect. Where the text belongs to another dialect, only what
// is private is hidden in it. ok is false where the text is no JSON object or
// array, and stays as it is. A byte order mark before it is no part of it.
func (w *walker) nested(text []byte, at string, foreign bool) (out []byte, ok bool, err error) {
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) == 0 || t[0] != '{' && t[0] != '[' {
		return nil, false, nil
	}
	if w.job.level == maxNesting {
		return nil, false, w.tooDeep(text)
	}
	j := w.job
	j.Body, j.at, j.follows, j.depth = text, at, false, 0
	j.private = j.private || foreign
	out, _, ok, err = w.within(j)
	if bad, isBody := errors.AsType[*Error](err); isBody && bad.Reason == "invalid_json" {
		return nil, false, nil // not a whole document: plain text
	}
	if j.private && bytes.Equal(out, scan.AppendCompact(nil, text)) {
		return nil, false, err // nothing to hide in it
	}
	return out, ok, err
}

// structured shapes the container at src[i] as the response that holds it, in its
// own dialect: what a text beside it says is then shaped alike. Where it cannot be
// shaped and nothing is to be hidden, it stays as it is.
func (w *walker) structured(f *frame, s *fieldmask.State, h head, i int) int {
	if w.job.level == maxNesting {
		return w.fail(i, scan.KindDepth)
	}
	j := w.job
	j.Body, j.at, j.follows, j.depth = w.src[i:], w.place(f, h), true, w.job.depth+len(w.stack)
	out, read, ok, err := w.within(j)
	if err != nil {
		if bad, isBody := errors.AsType[*scan.Error](err); isBody {
			err = bad.Within(w.src, i)
		}
		w.fault.other(err)
		return i + read
	}
	if !ok {
		end := w.whole(f, h, i)
		w.decide(f, s, h, end-i, true, cause{reason: "kept"})
		return end
	}
	w.head(f, h)
	w.to.literal(out)
	w.keep(f)
	return i + read
}

// place is the pointer of a value, for the journal of the document in it.
func (w *walker) place(f *frame, h head) string {
	if w.trace == nil {
		return ""
	}
	return w.trace.prefix + w.pointer(f, h)
}

// within shapes a document inside the walker's own. read is its length. out is
// memory of the inner walker, valid until the next call.
func (w *walker) within(j job) (out []byte, read int, ok bool, err error) {
	if w.inner == nil {
		w.inner = new(walker)
	}
	inner := w.inner
	defer inner.forget()
	j.Dialect, j.IsError, j.level = "auto", w.plan.isError, w.job.level+1
	told := j.journal.size()
	out, report, err := w.engine.shape(inner, inner.out[:0], j)
	if err != nil || report.Unshaped != nil {
		j.journal.strike(told)
	}
	inner.out = out[:0]
	w.cuts = append(w.cuts, report.Cut...)
	return out, len(inner.job.Body), err == nil && report.Unshaped == nil, err
}

// tooDeep is the error of a document in a text that is not followed any more: nil
// where nothing is to be hidden, or the text is no document after all.
func (w *walker) tooDeep(text []byte) error {
	if !w.plan.resolved.Hides() || scan.Check(text, w.lim, false) != nil {
		return nil
	}
	return &scan.Error{Kind: scan.KindDepth}
}
