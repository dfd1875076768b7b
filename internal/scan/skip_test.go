package scan

import "testing"

func TestSkipperValue(t *testing.T) {
	lim := Limits{Depth: 5}.OrDefault()
	var s Skipper // one for all cases: each leaves nothing behind
	for _, c := range []struct {
		in     string
		at     int
		depth  int
		end    int
		spaces bool
		kind   Kind
	}{
		{in: `1`, end: 1},
		{in: `1 `, end: 1},
		{in: `[1] `, end: 3},
		{in: `[1]]`, end: 3},
		{in: `[1],`, end: 3},
		{in: `{"a":1}}`, end: 7},
		{in: `true,`, end: 4},
		{in: `{"a":[1,2],"b":{}}x`, at: 5, depth: 1, end: 10},
		{in: `{"a":[1,2],"b":{}}x`, at: 15, depth: 1, end: 17},
		{in: `{"a":"x y"}`, end: 11},
		{in: `["a b"]`, end: 7},
		{in: `[ 1]`, end: 4, spaces: true},
		{in: `[1 ]`, end: 4, spaces: true},
		{in: `[1, 2]`, end: 6, spaces: true},
		{in: `[1 ,2]`, end: 6, spaces: true},
		{in: `[ ]`, end: 3, spaces: true},
		{in: "{\n}", end: 3, spaces: true},
		{in: `{"a" :1}`, end: 8, spaces: true},
		{in: `{"a": 1}`, end: 8, spaces: true},
		{in: `{"a":1 }`, end: 8, spaces: true},
		{in: `{"a":1, "b":2}`, end: 14, spaces: true},
		{in: `[[[[[]]]]]`, end: 10},
		{in: `[[[[[]]]]]`, depth: 1, end: 4, kind: KindDepth},
		{in: `[]`, depth: 4, end: 2},
		{in: `[]`, depth: 5, end: 0, kind: KindDepth},
		{in: `1`, depth: 5, end: 1},
		{in: `{"a":{"a":1,"a":2}}`, end: 19},
		{in: ``, end: 0, kind: KindEOF},
		{in: ` 1`, end: 0, kind: KindValue},
	} {
		end, kind := s.Value([]byte(c.in), c.at, c.depth, &lim)
		if end != c.end || kind != c.kind {
			t.Errorf("%s from %d: %d, %s, want %d, %s", c.in, c.at, end, kind, c.end, c.kind)
		}
		out := Spans{Src: []byte(c.in), Dst: []byte("x"), From: c.at}
		if copied, k := s.Copy(&out, c.at, c.depth, &lim); copied != end || k != kind || kind == KindNone && (out.From > c.at) != c.spaces {
			t.Errorf("%s from %d: copied to %d, %s, %d, want %d, %s, %t", c.in, c.at, copied, k, out.From, end, kind, c.spaces)
		}
	}
}

func TestSkipperAllocatesNothing(t *testing.T) {
	src := apiCorpus(1 << 14)
	lim := Limits{}.OrDefault()
	for _, s := range []*Skipper{{}, {Strict: true}} {
		s.Value(src, 0, 0, &lim)
		if got := testing.AllocsPerRun(10, func() { s.Value(src, 0, 0, &lim) }); got != 0 {
			t.Errorf("strict %t: %v allocations", s.Strict, got)
		}
	}
}

// A fault in an open object is forgotten by the next value.
func TestSkipperAfterFault(t *testing.T) {
	lim := Limits{}.OrDefault()
	s := Skipper{Strict: true}
	for _, c := range []struct {
		in   string
		kind Kind
	}{{`{"a":{"b":[{"c":x`, KindValue}, {`{"a":1,"a":2}`, KindDuplicate}, {`{"a":{"b":[{"c":1}]}}`, KindNone}} {
		if _, kind := s.Value([]byte(c.in), 0, 0, &lim); kind != c.kind {
			t.Errorf("%s: %s, want %s", c.in, kind, c.kind)
		}
	}
}

func TestIsOpener(t *testing.T) {
	for c := range 256 {
		if got := IsOpener(byte(c)); got != (c == '{' || c == '[') {
			t.Errorf("%#x: %v", c, got)
		}
	}
}
