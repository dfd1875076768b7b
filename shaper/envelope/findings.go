package envelope

import "errors"

// Finding is one fault, with its path: names and indexes joined by dots
// ("data.items.3.id"); "" is the document.
type Finding struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// A document may be at fault in any number of places, with names of any length.
const (
	MostFindings = 1000 // errors, and warnings, of a document that are told
	MostLost     = 1000 // parts that a conversion tells as lost
	LongestPath  = 1000 // bytes of a path; an ellipsis ends one that is cut
)

// Findings is the outcome of a validation. A MUST that is broken is an error, a
// SHOULD a warning. Where there are more than [MostFindings] of either, the last one
// says so, and its path is "".
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
