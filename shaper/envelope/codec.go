package envelope

import (
	"encoding/json"
	"slices"
)

// This file holds what the codecs of all dialects share.

// failure returns the error of a model, an empty one for a failure of which
// nothing is known, nil for a success.
func (m *Model) failure() *ModelError {
	if m.Error == nil && !m.OK {
		return &ModelError{}
	}
	return m.Error
}

// payloadOfFailure makes an object that came with an error the context of that
// error, and null nothing. Anything else, {} too, stays a payload.
func (m *Model) payloadOfFailure() {
	switch {
	case isNull(m.Payload):
		m.Payload = nil
	case len(open(m.Payload).Members) > 0:
		m.Error.Data, m.Payload = m.Payload, nil
	}
}

// payloadOrContext returns the payload, or else the context of an error, for
// envelopes with one place for both; nil for neither.
func (m *Model) payloadOrContext() json.RawMessage {
	if m.Payload == nil && m.Error != nil {
		return m.Error.Data
	}
	return m.Payload
}

// lost lists the parts of the model that are set but not among carried, in the
// order of the model: what an envelope cannot hold is said, never dropped in
// silence. Extras are named by their own paths and always count as lost.
func (m *Model) lost(carried ...string) []string {
	var e ModelError
	if m.Error != nil {
		e = *m.Error
	}
	var lost []string
	for _, part := range []struct {
		name string
		set  bool
	}{
		{"payload", m.Payload != nil},
		{"error.message", e.Message != ""},
		{"error.code", e.Code != ""},
		{"error.type", e.Type != ""},
		{"error.remediation", e.Remediation != ""},
		{"error.details", e.Details != nil},
		{"error.data", e.Data != nil},
		{"request_id", m.RequestID != ""},
		{"operation", m.Operation != ""},
		{"tool.id", m.Tool.ID != ""},
		{"tool.version", m.Tool.Version != ""},
		{"tool.tier", m.Tool.Tier != ""},
		{"tool.capabilities", m.Tool.Capabilities != nil},
		{"duration_ms", m.DurationMS != ""},
		{"timestamp", m.Timestamp != ""},
		{"warnings", len(m.Warnings) > 0},
		{"pagination", m.Pagination != nil},
		{"rate_limit", m.RateLimit != nil},
		{"fidelity", m.Fidelity != nil},
		{"partial", m.Partial},
		{"tokens.estimated", m.Tokens.Estimated != nil},
		{"tokens.used", m.Tokens.Used != nil},
		{"cache_hit", m.CacheHit != nil},
		{"hints", m.Hints != nil},
	} {
		if part.set && !slices.Contains(carried, part.name) {
			lost = append(lost, part.name)
		}
	}
	extra := m.Extra
	if m.Pagination != nil && slices.Contains(carried, "pagination") {
		extra = slices.Concat(extra, m.Pagination.Extra)
	}
	if slices.Contains(carried, "warnings") {
		for _, w := range m.Warnings {
			extra = slices.Concat(extra, w.rest)
		}
	}
	for _, x := range extra {
		lost = append(lost, x.Path)
	}
	return lost
}

// wrap builds an envelope from parts by a codec.
func wrap(c Codec, p Parts) (Conversion, error) {
	built, lost, err := c.Build(p.model())
	return Conversion{built, lost}, err
}

// payloadPath is the member of meta that says where an envelope keeps a payload
// that is not simply the data of a success: "data.result" for a payload that is
// no object, "data" for one that stands beside the standard fields of an error,
// null for the payload null. Build writes it so that the way back finds the
// payload. In _metadata of bmcis it names [resultPath].
const payloadPath = "payload_path"

// extras lists the members of an object below a path.
func extras(path string, o *object) (list []Extra) {
	for _, m := range o.members {
		if m.value != nil {
			list = append(list, Extra{join(path, m.name), m.value})
		}
	}
	return list
}
