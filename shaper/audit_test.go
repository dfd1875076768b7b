package shaper_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The key audit leaves a response as the profile off does. Engine.Audit returns it as it is
// without the key.
func TestAudit(t *testing.T) {
	body := []byte(`{"rows":[{"id":1,"url":"http://a","secret":"s","email":"e"},{"id":2},{"id":3}]}`)
	for _, trusted := range []bool{false, true} {
		shape := func(profile string, audit bool) (*shaper.Engine, shaper.Result) {
			set, err := profiles.New(profiles.Spec{
				Trusted: trusted,
				Privacy: []profiles.Privacy{{Drop: []string{"email"}}},
				Global:  profiles.Global{Profile: &profile},
				Tools: []profiles.Tool{{
					Name: "list", ExcludeFields: []string{"secret"},
					Settings: profiles.Settings{Audit: &audit, OmitFields: &[]string{"url"}, MaxItems: new(2)},
				}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if warns := len(set.Warnings()) > 0; profile == "minimal" && warns != (trusted && audit) {
				t.Errorf("trusted %t, audit %t: warnings %v", trusted, audit, set.Warnings())
			}
			eng, err := shaper.New(set)
			if err != nil {
				t.Fatal(err)
			}
			r, err := eng.Shape(context.Background(), shaper.Request{Tool: "list", Body: body})
			if err != nil {
				t.Fatal(err)
			}
			return eng, r
		}
		_, off := shape("off", false)
		_, ruled := shape("minimal", false)
		eng, held := shape("minimal", true)
		would, err := eng.Audit(context.Background(), shaper.Request{Tool: "list", Body: body})
		if err != nil || !bytes.Equal(held.Body, off.Body) || !held.Report.Audit {
			t.Errorf("trusted %t: %s, audit %t, error %v; under off %s", trusted, held.Body, held.Report.Audit, err, off.Body)
		}
		if !bytes.Equal(would.Body, ruled.Body) || bytes.Equal(ruled.Body, off.Body) || would.Report.Audit {
			t.Errorf("trusted %t: counted %s, ruled %s", trusted, would.Body, ruled.Body)
		}
	}
}
