package shapeproc

import (
	"cmp"
	"fmt"

	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// requestField is a field of the processor that sets a part of a request.
type requestField struct {
	name, description string
	set               func(r *shaper.Request, value string)
}

var requestFields = []requestField{
	{"tool", "the tool that gave the result, such as `${! @tool }`; a message without one gets the hiding rules of every tool",
		func(r *shaper.Request, value string) { r.Tool = value }},
	{"server", "the server of the tool, if the name of the tool lacks it",
		func(r *shaper.Request, value string) { r.Server = value }},
	{"tier", "the tier of the caller", func(r *shaper.Request, value string) { r.Tier = value }},
	{"profile", "the profile, instead of the configured one", func(r *shaper.Request, value string) { r.Profile = value }},
	{"mode", "the response mode of the tool", func(r *shaper.Request, value string) { r.Mode = value }},
	{"fields", "masks of the only fields to show, separated by commas",
		func(r *shaper.Request, value string) { r.Fields = []string{value} }},
	{"arguments", "the arguments of the call, as JSON; text_as keeps the parts that they name",
		func(r *shaper.Request, value string) { r.Arguments = []byte(value) }},
	{"dialect", "the dialect of the messages; empty recognises it", func(r *shaper.Request, value string) { r.Dialect = value }},
}

// dynamic is a field whose value depends on the message.
type dynamic struct {
	requestField
	value *service.InterpolatedString
}

// requests makes a request for each message.
type requests struct {
	fixed   shaper.Request // the static fields
	dynamic []dynamic
}

func newRequests(conf *service.ParsedConfig) (r requests, err error) {
	for _, f := range requestFields {
		value, err := conf.FieldInterpolatedString(f.name)
		if err != nil {
			return r, err
		}
		switch text, static := value.Static(); {
		case !static:
			r.dynamic = append(r.dynamic, dynamic{f, value})
		case text != "":
			f.set(&r.fixed, text)
		}
	}
	return r, nil
}

// sets reports whether a message sets a field.
func (r *requests) sets(name string) bool {
	for _, d := range r.dynamic {
		if d.name == name {
			return true
		}
	}
	return false
}

// of returns the request for a message, without its body. A value that the message lacks is
// as one that is not configured. A missing tool stands for any tool.
func (r *requests) of(m *service.Message) (shaper.Request, error) {
	req := r.fixed
	for _, d := range r.dynamic {
		value, err := evaluate(d.value, m)
		if err != nil { // its text may hold content
			return req, fmt.Errorf("the interpolation of the field %s failed", d.name)
		}
		if d.name == "tool" {
			value = cmp.Or(value, profiles.AnyTool)
		}
		if value != "" {
			d.set(&req, value)
		}
	}
	return req, nil
}

// evaluate returns the value of a string for a message. Bloblang writes null for a value that
// is missing; evaluate returns "" then.
func evaluate(s *service.InterpolatedString, m *service.Message) (string, error) {
	value, err := s.TryString(m)
	if value == "null" {
		value = ""
	}
	return value, err
}
