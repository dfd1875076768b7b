package pass

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
)

// These tests compare each machine with the simplest model, over random steps.

// TestOutputModel compares writer with a slice that takes all bytes.
func TestOutputModel(t *testing.T) {
	for seed := range testkit.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		src := []byte(`{"a" : [1,2, 3 ],"b":{"c" :null} }`)
		o := writer.Writer{Spans: scan.Spans{Src: src, Dst: []byte("x")}}
		plain := []byte("x")
		type point struct {
			writer.Checkpoint
			length int
		}
		var points []point
		at := 0 // the input is read from left to right
		for range 60 {
			switch r.IntN(7) {
			case 0, 1, 2:
				from := min(at+r.IntN(3)*r.IntN(2), len(src))
				at = min(from+r.IntN(4), len(src))
				o.Emit(from, at)
				plain = append(plain, src[from:at]...)
			case 3:
				o.Literal([]byte("#"))
				plain = append(plain, '#')
			case 4:
				o.Quote([]byte("é\n"))
				plain = append(plain, `"é\n"`...)
			case 5:
				points = append(points, point{o.Checkpoint(), len(plain)})
			case 6:
				if n := len(points); n > 0 {
					p := points[n-1]
					points = points[:n-1]
					o.Rollback(p.Checkpoint)
					plain = plain[:p.length]
				}
			}
		}
		if o.Flush(); !bytes.Equal(o.Dst, plain) {
			t.Fatalf("seed %d: %q, want %q", seed, o.Dst, plain)
		}
	}
}

// TestMembersModel compares names with a map for each object.
func TestMembersModel(t *testing.T) {
	pool := []string{`"a"`, `"b"`, `"\u0061"`, `"long name"`, `"é"`, `""`, `"\""`}
	lim := scan.Limits{}.OrDefault()
	var m names
	s := root(t)
	for seed := range testkit.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		m.reset(&lim, true)
		for range 1 + r.IntN(5) { // similar objects of one list
			var text strings.Builder
			for i := range r.IntN(5) {
				name := pool[i]
				if r.IntN(4) == 0 {
					name = pool[r.IntN(len(pool))]
				}
				text.WriteString(name + ",")
			}
			src, seen := []byte("{"+text.String()), map[string]bool{}
			o := m.begin(s, true)
			for i := 1; i < len(src); {
				end, _, _, kind := m.next(&o, s, src, i)
				name := ""
				length := len(src) - i - 1
				if kind == scan.KindNone {
					length = end - i
				} else if comma := bytes.IndexByte(src[i:], ','); comma > 0 {
					length = comma
				}
				if err := json.Unmarshal(src[i:i+length], &name); err != nil {
					t.Fatalf("seed %d: %s at %d: %v", seed, src, i, err)
				}
				if seen[name] != (kind == scan.KindDuplicate) || kind != scan.KindNone && kind != scan.KindDuplicate {
					t.Fatalf("seed %d: %s at %d: %v, seen before: %v", seed, src, i, kind, seen[name])
				}
				if kind != scan.KindNone {
					break
				}
				seen[name] = true
				i = end + 1
			}
			m.leave(&o)
		}
	}
}
