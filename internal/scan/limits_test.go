package scan

import (
	"math"
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	small := Limits{Depth: 3, DocumentBytes: 60, StringBytes: 8, Members: 2}
	for _, c := range []struct {
		in     string
		kind   Kind
		offset int
	}{
		{in: `[[[]]]`},
		{in: `{"a":[{}]}`},
		{in: `[[[[]]]]`, kind: KindDepth, offset: 3},
		{in: `{"a":[{"b":{}}]}`, kind: KindDepth, offset: 11},
		{in: `[[[1]],[[2]],[[3]]]`},
		{in: `"12345678"`},
		{in: `["12345678"]`},
		{in: `["123456789"]`, kind: KindStringSize, offset: 10},
		{in: `{"123456789":1}`, kind: KindStringSize, offset: 10},
		{in: `["\u0041\n"]`},
		{in: `["\u0041\n!"]`, kind: KindStringSize, offset: 10},
		{in: `["ééééé"]`, kind: KindStringSize, offset: 10},
		{in: `{"a":1,"b":2}`},
		{in: `{"a":1,"b":2,"c":3}`, kind: KindMembers, offset: 13},
		{in: `{"a":{"a":1,"b":2},"b":{"a":1,"b":2}}`},
		{in: `{"a":{"a":1,"b":2,"c":3}}`, kind: KindMembers, offset: 18},
		{in: `[1,2,3,4,5,6]`},
		{in: strings.Repeat(" ", 59) + "1"},
		{in: strings.Repeat(" ", 60) + "1", kind: KindSize, offset: 60},
		{in: "[1]" + strings.Repeat(" ", 58), kind: KindSize, offset: 60},
	} {
		e := fault(t, Check([]byte(c.in), small, true))
		if e.Kind != c.kind || e.Offset != c.offset {
			t.Errorf("%s: %s at %d, want %s at %d", c.in, e.Kind, e.Offset, c.kind, c.offset)
		}
	}
}

func TestLimitsOrDefault(t *testing.T) {
	want := Limits{Depth: 1000, DocumentBytes: 1 << 30, StringBytes: 64 << 20, Members: 1 << 20}
	if got := (Limits{}).OrDefault(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	set := Limits{1, 2, 3, 4}
	if got := set.OrDefault(); got != set {
		t.Errorf("%+v, want %+v", got, set)
	}
}

// Depth costs memory of the heap, and no call stack.
func TestDepthWithoutRecursion(t *testing.T) {
	const million = 1_000_000
	brackets := []byte(strings.Repeat("[", million))
	if e := fault(t, Check(brackets, Limits{}, true)); e.Kind != KindDepth || e.Offset != 1000 {
		t.Errorf("%s at %d", e.Kind, e.Offset)
	}
	deep := Limits{Depth: million}
	if e := fault(t, Check(brackets, deep, true)); e.Kind != KindEOF || e.Offset != million {
		t.Errorf("%s at %d", e.Kind, e.Offset)
	}
	text := []byte(nested(million))
	if err := Check(text, deep, true); err != nil {
		t.Error(err)
	}
	if got := AppendCompact(nil, text); string(got) != string(text) {
		t.Error("compact text was changed")
	}
	objects := []byte(strings.Repeat(`{"a":`, million) + "1" + strings.Repeat("}", million))
	if err := Check(objects, deep, true); err != nil {
		t.Error(err)
	}
}

// A place in a document fits 32 bits, whatever the limit.
func TestLimitOfPlaces(t *testing.T) {
	if most := (Limits{DocumentBytes: math.MaxInt}).OrDefault().DocumentBytes; int64(most) > math.MaxUint32 {
		t.Errorf("documents of %d bytes", most)
	}
}
