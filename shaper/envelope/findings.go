package envelope

import "errors"

// Finding is one fault, with its path: names and indexes joined by dots
// ("data.items.3.id"); "" is the document.
type Finding struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Findings is the outcome of a validation. A MUST that is broken is an error, a
// SHOULD a warning.
type Findings struct {
	Valid    bool      `json:"valid"`
	Errors   []Finding `json:"errors"`
	Warnings []Finding `json:"warnings"`
}

// Err returns the errors of a validation as one, nil for none.
func (f Findings) Err() error {
	var faults []error
	for _, e := range f.Errors {
		faults = append(faults, &FieldError{Field: e.Path, Problem: e.Message})
	}
	return errors.Join(faults...)
}
