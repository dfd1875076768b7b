package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
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
	var series []string // all ask the object around for columns, and it is read once
	for i := range 2000 {
		series = append(series, fmt.Sprintf(`"s%d":{"values":[[%d,1]]}`, i, i))
	}
	lists := "{" + strings.Join(series, ",") + "}"
	if res, err = eng.Shape(t.Context(), shaper.Request{Body: []byte(lists)}); err != nil || string(res.Body) != lists {
		t.Errorf("%v, %.80s", err, res.Body)
	}
	body = `{"t":` + string(jsonString("{\"password\":1}\n"+body)) + `}`
	if res, err = eng.Shape(t.Context(), shaper.Request{Body: []byte(body)}); err != nil {
		t.Fatal(err)
	}
	if got := string(res.Body); !strings.Contains(got, `\"value\":\"[withheld]\",\"name\":\"other\"`) || strings.Contains(got, "xxx") {
		t.Errorf("%.80s", got)
	}
}

// A value that omit_fields leaves out by its own name stays out if privacy masks the pair: a
// second run changes nothing. Its copies are hidden as well.
func TestPairsAndOmit(t *testing.T) {
	eng := newEngine(t, profiles.Spec{
		Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Path: "**.email"}}, Drop: []string{"pin"}}},
		Tools:   []profiles.Tool{{Name: "t", Settings: profiles.Settings{OmitFields: &[]string{"value", "type"}}}},
	})
	for body, want := range map[string]string{
		`{"a":{"type":1,"value":"mira@example.org","name":"Email"},"b":"to mira@example.org"}`: `{"a":{"name":"Email"},"b":"to [withheld]"}`,
		`{"a":{"type":1,"Value":"mira@example.org","name":"Email"}}`:                           `{"a":{"Value":"[redacted]","name":"Email"}}`,
		`{"a":{"type":1,"value":"1234","name":"pin"},"b":1}`:                                   `{"a":{"name":"pin"},"b":1}`,
	} {
		for _, from := range []string{body, want} {
			res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(from)})
			if got := string(res.Body); err != nil || got != want {
				t.Errorf("%s becomes %s, %v, want %s", from, got, err, want)
			}
		}
	}
}

// FuzzLawsPairs: a private value never shows, in any notation of its pair, in a document and
// in a text. The other values stay.
func FuzzLawsPairs(f *testing.F) {
	for seed := range testkit.Seeds(300) {
		f.Add(seed)
	}
	eng := newEngine(f, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}})
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 31))
		of := func(some ...string) string { return some[r.IntN(len(some))] }
		value := func(name string) string {
			if testkit.MeetsFolded("password", name, false) {
				return of(`"S3"`, `"a \"S3\""`)
			}
			return `"open"`
		}
		pair := func() string {
			name := of("password", "PASSWORD", "dbPassword", "pass-word", "x", "passwords", "name")
			quoted := strconv.Quote(name)
			naming := of(`"name"`, `"Key"`, `"NAME"`, `"ParameterKey"`, `"header"`, `"field"`, `"env"`, `"option"`, `"label"`) + ":" + quoted
			valued := of(`"value"`, `"Value"`, `"ParameterValue"`) + ":" + value(name)
			other := of("", `"kind":1,`, `"key":"x",`, `"fields":["q"],`)
			columns := of(`"columns"`, `"header"`, `"Fields"`, `"column_metadata"`, `"Cols"`) + `:["id",` + of(quoted, `{"name":`+quoted+`}`) + `]`
			rows := `"rows":[[1,` + value(name) + `],[2,` + value(name) + `]]`
			switch r.IntN(11) {
			case 9:
				return "{" + naming + "," + of(`"old"`, `"oldValue"`, `"from"`, `"current"`) + ":" + value(name) + "}"
			case 10:
				return `{"id":"/a/` + name + `","value":` + value(name) + "}"
			case 0:
				return "{" + other + naming + "," + valued + "}"
			case 5:
				return "{" + other + valued + "," + naming + "}"
			case 6:
				return "{" + rows + "," + columns + "}"
			case 7:
				return "{" + columns + `,"data":[{"row":[1,` + value(name) + `],"meta":[]},{"x":[],"row":[2,` + value(name) + `]}]}`
			case 8:
				return `{"list":[["id",` + quoted + `],[1,` + value(name) + `],["a",` + value(name) + `]]}`
			case 1:
				return `[["a","b"],[` + quoted + of(",", " , ") + value(name) + `]]`
			case 2:
				return `{"headers":["a","b",` + quoted + `,` + value(name) + `]}`
			case 3:
				return "{" + columns + "," + rows + "}"
			}
			return `{` + quoted + `:` + value(name) + `}`
		}
		var all []string
		for range 1 + r.IntN(5) {
			all = append(all, pair())
		}
		body := "[" + strings.Join(all, ",") + "]"
		if r.IntN(2) == 0 {
			body = `{"t":` + string(jsonString(strings.Join(all, "\n"))) + `}`
		}
		res, err := eng.Shape(t.Context(), shaper.Request{Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(res.Body); strings.Contains(got, "S3") || strings.Count(got, "open") != strings.Count(body, "open") {
			t.Fatalf("%s became %s", body, got)
		}
	})
}

// jsonString writes a text as a JSON string.
func jsonString(text string) []byte {
	quoted, _ := json.Marshal(text)
	return quoted
}
