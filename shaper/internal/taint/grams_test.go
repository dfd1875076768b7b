package taint_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// lengths lists total lengths of texts for a set. Longer texts give larger windows and steps.
var lengths = []int{0, 1, 1000, 20_000, 300_000, 1 << 20}

// setOf returns the set of some values, for texts of a total length.
func setOf(values []string, length int) *taint.Set {
	var all taint.Values
	for _, v := range values {
		quoted, _ := json.Marshal(v)
		all.AddJSON(quoted)
	}
	return all.Set(length)
}

// A value of any size is found at each position, among any number of values: at the beginning,
// at the end, and between the steps.
func TestValuesAreFoundEverywhere(t *testing.T) {
	for _, size := range []int{8, 9, 11, 12, 13, 15, 16, 17, 24, 31, 32, 33, 40, 100} {
		value := fmt.Sprintf("%x", sha512.Sum512([]byte("value")))[:size]
		for _, others := range []int{0, 1, 30} {
			values := []string{value}
			for i := range others {
				values = append(values, fmt.Sprintf("%04d-another-value-of-some-length", i))
			}
			for _, length := range lengths {
				set := setOf(values, length)
				if set.MayHold([]byte(value[:size-1])) {
					t.Errorf("%d bytes of %d values for %d: a value without its last byte may hold one", size, len(values), length)
				}
				for before := range 70 {
					for _, behind := range []int{0, 1, 7, 8, 40} {
						text := []byte(strings.Repeat("x", before) + value + strings.Repeat("y", behind))
						if place := set.NextFit(text, before); place < before || place > before+max(0, size-8) {
							t.Fatalf("%d bytes of %d values for %d: %d bytes before and %d behind: at %d", size, len(values), length, before, behind, place)
						}
					}
				}
			}
		}
	}
}

// FuzzLawsGrams: a search misses no offset with a value, and stops only at windows. The twin
// checks each offset.
func FuzzLawsGrams(f *testing.F) {
	for seed := range testkit.Seeds(400) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 9))
		letters := []string{"ab", "abcdefgh01234567", "Zq9-xw7Kp_t3é☃"}[r.IntN(3)]
		draw := func(n int) string {
			b := new(strings.Builder)
			for b.Len() < n {
				b.WriteByte(letters[r.IntN(len(letters))])
			}
			return strings.ToValidUTF8(b.String(), "?")
		}
		var values []string
		for range 1 + r.IntN(40) {
			if v := draw(8 + r.IntN(1+r.IntN(60))); taint.Counts([]byte(v)) {
				values = append(values, v)
			}
		}
		set := setOf(values, lengths[r.IntN(len(lengths))])
		if set == nil {
			return
		}
		text := []byte(draw(r.IntN(100)))
		for range r.IntN(4) {
			text = append(append(text, values[r.IntN(len(values))]...), draw(r.IntN(90))...)
		}
		from := r.IntN(len(text) + 1)
		place := set.NextFit(text, from)
		for _, v := range values {
			if n := bytes.Index(text[from:], []byte(v)); n >= 0 && place > from+n+len(v)-8 {
				t.Fatalf("%q from %d: %q stands at %d, and %d is told", text, from, v, from+n, place)
			}
		}
		if place < from || place > len(text) {
			t.Fatalf("%q from %d: %d is told", text, from, place)
		}
	})
}

// Values beyond the bound are counted, and values within it are found. Texts without a value
// are excluded. This holds for any length of the texts.
func TestManyValues(t *testing.T) {
	r, values := rand.New(rand.NewPCG(1, 1)), make([]string, taint.MaxValues+500)
	for i := range values {
		values[i] = fmt.Sprintf("%05d-%016x", i, r.Uint64())
	}
	plain := bytes.Repeat([]byte("words of a text that holds no value at all; "), 2000)
	for _, length := range lengths {
		set := setOf(values, length)
		if n := set.Beyond(); n != 500 {
			t.Errorf("for %d: %d values beyond the bound", length, n)
		}
		for i, v := range values {
			text := []byte(strings.Repeat(".", i%37) + v + strings.Repeat(".", i%11))
			if found := set.MayHold(text); found != (i < taint.MaxValues) {
				t.Fatalf("for %d: value %d may be held: %v", length, i, found)
			}
		}
		if set.MayHold(plain) {
			t.Errorf("for %d: a text without any value may hold one", length)
		}
	}
}
