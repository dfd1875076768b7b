package dialects_test

import (
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// A warning joins those that are there, whatever a server made of the list.
func TestMarkPartialAddsToAnyList(t *testing.T) {
	cuts := []envelope.Cut{{Path: "e", Total: 3, Kept: 1}, {Path: "f", Total: 2, Kept: 1}}
	for _, d := range []struct {
		name, before, after, list string
		marker                    envelope.PartialMarker
	}{
		{"bmcis", `{"_metadata":{"status":"success"}`, `}`, "warnings", bmcis.Dialect{}},
		{"response-v2", `{"success":true,"meta":{"version":"response-v2"`, `}}`, "meta.warnings", responsev2.Dialect{}},
	} {
		for member, want := range map[string]int64{
			``: 2, `,"warnings":null`: 2, `,"warnings":[]`: 2, `,"warnings":["a"]`: 3, `,"warnings":"a"`: 3, `,"warnings":{"a":1}`: 3,
		} {
			doc, err := d.marker.MarkPartial([]byte(d.before+member+d.after), cuts)
			list := gjson.GetBytes(doc, d.list)
			if err != nil || !list.IsArray() || list.Get("#").Int() != want {
				t.Errorf("%s with %q: %s, %v", d.name, member, doc, err)
			}
		}
	}
}
