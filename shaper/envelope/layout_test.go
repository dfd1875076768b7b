package envelope_test

import (
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A layout can stand anywhere in another one.
func TestLayoutIn(t *testing.T) {
	text := envelope.Kind{Name: "text", Parts: envelope.Layout{Slot: []string{"text"}}}
	l := envelope.Layout{
		Protocol: []string{"a", "[].b", ""}, Reserved: []envelope.Reserved{{Of: "_meta"}},
		Typed: []envelope.Typed{{Path: "list[]", By: "type", Kinds: []envelope.Kind{text}}},
	}
	in := l.In("result")
	if want := []string{"result.a", "result[].b", "result"}; !slices.Equal(in.Protocol, want) {
		t.Errorf("%q, want %q", in.Protocol, want)
	}
	if in.Reserved[0].Of != "result._meta" || in.Typed[0].Path != "result.list[]" || l.Typed[0].Path != "list[]" {
		t.Errorf("%+v", in)
	}
	if got := in.Slots(); !slices.Equal(got, []string{"result.list[].text"}) || !in.Carries() {
		t.Errorf("slots %q", got)
	}
	if (&envelope.Layout{Payload: []string{""}}).Carries() {
		t.Error("nothing is carried")
	}
}
