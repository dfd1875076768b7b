package cli

import (
	"cmp"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
)

// intake is what the flags say of the documents of the inputs.
type intake struct {
	framing   framing
	tolerance tolerance
	answered  int // documents so far
}

// add adds the flags of a command that answers documents of another kind than it
// reads, and so prints none as it came.
func (in *intake) add(fs *pflag.FlagSet) {
	in.framing.add(fs)
	in.tolerance.add(fs, false)
}

func (in *intake) check() error { return cmp.Or(in.framing.check(), in.tolerance.check(false)) }

// number is that of the document at hand, from 1, over all inputs.
func (in *intake) number() int { return in.answered + in.tolerance.count() + 1 }

// reader reads the inputs. note is told of each document that is left out.
func (in *intake) reader(a *app, handle func(document) error, note func(*badDocument) error) reader {
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
			a.complain(bad)
			err = note(bad)
			in.tolerance.skipped++
			return nil, err
		}
	}
	return r
}

// leftOut is of a command that has no report.
func leftOut(*badDocument) error { return nil }

// end says how many documents were left out; it is the error of a run that went well
// but for these, or that found something invalid.
func (in *intake) end(v *notice.Voice, err error, invalid bool) error {
	in.tolerance.tellInvalid(v)
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
