package filter

import (
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
)

// mayPass refuses to print unreadable documents if a rule hides something (GUARANTEES,
// failure).
func (f *filter) mayPass() error {
	hides, err := f.engine.Hides(f.request)
	if err == nil && hides {
		err = errors.New("--on-invalid=pass prints what could not be read, and a rule hides something: use --on-invalid=skip")
	}
	return err
}

// broken handles a document that cannot be used. It prints the document only if
// --on-invalid=pass is given and no rule hides something at that time.
func (f *filter) broken(out *output.Documents) func(*app.BadDocument) (func([]byte), error) {
	return func(bad *app.BadDocument) (passed func([]byte), err error) {
		bad.Placed = true
		f.PrintError(bad)
		if err := f.note(bad); err != nil {
			return nil, err
		}
		if f.tolerance.Pass && f.mayPass() == nil {
			f.tolerance.Passed++
			f.left = true
			return out.Raw(), nil
		}
		f.tolerance.Skipped++
		return nil, nil
	}
}

// note writes a document that cannot be used to the report.
func (f *filter) note(bad *app.BadDocument) error {
	if f.refused == nil {
		f.refused = &report.Record{File: bad.File, Document: f.number()}
	}
	f.refused.Error = bad.Error()
	err := f.reports.Value(*f.refused)
	f.refused = nil
	if err == nil {
		err = f.reports.Flush(true)
	}
	return err
}
