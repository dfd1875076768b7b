// Package codec holds what all dialects need to read and to write the model.
package codec

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Failure returns the error of a model, an empty one for a failure of which
// nothing is known, nil for a success.
func Failure(m *envelope.Model) *envelope.ModelError {
	if m.Error == nil && !m.OK {
		return &envelope.ModelError{}
	}
	return m.Error
}

// PayloadOfFailure makes an object that came with an error the context of that
// error, and null nothing. Anything else, {} too, stays a payload.
func PayloadOfFailure(m *envelope.Model) {
	switch {
	case raw.IsNull(m.Payload):
		m.Payload = nil
	case raw.Kind(m.Payload) == "object" && !raw.IsEmpty(m.Payload):
		m.Error.Data, m.Payload = m.Payload, nil
	}
}

// PayloadOrContext returns the payload, or else the context of an error, for
// envelopes with one place for both; nil for neither.
func PayloadOrContext(m *envelope.Model) json.RawMessage {
	if m.Payload == nil && m.Error != nil {
		return m.Error.Data
	}
	return m.Payload
}

// PayloadPath is the member of meta that says where an envelope keeps a payload
// that is not simply the data of a success: "data.result" for a payload that is
// no object, "data" for one that stands beside the standard fields of an error,
// null for the payload null. Build writes it so that the way back finds the
// payload. In _metadata of bmcis it names a place in results.
const PayloadPath = "payload_path"
