package writer

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The output is checked after each step.
func TestOutput(t *testing.T) {
	o := Writer{Spans: scan.Spans{Src: []byte(`{"a" : [1, 2],"b":3}`), Dst: []byte("before ")}}
	var points []Checkpoint
	var skip scan.Skipper
	lim := scan.Limits{}.OrDefault()
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"a span", func() { o.Emit(0, 4) }, `before {"a"`},
		{"one that touches it", func() { o.Emit(4, 5) }, `before {"a" `},
		{"one further on", func() { o.Emit(5, 6) }, `before {"a" :`},
		{"a value with blanks", func() { points = append(points, o.Checkpoint()); o.Whole(&skip, 7, 0, &lim) }, `before {"a" :[1,2]`},
		{"a text that is not in the input", func() { points = append(points, o.Checkpoint()); o.Literal([]byte("null")) }, `before {"a" :[1,2]null`},
		{"a span after it", func() { o.Emit(0, 1) }, `before {"a" :[1,2]null{`},
		{"a string", func() { o.Quote([]byte("a\"b")) }, `before {"a" :[1,2]null{"a\"b"`},
		{"back to the later checkpoint", func() { o.Rollback(points[1]) }, `before {"a" :[1,2]`},
		{"and on", func() { o.Emit(13, 14) }, `before {"a" :[1,2],`},
		{"back to the earlier checkpoint", func() { o.Rollback(points[0]) }, `before {"a" :`},
		{"on where that span ended", func() { o.Emit(6, 7) }, `before {"a" : `},
		{"the head of a first member", func() { o.Head(&Head{Comma: 13, Key: 14, KeyEnd: 17, Colon: 17}, true) }, `before {"a" : "b":`},
		{"and of another one", func() { o.Head(&Head{Comma: 13, Key: 14, KeyEnd: 17, Colon: 17}, false) }, `before {"a" : "b":,"b":`},
		{"of an element", func() { o.Head(&Head{Comma: 9, Key: -1}, false) }, `before {"a" : "b":,"b":,`},
	} {
		step.do()
		if o.Flush(); string(o.Dst) != step.want {
			t.Fatalf("%s: %s, want %s", step.name, o.Dst, step.want)
		}
	}
}

// A checkpoint inside a pending span holds.
func TestCheckpointInsideSpan(t *testing.T) {
	o := Writer{Spans: scan.Spans{Src: []byte(`[1,2,3]`)}}
	o.Emit(0, 2)
	c := o.Checkpoint()
	o.Emit(2, 4)
	o.Rollback(c)
	o.Emit(6, 7)
	if o.Flush(); string(o.Dst) != `[1]` {
		t.Errorf("got %s", o.Dst)
	}
}

func TestOutputEnds(t *testing.T) {
	o := Writer{Spans: scan.Spans{Src: []byte(`{"a":[1]}`)}}
	o.Emit(0, 5)
	from := o.Size()
	o.Emit(5, 8)
	if from != 5 || !o.Ends(from, []byte(`[1]`)) || o.Ends(from, []byte(`[]`)) {
		t.Errorf("%d: %s", from, o.Dst)
	}
}

// reserve makes room beside the pending span, and little more.
func TestOutputReserve(t *testing.T) {
	o := Writer{Spans: scan.Spans{Src: make([]byte, 5000)}}
	o.Emit(4000, 4100)
	o.Reserve(1000)
	if room := cap(o.Dst) - len(o.Dst); room < 1100 || room > 2*1100 {
		t.Errorf("room for %d bytes", room)
	}
}

// Before joins a value and its head if they are adjacent.
func TestBefore(t *testing.T) {
	for _, c := range []struct {
		src   string
		h     Head
		start int
		first bool
		at    int
		out   string
	}{
		{`1,2`, Head{Comma: 1, Key: -1}, 2, false, 1, ``},
		{`1,2`, Head{Comma: 1, Key: -1}, 2, true, 2, ``},
		{`1, 2`, Head{Comma: 1, Key: -1}, 3, false, 3, `,`},
		{`1, 2`, Head{Comma: 1, Key: -1}, 3, true, 3, ``},
		{`1,"a":2`, Head{Comma: 1, Key: 2, KeyEnd: 5, Colon: 5}, 6, false, 1, ``},
		{`1,"a":2`, Head{Comma: 1, Key: 2, KeyEnd: 5, Colon: 5}, 6, true, 2, ``},
		{`1, "a":2`, Head{Comma: 1, Key: 3, KeyEnd: 6, Colon: 6}, 7, true, 3, ``},
		{`1, "a":2`, Head{Comma: 1, Key: 3, KeyEnd: 6, Colon: 6}, 7, false, 7, `,"a":`},
		{`1,"a": 2`, Head{Comma: 1, Key: 2, KeyEnd: 5, Colon: 5}, 7, false, 7, `,"a":`},
		{`1,"a" :2`, Head{Comma: 1, Key: 2, KeyEnd: 5, Colon: 6}, 7, true, 7, `"a":`},
	} {
		o := Writer{Spans: scan.Spans{Src: []byte(c.src)}}
		at := o.Before(&c.h, c.start, c.first)
		if o.Flush(); at != c.at || string(o.Dst) != c.out {
			t.Errorf("%s, first %t: %d, %s, want %d, %s", c.src, c.first, at, o.Dst, c.at, c.out)
		}
	}
}
