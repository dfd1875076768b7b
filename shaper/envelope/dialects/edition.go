package dialects

import "github.com/seed-7aa78ce4/shape/shaper/envelope"

// In is a dialect in an edition of its contract, "" being the default one. An edition
// that it does not have is an [*envelope.EditionError].
func In(d envelope.Dialect, edition string) (envelope.Dialect, error) {
	switch e, ok := d.(envelope.Editioned); {
	case ok:
		return e.In(edition)
	case edition != "":
		return nil, &envelope.EditionError{Dialect: d.Name(), Edition: edition}
	}
	return d, nil
}
