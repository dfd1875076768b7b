package shaper_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A view lists the possible results of a tool under its configuration.
func TestView(t *testing.T) {
	plainly := profiles.Settings{Dialect: new("plain")}
	for name, c := range map[string]struct {
		tool            profiles.Tool
		privacy         profiles.Privacy
		identity, hides bool
	}{
		"of which nothing is said: a profile trims envelopes": {},
		"that is no envelope":                          {tool: profiles.Tool{Settings: plainly}, identity: true},
		"of which something is excluded":               {tool: profiles.Tool{Settings: plainly, ExcludeFields: []string{"a"}}, hides: true},
		"of which something is hidden from a tier":     {tool: profiles.Tool{Settings: plainly, ExcludeWhenTier: map[string][]string{"pro": {"a"}}}, hides: true},
		"of which something is chosen":                 {tool: profiles.Tool{Settings: plainly, IncludeOnly: []string{"a"}}},
		"of which nulls go":                            {tool: profiles.Tool{Settings: profiles.Settings{Dialect: new("plain"), ExcludeNullValues: new(true)}}},
		"whose texts are written shorter":              {tool: profiles.Tool{Settings: profiles.Settings{Dialect: new("plain"), TextAs: &[]string{"log"}}}},
		"that gains a field":                           {tool: profiles.Tool{Settings: plainly, Derive: map[string]profiles.Derive{"b": {From: "a", Chars: 1}}}},
		"of whose failures alone something is shown":   {tool: profiles.Tool{Settings: plainly, IncludeOnError: []string{"a"}}, hides: true},
		"where something is private":                   {tool: profiles.Tool{Settings: plainly}, privacy: profiles.Privacy{Drop: []string{"a"}}, hides: true},
		"where a pattern is private":                   {tool: profiles.Tool{Settings: plainly}, privacy: profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "a"}}}, hides: true},
		"that is spelled out, which adds to envelopes": {tool: profiles.Tool{Profile: new("debug")}},
	} {
		c.tool.Name = "t"
		eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{c.tool}, Privacy: []profiles.Privacy{c.privacy}})
		view, err := eng.View(shaper.Request{Tool: "t", Dialect: "mcp"})
		if err != nil {
			t.Fatal(err)
		}
		if view.Identity() != c.identity || view.Hides() != c.hides {
			t.Errorf("a tool %s: identity %v, hides %v", name, view.Identity(), view.Hides())
		}
	}
}

// A list of a thousand tools with rules of their own needs little memory, since a view compiles one
// plan of its dozens.
func TestViewsAreSmall(t *testing.T) {
	const tools, most = 200, 40 << 10 // bytes of a view
	var spec profiles.Spec
	for i := range tools {
		spec.Tools = append(spec.Tools, profiles.Tool{Name: fmt.Sprint("t", i), ExcludeFields: []string{fmt.Sprint("x", i)}})
	}
	eng := newEngine(t, spec)
	var views []*shaper.View
	before := heapInUse()
	for i := range tools {
		view, err := eng.View(shaper.Request{Tool: fmt.Sprint("t", i)})
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, view)
	}
	if grown := heapInUse() - before; grown > tools*most {
		t.Errorf("a view takes %d KB", grown/tools>>10)
	}
	runtime.KeepAlive(views)
}

// A request at fault has no view.
func TestViewOfAFault(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	if _, err := eng.View(shaper.Request{Tool: "t", Profile: "none"}); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("%v", err)
	}
}

const heldTo = `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}`

