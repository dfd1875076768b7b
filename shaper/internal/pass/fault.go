package pass

import "github.com/seed-7aa78ce4/shape/internal/scan"

// fault holds the first error of a document: a fault of its text at an offset, or an error of a
// document inside. It ignores later errors.
type fault struct {
	failed bool
	kind   scan.Kind
	at     int
	err    error
}

// note records a fault of the text.
func (f *fault) note(at int, kind scan.Kind) {
	if !f.failed {
		f.failed, f.at, f.kind = true, at, kind
	}
}

// refuse records an error of a document inside.
func (f *fault) refuse(err error) {
	if !f.failed {
		f.failed, f.err = true, err
	}
}

// of returns the fault as an error of the document src.
func (f *fault) of(src []byte) error {
	if f.err != nil {
		return f.err
	}
	return scan.NewError(src, f.at, f.kind)
}
