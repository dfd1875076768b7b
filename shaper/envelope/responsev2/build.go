package responsev2

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// response is an envelope under construction.
type response struct {
	edition                 string
	data, meta              kit.Object
	code, kind, remediation string
	details                 kit.Object
	err                     error
}

// Success builds the envelope of an operation that did what it should
// (success_response of seed 000). data is the payload, an object; nil is {}. A list
// needs a name in it (RULES R24).
//
// It fails where the envelope would break the contract, with an [envelope.FieldError]
// that names the member; it never builds an invalid envelope.
func Success(data any, opts ...Option) ([]byte, error) {
	r := newResponse(WithData(data), opts)
	return r.write("true", kit.Null)
}

// Error builds the envelope of a failure (error_response of seed 000). message
// is for people and must not be empty.
//
// Data carries error_code (INTERNAL_ERROR unless given), error_type (that of
// the code unless given) and what else the options give. A code or type among
// the members of [WithData] counts unless an option gives one (RULES D20). It
// fails as [Success] does.
func Error(message string, opts ...Option) ([]byte, error) {
	r := newResponse(nil, opts)
	if r.edition != Edition003 {
		r.classify()
	}
	r.data.Text("error_code", r.code)
	r.data.Text("error_type", r.kind)
	r.data.Text("remediation", r.remediation)
	if !r.details.Empty() {
		r.data.Set("details", r.details.Done())
	}
	return r.write("false", kit.Quote(message))
}

// classify finds the code and the type of a failure that nobody gave.
func (r *response) classify() {
	r.code = cmp.Or(r.code, r.inData("error_code", CodeInternalError))
	r.kind = cmp.Or(r.kind, r.inData("error_type", typeFor(r.code)))
}

// inData returns the text of a member of data, usual where there is none. What
// is no text stays as it is, for validation to refuse.
func (r *response) inData(name, usual string) string {
	value := r.data.Get(name)
	if kit.IsNull(value) || kit.Kind(value) == "string" {
		return cmp.Or(kit.Text(value), usual)
	}
	return ""
}

func newResponse(first Option, opts []Option) *response {
	r := &response{edition: Edition000}
	r.meta.Str("version", metaVersion)
	for _, opt := range slices.Concat([]Option{first}, opts) {
		if opt != nil {
			opt(r)
		}
	}
	return r
}

func (r *response) write(success string, failure []byte) ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	var o kit.Object
	o.Set("success", []byte(success))
	o.Set("data", r.data.Done())
	o.Set("error", failure)
	o.Set("meta", r.meta.Done())
	return kit.Valid(Dialect{r.edition}, o.Done())
}

// mergeInto adds the members of an object to another one; nil adds nothing.
func (r *response) mergeInto(o *kit.Object, field string, value any) {
	encoded, err := kit.Encode(value)
	problem := ""
	if err != nil {
		problem = kit.Unencodable(value)
	} else if kind := kit.Kind(encoded); kind != "object" && kind != "null" {
		problem = kit.NoObject(kind)
	} else if _, err := envelope.Open(encoded, envelope.Limits{}); err != nil {
		problem = err.Error()
	}
	if problem != "" {
		r.fail(field, problem)
		return
	}
	o.Merge(encoded)
}

// fail remembers the first fault.
func (r *response) fail(field, problem string) {
	if r.err == nil {
		r.err = &envelope.FieldError{Field: field, Problem: problem}
	}
}
