package shaper_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// How a response is shaped does not depend on the one before it, under whose
// plan the pass goes ahead. Each pair runs under a third of the requests, unless all seeds
// are tried.
func TestHistory(t *testing.T) {
	type outcome struct {
		body, fault string
		report      shaper.Report
	}
	shape := func(eng *shaper.Engine, req shaper.Request, body string) outcome {
		req.Tool, req.Body = "t", []byte(body)
		res, err := eng.Shape(t.Context(), req)
		return outcome{string(res.Body), errorText(err), res.Report}
	}
	bodies := slices.Concat(samples, broken, []string{
		`{}`, ` { } `, `[]`, ` {"data":{"password":1,"a":2}} `, `{"data":{"a":1},"data":{"a":2}}`, `{"d\u0061ta":{"b":1,"a":2}}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"data":{"b":1,"a":2}} , "isError":false}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"data":{"b":1,"a":2}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"data":{"b":1,"a":2}]}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"data":{"b":1,"b":2}}}`,
		`{"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1,"a":2}}`,
		`{"content":[{"type":"text","text":"{\"a\":1,\"b\":2}"}],"structuredContent":{"b":[1],"password":2}}`,
		`{"content":[{"type":"text","text":"{\"c\":1,\"b\":2}"}],"structuredContent":{"a":[1],"b":2}}`,
		`{"content":[{"type":"text","text":"{\"a\":1,\"b\":2}"}],"structuredContent":{"b":[1],"a":2},"isError":true}`,
		`[{"type":"text","text":"{\"a\":1,\"password\":2}"}]`, `[{"type":"CUSTOMER","password":1}]`, `{"content":[{"type":"CUSTOMER","name":"n"}]}`,
		`[{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"a\":null}"}]}}]`, `{"contents":[{"uri":"u","text":"t","a":null}]}`,
		`{"messages":[{"role":"user","content":{"type":"text","text":"t","a":null}}]}`, `{"jsonrpc":"2.0","id":1,"result":{"tools":[],"a":null}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s","a":null}}`, `{"resultType":"task","taskId":"t","a":null}`,
		`{"content":[{"type":"image","data":"a"},{"type":"chart","data":"a"},{"data":"a"},{"data":"b","type":"audio"}]}`,
		`{"success":false,"a":{"b":1,"x_url":2}}`, `{"content":[{"type":"text","text":"{\"data\":{\"a\":1,\"password\":2}}"}]}`,
	})
	for n, req := range []shaper.Request{
		{}, {Profile: "debug"}, {Include: []string{"a"}}, {Include: []string{"a"}, Fields: []string{"b"}}, {Dialect: "scalpel", Profile: "debug"},
		{Dialect: "mcp", Exclude: []string{"data", "id", "type", "uri"}},
		{Settings: profiles.Settings{Duplicates: new("first")}},
		{Settings: profiles.Settings{Duplicates: new("last")}, Exclude: []string{"**"}},
	} {
		want := make([]outcome, len(bodies))
		for i, body := range bodies {
			want[i] = shape(newEngine(t, everything), req, body)
		}
		eng, before := newEngine(t, everything), ""
		for i := range bodies {
			for j := i; j < len(bodies); j++ { // i, i, i, i+1, i, i+2: each comes after each
				if uint64(n+i+j)%3 >= testkit.Seeds(3) {
					continue
				}
				for _, k := range []int{i, j} {
					if got := shape(eng, req, bodies[k]); !reflect.DeepEqual(got, want[k]) {
						t.Fatalf("%s\nafter %s\ngives %+v\nalone %+v", bodies[k], before, got, want[k])
					}
					before = bodies[k]
				}
			}
		}
	}
}

// Nor does it depend on how strict the call before it was.
func TestHistoryOfStrictCalls(t *testing.T) {
	req := shaper.Request{
		Exclude: []string{"x"}, Settings: profiles.Settings{Duplicates: new("first")},
		Body: []byte(`{"content":[],"structuredContent":{"a":{"b":1,"b":2}}}`),
	}
	eng := newEngine(t, profiles.Spec{})
	for range 4 {
		for _, req.Strict = range []bool{false, true} {
			res, err := eng.Shape(t.Context(), req)
			if want := `{"content":[],"structuredContent":{"a":{"b":1}}}`; err != nil || string(res.Body) != want {
				t.Errorf("strict %v: %s, %v, want %s", req.Strict, res.Body, err, want)
			}
		}
	}
}

// Nor do values count that the pass took while it went ahead in a text that is no document.
func TestHistoryOfTaint(t *testing.T) {
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}}
	body := `{"content":[{"type":"text","text":"{\"a\":[\"password S3CRETx7\""}]}`
	req := shaper.Request{Settings: profiles.Settings{MaxString: new(12)}}
	var want string
	for i, before := range []string{``, `{"content":[{"type":"text","text":"{\"a\":[\"password S3CRETx7\"]}"}]}`, body} {
		eng := newEngine(t, spec)
		req.Body = []byte(before)
		eng.Shape(t.Context(), req) // its plan is the next guess
		req.Body = []byte(body)
		res, err := eng.Shape(t.Context(), req)
		if i == 0 {
			want = string(res.Body)
		}
		if err != nil || string(res.Body) != want {
			t.Errorf("after %q: %s, %v, want %s", before, res.Body, err, want)
		}
	}
}

// Nor does it depend on earlier calls under another name.
func TestHistoryOfNames(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{
		{Name: "s.*", ExcludeFields: []string{"a"}}, {Name: "t", ExcludeFields: []string{"b"}}, {Name: "mcp__s__t", IncludeOnly: []string{"a", "c"}},
	}}
	wants := map[[2]string]string{
		{"", "t"}: `{"a":1,"c":3,"d":4}`, {"s", "t"}: `{"c":3}`, {"", "s.t"}: `{"c":3}`, {"", "mcp__s__t"}: `{"c":3}`,
		{"s", "u"}: `{"b":2,"c":3,"d":4}`, {"u", "t"}: `{"a":1,"c":3,"d":4}`, {"", "st"}: `{"a":1,"b":2,"c":3,"d":4}`,
	}
	eng := newEngine(t, spec)
	for range 3 { // maps are ranged over in another order each time
		for name, want := range wants {
			res, err := eng.Shape(t.Context(), shaper.Request{Server: name[0], Tool: name[1], Body: []byte(`{"a":1,"b":2,"c":3,"d":4}`)})
			if err != nil || string(res.Body) != want {
				t.Errorf("%q: %s, %v, want %s", name, res.Body, err, want)
			}
		}
	}
}

// Of a root with very many members, only those are indexed that determine the dialect.
func TestEnvelopeBehindManyMembers(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	many := strings.TrimSuffix(names(200)(), "}")
	for range 3 { // the first call indexes the root before it shapes
		body := many + `,"success":true,"data":{"a":1,"b":2},"error":null,"meta":{"version":"response-v2","telemetry":{}}}`
		res, err := eng.Shape(t.Context(), shaper.Request{Include: []string{"a"}, Body: []byte(body)})
		want := many + `,"success":true,"data":{"a":1},"error":null,"meta":{"version":"response-v2"}}`
		if err != nil || res.Report.Dialect != "response-v2" || string(res.Body) != want {
			t.Errorf("%s, %v: %s", res.Report.Dialect, err, res.Body)
		}
	}
}
