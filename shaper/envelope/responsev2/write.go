package responsev2

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// payloadNames are where data keeps a payload that cannot be data itself; the
// second one where an error has context of the first name.
var payloadNames = []string{"result", "_result"}

// Build writes the model as an envelope of the dialect's edition. Context that
// the contract has no word for stands in meta beside the rest: operation,
// timestamp, tool, upgrade_hints; token counts stand in telemetry.
//
// The first edition carries no codes, and puts warnings, pagination and timing
// into data.
func (r Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	edition, err := r.edition("")
	if err != nil {
		return nil, nil, err
	}
	reduced := *m
	if edition == Edition003 {
		reduced.Fidelity, reduced.Partial = nil, false
		if m.Error != nil {
			reduced.Error = &envelope.ModelError{Message: m.Error.Message}
		}
	}
	opts := []Option{WithEdition(edition), withPayload(&reduced)}
	if edition == Edition003 {
		opts = append(opts, placeInData(&reduced))
	} else {
		opts = append(opts, placeInMeta(&reduced)...)
	}
	var homeless []envelope.Extra
	opts = append(opts, withContext(&reduced, &homeless))
	doc, err := build(&reduced, opts)
	return doc, lostIn(m, edition, homeless), err
}

func build(m *envelope.Model, opts []Option) ([]byte, error) {
	e := kit.Failure(m)
	if e == nil {
		return Success(nil, opts...)
	}
	opts = append(opts, WithErrorCode(e.Code), WithDetails(e.Details), WithErrorType(e.Type), WithRemediation(e.Remediation))
	return Error(cmp.Or(e.Message, envelope.UnknownFailure), opts...)
}

// withPayload fills data. An object that is a payload is data itself where no
// reader takes its members for something else.
func withPayload(m *envelope.Model) Option {
	failed := kit.Failure(m) != nil
	return func(r *response) {
		if m.Error != nil {
			r.data.Merge(m.Error.Data)
		}
		switch {
		case m.Payload == nil:
		case kit.IsNull(m.Payload):
			r.meta.Set(kit.PayloadPath, kit.Null)
		case !failed && fitsData(m, "_meta", "_warnings"):
			r.data.Merge(m.Payload)
		case r.data.Empty() && fitsData(m, "_meta", "_warnings", "error_code", "error_type", "remediation", "details"):
			r.data.Merge(m.Payload)
			r.meta.Str(kit.PayloadPath, "data")
		default:
			name := payloadNames[0]
			if r.data.Get(name) != nil {
				name = payloadNames[1]
			}
			r.data.Set(name, m.Payload)
			r.meta.Str(kit.PayloadPath, kit.Join("data", name))
		}
	}
}

// fitsData reports whether the payload is an object without the names that
// data reserves.
func fitsData(m *envelope.Model, reserved ...string) bool {
	fits := kit.Kind(m.Payload) == "object"
	kit.Each(m.Payload, func(name, _ []byte) bool {
		fits = fits && !slices.Contains(reserved, string(name))
		return fits
	})
	return fits
}

// lostIn lists what an edition cannot carry, extras for which there was no place
// among it. The current one carries all that the model has fields for.
func lostIn(m *envelope.Model, edition string, homeless []envelope.Extra) []string {
	var rest envelope.Model
	for _, w := range m.Warnings {
		rest.Extra = append(rest.Extra, w.Extra...)
	}
	rest.Extra = append(rest.Extra, homeless...)
	if p := m.Pagination; p != nil {
		if p.PageSize != nil && *p.PageSize < 1 {
			rest.Extra = append(rest.Extra, envelope.Extra{Path: "pagination.page_size"})
		}
		_, unsaid := agreed(p)
		for _, path := range unsaid {
			rest.Extra = append(rest.Extra, envelope.Extra{Path: path})
		}
		rest.Extra = append(rest.Extra, slices.DeleteFunc(slices.Clone(p.Extra), isPagination)...)
	}
	if edition == Edition003 {
		rest.Fidelity, rest.Partial = m.Fidelity, m.Partial
		if m.Error != nil {
			e := *m.Error
			e.Message = ""
			rest.Error = &e
		}
	}
	return kit.Lost(&rest)
}