// A tool's answer fits its advertised schema, or is an error.
func TestHeld(t *testing.T) {
	unfit := "shape: schema: what is left of the response does not fit the schema that the caller was told"
	for name, c := range map[string]struct {
		told        profiles.Tool
		now         *profiles.Tool // the configuration at the time of the call; nil is the same
		mode        string
		fields      []string
		isError     bool
		value, want string
		stepsBack   bool
		fault       string
	}{
		"an answer as it is":                                {value: `{"a":1,"b":2}`, want: `{"a":1,"b":2}`},
		"nothing of what was asked for is there":            {told: profiles.Tool{IncludeOnly: []string{"b"}}, value: `{"a":1}`, want: `{}`},
		"a list that means nothing of it":                   {told: profiles.Tool{IncludeOnly: []string{"x"}}, value: `{"a":1}`, want: `{"a":1}`},
		"debug, which spells out nothing":                   {told: profiles.Tool{Profile: new("debug")}, value: `{"a":1}`, want: `{"a":1}`},
		"less is chosen by now":                             {now: &profiles.Tool{IncludeOnly: []string{"b"}}, value: `{"a":1,"b":2}`, want: `{"a":1,"b":2}`},
		"less is shown by now":                              {now: &profiles.Tool{ExcludeFields: []string{"a"}}, value: `{"a":1,"b":2}`, fault: unfit},
		"more is shown by now":                              {told: profiles.Tool{ExcludeFields: []string{"b"}}, now: &profiles.Tool{}, value: `{"a":1,"b":2}`, want: `{"a":1}`},
		"something that need not be there is hidden by now": {now: &profiles.Tool{ExcludeFields: []string{"b"}}, value: `{"a":1,"b":2}`, want: `{"a":1}`},
		"a caller chose what it may not":                    {told: profiles.Tool{ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"b"}}}}, mode: "m", value: `{"a":1,"b":2}`, want: `{"a":1,"b":2}`, stepsBack: true},
		"a caller chose what it may": {
			told: profiles.Tool{Delivery: profiles.Delivery{Caller: &[]string{"mode"}}, ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"b"}}}},
			mode: "m", value: `{"a":1,"b":2}`, want: `{"b":2}`,
		},
		"a caller chose fields":            {told: profiles.Tool{Delivery: profiles.Delivery{Caller: &[]string{"fields"}}}, fields: []string{"b"}, value: `{"a":1,"b":2}`, want: `{"b":2}`},
		"a failure, which may be anything": {isError: true, value: `{"c":1}`, fault: unfit},
		"a failure that fits":              {isError: true, value: `{"a":1}`, want: `{"a":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			c.told.Name = "t"
			before := newEngine(t, profiles.Spec{Tools: []profiles.Tool{c.told}})
			eng, told := before, narrowedBy(t, before, []byte(heldTo))
			if c.now != nil {
				c.now.Name = "t"
				eng = newEngine(t, profiles.Spec{Tools: []profiles.Tool{*c.now}})
			}
			for body, want := range map[string]string{
				c.value: c.want,
				`{"content":[],"structuredContent":` + c.value + `}`:                                              `{"content":[],"structuredContent":` + c.want + `}`,
				`{"content":[{"type":"text","text":` + quote(c.value) + `}],"structuredContent":` + c.value + `}`: `{"content":[{"type":"text","text":` + quote(c.want) + `}],"structuredContent":` + c.want + `}`,
			} {
				res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Mode: c.mode, Fields: c.fields, IsError: c.isError, Schema: told, Body: []byte(body)})
				switch {
				case c.fault != "":
					if err == nil || err.Error() != c.fault {
						t.Errorf("%s: %s, %v", body, res.Body, err)
					}
				case err != nil || string(res.Body) != want || res.Report.SteppedBack != c.stepsBack:
					t.Errorf("%s: stepped back %v, %v\n got %s\nwant %s", body, res.Report.SteppedBack, err, res.Body, want)
				}
			}
		})
	}
}

// A schema with an expression that RE2 does not have is held to in all else.
func TestHeldBeyondRE2(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	told := narrowedBy(t, newEngine(t, profiles.Spec{}), []byte(`{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)"},"b":{"type":"integer"}}}`))
	for body, fits := range map[string]bool{`{"a":"x","b":1}`: true, `{"b":"1"}`: false} {
		_, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Schema: told, Body: []byte(body)})
		if bad, ok := errors.AsType[*shaper.Error](err); ok == fits || ok && bad.Reason != "schema" {
			t.Errorf("%s: %v", body, err)
		}
	}
}
