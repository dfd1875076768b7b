package shaper_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// hidingRules are rules of each kind that hide something.
var hidingRules = map[string]profiles.Spec{
	"drop":     {Privacy: []profiles.Privacy{{Drop: []string{"email"}}}},
	"mask":     {Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Path: "**.email", With: new("R")}}}}},
	"pattern":  {Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Pattern: "S3CR[A-Z]+", With: new("R")}}}}},
	"exclude":  {Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"email"}}}},
	"path":     {Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"people.email", "home.city"}}}},
	"tier":     {Tools: []profiles.Tool{{Name: "t", ExcludeWhenTier: map[string][]string{"pro": {"email"}}}}},
	"position": {Privacy: []profiles.Privacy{{Drop: []string{"people[0].id"}}}},
}

// A hiding rule acts on a table as on the list that it stands for. Both are the same after
// unfolding.
func FuzzLawsTables(f *testing.F) {
	for seed := range testkit.Seeds(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 29))
		list := people(r, 3)
		folded, n := tables.Fold([]byte(list), 1000)
		if n == 0 {
			return
		}
		for name, spec := range hidingRules {
			eng := newEngine(t, spec)
			for _, form := range []string{`%s`, `{"people":%s,"n":1}`, `{"tier":"pro","tool_id":"t","error":null,"data":{"people":%s}}`} {
				plain, table := fmt.Sprintf(form, list), fmt.Sprintf(form, folded)
				for _, around := range []func(string) string{func(s string) string { return s }, halves, func(s string) string { return `{"said":` + quote(s) + `}` }} {
					req := shaper.Request{Tool: "t", Tier: "pro", Body: []byte(around(plain))}
					want := fitted(t, eng, req)
					req.Body = []byte(around(table))
					got := fitted(t, eng, req)
					back, err := shaper.Unfold(got.Body)
					if string(back) != string(want.Body) || err != nil {
						t.Fatalf("%s: %v\nin   %s\nout  %s\nback %s\nwant %s", name, err, req.Body, got.Body, back, want.Body)
					}
				}
			}
		}
	})
}

// people is a list of objects that agree on the order of their members.
func people(r *rand.Rand, depth int) string {
	var rows []string
	for i := range 3 + r.IntN(4) {
		members := []string{fmt.Sprintf(`"id":%d`, i)}
		add := func(text string) {
			if r.IntN(5) > 0 {
				members = append(members, text)
			}
		}
		add(fmt.Sprintf(`"email":"S3CRET%d"`, i))
		add(`"a long name for a column":1`)
		add(`"home":{"city":"Bonn","email":"S3CRETX","zip":[1,{"email":2}]}`)
		if depth > 0 && r.IntN(4) == 0 {
			members = append(members, `"people":`+people(r, depth-1))
		}
		rows = append(rows, "{"+strings.Join(members, ",")+"}")
	}
	return "[" + strings.Join(rows, ",") + "]"
}
