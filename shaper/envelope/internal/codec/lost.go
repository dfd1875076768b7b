package codec

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Lost lists the parts of the model that are set but not among carried, in the
// order of the model: what an envelope cannot hold is said, never dropped in
// silence. Extras are named by their own paths and always count as lost.
func Lost(m *envelope.Model, carried ...string) []string {
	var lost []string
	for _, part := range parts(m) {
		if part.set && !slices.Contains(carried, part.name) {
			lost = append(lost, part.name)
		}
	}
	lost = appendExtra(lost, m.Extra)
	if m.Pagination != nil && slices.Contains(carried, "pagination") {
		lost = appendExtra(lost, m.Pagination.Extra)
	}
	if slices.Contains(carried, "warnings") {
		for _, w := range m.Warnings {
			lost = appendExtra(lost, w.Extra)
		}
	}
	return First(lost)
}

// appendExtra appends the paths of extras, up to the first that is not told.
func appendExtra(lost []string, extra []envelope.Extra) []string {
	for _, x := range extra {
		if len(lost) > envelope.MostLost {
			break
		}
		lost = append(lost, words.Shorten(x.Path, envelope.LongestPath))
	}
	return lost
}

// First returns the paths that are told of all that are lost.
func First(lost []string) []string {
	if len(lost) <= envelope.MostLost {
		return lost
	}
	return append(lost[:envelope.MostLost:envelope.MostLost], "and more")
}

// part is a part of the model, by the path that [Lost] lists.
type part struct {
	name string
	set  bool
}

func parts(m *envelope.Model) []part {
	var e envelope.ModelError
	if m.Error != nil {
		e = *m.Error
	}
	return []part{
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
	}
}

// Extras lists the members of an object below a path. One without a value stands for
// those of a large object that were never looked at, which count as lost.
func Extras(path string, o *raw.Object) (list []envelope.Extra) {
	for _, m := range o.Members {
		if m.Value != nil {
			list = append(list, envelope.Extra{Path: raw.Join(path, m.Name), Value: m.Value})
		}
	}
	if !o.Whole() {
		list = append(list, envelope.Extra{Path: raw.Join(path, "…")})
	}
	return list
}

// Open opens a document to take its members. One that is no object has none.
func Open(doc []byte) (*raw.Object, error) {
	if o := raw.ObjectOf(doc); o != nil {
		return o, nil
	}
	_, err := envelope.Open(doc, envelope.Limits{}) // which says what is wrong
	return new(raw.Object), err
}
