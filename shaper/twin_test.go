package shaper_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A text with a duplicate name is assumed to stand no deeper than any other.
func TestTwinsAreAsDeepAsTheyAre(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{Duplicates: new("first")}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := shaper.New(set, shaper.WithLimits(shaper.Limits{Depth: 5}))
	if err != nil {
		t.Fatal(err)
	}
	body := `{"content":[{"type":"text","text":"{\"a\":[[]],\"b\":1,\"a\":2}"}]}`
	got, _, err := e.AppendShape(nil, shaper.Request{Tool: "t", Include: []string{"a", "b"}, Body: []byte(body)})
	if want := strings.Replace(body, `,\"a\":2`, "", 1); string(got) != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// The output of a text is not reused in a later pass that keeps a half whole. The data may
// stand before the text with the same content.
func TestTwinsEndWithThePass(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "t", IncludeOnly: []string{"a"}}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := shaper.New(set)
	if err != nil {
		t.Fatal(err)
	}
	const other, same = `{"type":"text","text":"{\"a\":1}"}`, `{"type":"text","text":"{\"b\":2}"}`
	body := `{"structuredContent":{"b":2},"content":[` + other + `,` + same + `]}`
	want := strings.Replace(body, `{\"b\":2}`, `{}`, 1)
	for range 2 {
		res, err := e.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
		if err != nil || string(res.Body) != want || res.Report.Whole != "structuredContent" {
			t.Errorf("got  %s, whole %q, %v\nwant %s", res.Body, res.Report.Whole, err, want)
		}
	}
}
