package shaper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// TestP10FullRooms makes a plan with the largest number of masks. They are those of a project,
// all for one tool, and those of the home file. The plan hides.
func TestP10FullRooms(t *testing.T) {
	names := func(prefix string, n int) []string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprint(prefix, i)
		}
		return all
	}
	for _, root := range []string{"", "/"} {
		spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{root + "password"}, Trusted: true}}}
		for i := range 8 {
			spec.Tools = append(spec.Tools, profiles.Tool{
				Name: strings.Repeat("*", i+1), ExcludeFields: names(fmt.Sprintf("%sx%d_", root, i), 1024),
			})
		}
		for i := range 8 {
			paths := strings.Join(names(fmt.Sprintf("y%d_", i), 1023), ",")
			spec.Privacy[0].Mask = append(spec.Privacy[0].Mask, profiles.PrivacyMask{Path: paths})
		}
		res, err := newEngine(t, spec).Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(`{"password":1,"x7_1":2,"a":3}`)})
		if err != nil || string(res.Body) != `{"a":3}` {
			t.Errorf("%.200s, %v", res.Body, err)
		}
	}
}
