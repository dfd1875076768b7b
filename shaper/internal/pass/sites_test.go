package pass_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// An envelope tells of cuts in members of one object: where these are in the output,
// or where that object ends and whether anything is in it, whatever stands before it.
func TestSites(t *testing.T) {
	tool := profiles.Tool{
		Settings:      profiles.Settings{ResponseMode: new("m")},
		ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"l"}, Limits: map[string]int{"l": 1}}},
	}
	for _, c := range []struct {
		dialect, in string
		sites       []string // what stands there, by their numbers
		end         string   // what comes before the end of the object that holds them
		any         bool
	}{
		{"plain", `{"l":[1,2]}`, []string{""}, "", false},
		{"scalpel", `{"data":{"l":[1,2]}}`, []string{""}, `before {"data":{"l":[1]}`, true},
		{"scalpel", `{}`, []string{""}, `before {`, false},
		{"scalpel", `{ "x" : "y" , "warnings" : [ 1 , { } ], "data":1}`, []string{`[1,{}]`}, `before {"x":"y","warnings":[1,{}],"data":1`, true},
		{"scalpel", `{"warnings":"slow","data":1}`, []string{`"slow"`}, `before {"warnings":"slow","data":1`, true},
		{"scalpel", `{"data":1,"warnings":null}`, []string{`null`}, `before {"data":1,"warnings":null`, true},
		{"scalpel", `{"tier":"pro","warnings":7,"data":1}`, []string{`7`}, `before {"warnings":7,"data":1`, true},
		{"response-v2", `{"success":true,"data":1,"meta":{"version":"v"}}`, []string{`{"version":"v"}`}, `before {"success":true,"data":1,"meta":{"version":"v"}`, true},
		{"response-v2", `{"success":true,"data":1,"meta":[]}`, []string{`[]`}, `before {"success":true,"data":1,"meta":[]`, true},
		{"bmcis", `{"_metadata":{"status":"s"},"results":[],"warnings":[1],"metadata":{"a":2}}`, []string{`{"status":"s"}`, `{"a":2}`, `[1]`},
			`before {"_metadata":{"status":"s"},"results":[],"warnings":[1],"metadata":{"a":2}`, true},
		{"mcp", `{"content":[],"_meta":{"k":1}}`, nil, "", false},
	} {
		out, done, err := run(t, planFor(t, c.dialect, false, profiles.Key{}, tool), doc(c.in))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.sites {
			if at := done.Sites.At[i]; string(done.Out[at.Start:at.End]) != want {
				t.Errorf("%s: %s, site %d is %s, want %s", c.in, out, i, done.Out[at.Start:at.End], want)
			}
		}
		if end := string(done.Out[:done.Sites.End]); end != c.end || done.Sites.Any != c.any {
			t.Errorf("%s: %s ends behind %s, %v", c.in, out, end, done.Sites.Any)
		}
	}
}
