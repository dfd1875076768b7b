package cli

import (
	"cmp"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
)

// input is the state of reading documents: the flags of the inputs and a count.
type input struct {
	framing   framing
	tolerance tolerance
	answered  int // documents so far
}

// add adds the flags. The command prints other documents than it reads, so it passes none
// unchanged.
func (in *input) add(fs *pflag.FlagSet) {
	in.framing.add(fs)
	in.tolerance.add(fs, false)
}

// check returns the error of contradicting flags.
func (in *input) check() error { return cmp.Or(in.framing.check(), in.tolerance.check(false)) }

// number returns the number of the current document, from 1, over all inputs.
func (in *input) number() int { return in.answered + in.tolerance.count() + 1 }

// reader returns a reader of the inputs. It calls note for each skipped document.
func (in *input) reader(a *app, handle func(document) error, note func(*badDocument) error) reader {
	r := reader{app: a, framing: in.framing.ofInputs()}
	r.handle = func(d document) error {
		err := handle(d)
		if err == nil {
			in.answered++
		}
		return err
	}
	if in.tolerance.on() {
		r.broken = func(bad *badDocument) (passed func([]byte), err error) {
			bad.placed = true
			a.printError(bad)
			err = note(bad)
			in.tolerance.skipped++
			return nil, err
		}
	}
	return r
}

// leftOut is the note of a command without a report.
func leftOut(*badDocument) error { return nil }

// end prints the number of skipped documents. It returns err, or else the failure of a run with
// skipped or invalid documents.
func (in *input) end(v *notice.Voice, err error, invalid bool) error {
	in.tolerance.printInvalid(v)
	switch {
	case err != nil:
		return err
	case in.tolerance.count() > 0:
		return &failure{status: exitJSON}
	case invalid:
		return &failure{status: exitNothing}
	}
	return nil
}
