package pass

import "github.com/seed-7aa78ce4/shape/internal/scan"

// fault is the first thing that went wrong with a document: in its text, at
// src[at], or with what shapes the documents in it. What comes later is not
// taken in.
type fault struct {
	failed bool
	kind   scan.Kind
	at     int
	err    error
}

// note takes in a fault of the document's text.
func (f *fault) note(at int, kind scan.Kind) {
	if !f.failed {
		f.failed, f.at, f.kind = true, at, kind
	}
}

// refuse takes in an error that has a place of its own, or none.
func (f *fault) refuse(err error) {
	if !f.failed {
		f.failed, f.err = true, err
	}
}

// of is the fault as an error of the document src; nil where nothing went wrong.
func (f *fault) of(src []byte) error {
	switch {
	case !f.failed:
		return nil
	case f.err != nil:
		return f.err
	}
	return scan.NewError(src, f.at, f.kind)
}
