package envelope

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// FieldError says which argument of a builder cannot be used, and why. It
// carries no value.
type FieldError struct {
	Field   string // dotted path, as the envelope spells it; "" is all of it
	Problem string
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return e.Problem
	}
	return e.Field + ": " + e.Problem
}

// fault returns the errors of a validation as one, nil for none.
func (f Findings) fault() error {
	var faults []error
	for _, e := range f.Errors {
		faults = append(faults, &FieldError{Field: e.Path, Problem: e.Message})
	}
	return errors.Join(faults...)
}

// notJSON reports the first raw value that is not one JSON text; nil counts as
// absent.
func notJSON(field string, values ...json.RawMessage) error {
	for _, v := range values {
		if v == nil {
			continue
		}
		if err := scan.Check(v, scan.Limits{}, false); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

// valid returns what a builder made if the dialect's own validator finds no
// fault in it.
func valid(v Validator, doc []byte) ([]byte, error) {
	findings, err := v.Validate(doc, "")
	if err != nil {
		return nil, err
	}
	if err := findings.fault(); err != nil {
		return nil, fmt.Errorf("not a valid envelope: %w", err)
	}
	return doc, nil
}
