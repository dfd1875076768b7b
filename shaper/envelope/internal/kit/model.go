package kit

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Failure returns the error of a model. It returns an empty one for a failure without an
// error, and nil for a success.
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
	case IsNull(m.Payload):
		m.Payload = nil
	case Kind(m.Payload) == "object" && !IsEmpty(m.Payload):
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

// PayloadPath is the member of meta that names the place of an unusual payload. "data.result"
// is for a payload that is no object. "data" is for one beside the standard fields of an
// error, null for the payload null. Build writes it so that a parser finds the payload. In
// _metadata of bmcis it names a place in results.
const PayloadPath = "payload_path"

// Agreed makes a position claim more pages exactly if it names the next one (RULES D24 and
// D40). lost holds the paths of claims that it removes for that.
func Agreed(p envelope.Pagination) (agreed envelope.Pagination, lost []string) {
	more := true
	switch {
	case p.HasMore == nil && p.Cursor != "":
		p.HasMore = &more
	case p.HasMore == nil:
	case *p.HasMore && p.Cursor == "":
		p.HasMore, lost = nil, []string{"pagination.has_more"}
	case !*p.HasMore && p.Cursor != "":
		p.Cursor, lost = "", []string{"pagination.cursor"}
	}
	return p, lost
}

// Arrange puts the members of an object into a contract's order. A member that is absent or
// null gets the value given with its name, if there is one; other members follow as they came.
func Arrange(d *envelope.Doc, order []Member) *Object {
	var o Object
	for _, p := range order {
		value := d.Value(p.Name)
		if IsNull(value) && p.Value != nil {
			value = p.Value
		}
		o.Set(p.Name, value)
	}
	for _, m := range d.Members {
		if o.Get(m.Name) == nil {
			o.Set(m.Name, d.Raw[m.Start:m.End])
		}
	}
	return &o
}

// Lost lists the parts of the model that are set but not among carried, in the order of the
// model. A loss is reported, never silent. Extras are listed by their own paths and always
// count as lost.
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
	return FirstLost(lost)
}

// appendExtra appends the paths of extras, up to the first beyond the limit.
func appendExtra(lost []string, extra []envelope.Extra) []string {
	for _, x := range extra {
		if len(lost) > envelope.MostLost {
			break
		}
		lost = append(lost, words.Shorten(x.Path, envelope.LongestPath))
	}
	return lost
}

// FirstLost returns the reported paths of all losses, up to the limit.
func FirstLost(lost []string) []string {
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

// Extras lists the members of an object below a path. An extra without a value stands for the
// unread members of a large object, and counts as lost.
func Extras(path string, o *Object) (list []envelope.Extra) {
	for _, m := range o.Members {
		if m.Value != nil {
			list = append(list, envelope.Extra{Path: Join(path, m.Name), Value: m.Value})
		}
	}
	if !o.Whole() {
		list = append(list, envelope.Extra{Path: Join(path, "…")})
	}
	return list
}

// Open opens a document to take its members. One that is no object has none.
func Open(doc []byte) (*Object, error) {
	if o := ObjectOf(doc); o != nil {
		return o, nil
	}
	_, err := envelope.Open(doc, envelope.Limits{}) // it reports the fault
	return new(Object), err
}

var severities = []string{envelope.SeverityInfo, envelope.SeverityWarning, envelope.SeverityError}

// ParseWarnings reads a list of texts and objects. It serves dialects without warnings of
// their own. level is another name of severity (RULES D32).
func ParseWarnings(list []byte) []envelope.Warning { return ParseWarningsBy(list, "severity", "level") }

// ParseWarningsBy reads warnings whose severity has one of the names, the first one first.
func ParseWarningsBy(list []byte, severity ...string) []envelope.Warning {
	var warnings []envelope.Warning
	if Kind(list) != "array" {
		return nil
	}
	Any(list, func(value []byte) bool {
		path := Join("warnings", strconv.Itoa(len(warnings)))
		if len(warnings) == mostWarnings {
			warnings = append(warnings, envelope.Warning{Message: "there were more warnings", Extra: []envelope.Extra{{Path: path}}})
			return true
		}
		warnings = append(warnings, parseWarning(path, First(value), severity))
		return false
	})
	return warnings
}

// mostWarnings is the largest number of warnings read from a list: each takes a hundred times
// its size in the text. One more then stands for the rest, and counts as lost.
const mostWarnings = 10_000

func parseWarning(path string, value []byte, severity []string) envelope.Warning {
	if Kind(value) == "string" {
		return envelope.Warning{Message: Text(value)}
	}
	o := ObjectOf(value)
	if o == nil {
		return envelope.Warning{Extra: []envelope.Extra{{Path: path, Value: value}}}
	}
	w := envelope.Warning{
		Code:       o.TakeText("code"),
		Message:    o.TakeText("message"),
		Suggestion: o.TakeText("suggestion"),
		Context:    o.TakeKind("context", "object"),
	}
	for _, name := range severity {
		if w.Severity == "" && slices.Contains(severities, Text(o.Get(name))) {
			w.Severity = o.TakeText(name)
		}
		o.TakeKind(name, "null")
	}
	o.TakeKind("context", "null")
	w.Extra = Extras(path, o)
	return w
}

// BuildWarnings writes warnings in the form that [ParseWarnings] reads. A warning with only a
// message becomes a text. It returns nil for none.
func BuildWarnings(warnings []envelope.Warning) []byte {
	if len(warnings) == 0 {
		return nil
	}
	list := make([]json.RawMessage, len(warnings))
	for i, w := range warnings {
		var o Object
		o.Text("code", w.Code)
		o.Text("severity", w.Severity)
		o.Str("message", w.Message)
		o.Set("context", w.Context)
		o.Text("suggestion", w.Suggestion)
		list[i] = o.Done()
		if len(o.Members) == 1 {
			list[i] = Quote(w.Message)
		}
	}
	return Array(list)
}
