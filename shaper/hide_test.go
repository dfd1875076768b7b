package shaper_test

import (
	"errors"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Hide applies hiding rules alone. Rules that only make a response smaller or larger do not
// act.
func TestHide(t *testing.T) {
	yes := true
	comfort := profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: &yes, ResponseMode: new("m")}},
		Tools: []profiles.Tool{{
			Name: "t", IncludeOnly: []string{"a"}, ExcludeFields: []string{"a"}, ExcludeWhenTier: map[string][]string{"community": {"paid"}},
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"l"}, Limits: map[string]int{"l": 1}}},
		}},
		Privacy: []profiles.Privacy{{Drop: []string{"password"}, Mask: []profiles.PrivacyMask{{Pattern: "S3[A-Z]+"}}}},
	}
	for _, c := range []struct{ name, in, out string }{
		{"comfort", `{"a": 1, "l": [1, 2], "n": null, "password": 2}`, `{"a":1,"l":[1,2],"n":null}`},
		{"metadata", `{"tier":"pro","duration_ms":1,"data":{"password":1}}`, `{"tier":"pro","duration_ms":1,"data":{}}`},
		{"tiers", `{"paid":1,"free":2}`, `{"free":2}`},
		{"texts", `{"content":[{"type":"text","text":"{\"password\": 1, \"a\": \"S3CRET\"}"}]}`,
			`{"content":[{"type":"text","text":"{\"a\":\"[redacted]\"}"}]}`},
	} {
		res, err := newEngine(t, comfort).Hide(t.Context(), shaper.Request{Tool: "t", Body: []byte(c.in)})
		if err != nil || string(res.Body) != c.out {
			t.Errorf("%s: %s, %v\nwant %s", c.name, res.Body, err, c.out)
		}
	}
}

// If no rule hides anything, Hide does not read the body. If one does, Hide refuses a body
// that cannot be shaped, under every setting of the engine.
func TestHideOfWhatIsNoJSON(t *testing.T) {
	body := []byte(`{"a":1,"a":`)
	res, err := newEngine(t, profiles.Spec{}).Hide(t.Context(), shaper.Request{Body: body})
	if err != nil || &res.Body[0] != &body[0] {
		t.Errorf("%s, %v", res.Body, err)
	}
	secret := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"x"}}}}
	res, err = newEngineWith(t, secret).Hide(t.Context(), shaper.Request{Body: body})
	var bad *shaper.Error
	if !errors.As(err, &bad) || res.Body != nil {
		t.Errorf("%s, %v", res.Body, err)
	}
	if _, err = newEngine(t, secret).Hide(t.Context(), shaper.Request{Profile: "none", Body: body}); err == nil {
		t.Error("a profile that does not exist")
	}
}

// Hides counts every rule that may hide something, for every possible response. Comfort rules
// do not count. A tier that only the response names counts, too.
func TestHides(t *testing.T) {
	null := true
	for _, c := range []struct {
		name string
		spec profiles.Spec
		req  shaper.Request
		want bool
	}{
		{"nothing", profiles.Spec{}, shaper.Request{}, false},
		{"comfort", profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: &null}}}, shaper.Request{Include: []string{"a"}, Fields: []string{"a"}}, false},
		{"an exclude", profiles.Spec{}, shaper.Request{Exclude: []string{"a"}}, true},
		{"privacy", profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"a"}}}}, shaper.Request{}, true},
		{"errors", profiles.Spec{Tools: []profiles.Tool{{Name: "t", IncludeOnError: []string{"a"}}}}, shaper.Request{Tool: "t", IsError: true}, true},
		{"another tier", profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeWhenTier: map[string][]string{"pro": {"a"}}}}}, shaper.Request{Tool: "t"}, true},
		{"another tool", profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"a"}}}}, shaper.Request{Tool: "u"}, false},
	} {
		if got, err := newEngine(t, c.spec).Hides(c.req); got != c.want || err != nil {
			t.Errorf("%s: %t, %v", c.name, got, err)
		}
	}
	if _, err := newEngine(t, profiles.Spec{}).Hides(shaper.Request{Profile: "none"}); err == nil {
		t.Error("a profile that does not exist")
	}
	pro := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeWhenTier: map[string][]string{"pro": {"paid"}}}}}
	broken := shaper.Request{Tool: "t", Body: []byte(`{"tier":"pro","data":{"paid":1},}`)}
	if res, err := newEngine(t, pro).Shape(t.Context(), broken); err == nil {
		t.Errorf("a body of a tier that cannot be read passes: %s", res.Body)
	}
	res, err := newEngine(t, pro).Hide(t.Context(), shaper.Request{Tool: "t", Body: []byte(`{"tier":"pro","data":{"paid":1,"free":2}}`)})
	if want := `{"tier":"pro","data":{"free":2}}`; string(res.Body) != want || err != nil {
		t.Errorf("of a tier that the response names: %s, %v", res.Body, err)
	}
}
