package shaper_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Values inside each other, each before a name, are read a bounded number of times; from
// then on they are withheld.
func TestPairsAreBounded(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}})
	const depth = 900
	body := strings.Repeat(`{"value":`, depth) + `"` + strings.Repeat("x", 1000) + `"` + strings.Repeat(`,"name":"password"}`, depth)
	res, err := eng.Shape(t.Context(), shaper.Request{Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(res.Body), `{"name":"password"}`; got != want {
		t.Errorf("%.80s, want %s", got, want)
	}
	body = strings.ReplaceAll(body, "password", "other")
	if res, err = eng.Shape(t.Context(), shaper.Request{Body: []byte(body)}); err != nil {
		t.Fatal(err)
	}
	if got := string(res.Body); !strings.Contains(got, `"value":"[withheld]","name":"other"`) || strings.Contains(got, "xxx") {
		t.Errorf("%.80s", got)
	}
}
