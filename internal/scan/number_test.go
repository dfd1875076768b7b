package scan

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// Numbers equals repeated calls of Number, for any length and any distance to the end of
// the text. It stops at the first fault.
func TestNumbers(t *testing.T) {
	some := []string{"0", "7", "-0", "12", "123456", "1234567", "12345678", "-123456", "-1234567", "-12345678", "123456789012", "0.5", "-0.25", "1e5", "1E-7",
		"1234567.5", "12345678.5e+10", "1.23456789012345678"}
	bad := []string{"", "-", "01", "-01", "1.", "1.e5", "1e", "1e+", ".5", "+1", "x", "null", `"1"`, "[1]", " 1", "1 ", "1x"}
	for seed := range testkit.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 5))
		var list []string
		for range r.IntN(6) {
			list = append(list, some[r.IntN(len(some))])
		}
		right := strings.Join(list, ",")
		tail := []string{"", "]", "}", ",", " ,", "," + bad[r.IntN(len(bad))] + ",1]", "]" + strings.Repeat(" ", r.IntN(10))}[r.IntN(7)]
		src := []byte("[" + right + tail)
		end, n := Numbers(src, 1)
		want, at := 0, 1
		for at < len(src) {
			next, kind := anyNumber(src, at)
			if kind != KindNone {
				break
			}
			if want++; next == len(src) || src[next] != ',' {
				at = next + 1
				break
			}
			at = next + 1
		}
		if n != want || n > 0 && end != at-1 {
			t.Fatalf("%s: %d numbers end at %d, want %d at %d", src, n, end, want, at-1)
		}
	}
}

// Number accepts the numbers that encoding/json accepts.
func TestNumberIsJSON(t *testing.T) {
	for seed := range testkit.Seeds(20000) {
		r := rand.New(rand.NewPCG(seed, 6))
		text := make([]byte, 1+r.IntN(12))
		for i := range text {
			text[i] = "0123456789-+.eE00"[r.IntN(17)*r.IntN(2)]
		}
		if r.IntN(2) == 0 {
			text = strconv.AppendInt(nil, int64(r.Uint64()>>r.IntN(64))-int64(r.IntN(3)), 10)
		}
		for _, after := range []string{"", ",", "]", " ", `,"a":1234567}`} {
			end, kind := Number(append(text[:len(text):len(text)], after...), 0)
			if ok := kind == KindNone && end == len(text); ok != json.Valid(text) {
				t.Fatalf("%s before %q: %d, %s", text, after, end, kind)
			}
		}
	}
}
