package tokens_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// testdata/o200k.json holds texts with their counts by the o200k_base tokenizer.
func TestEstimateAgainstO200k(t *testing.T) {
	data, err := os.ReadFile("testdata/o200k.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Text string
		Tokens     int
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, c := range cases {
		got := tokens.Estimate{}.Count([]byte(c.Text))
		off := math.Abs(float64(got-c.Tokens)) / float64(max(1, c.Tokens))
		t.Logf("%s: %d tokens, estimated %d (%.0f %%)", c.Name, c.Tokens, got, 100*off)
		if off > 0.30 {
			t.Errorf("%s: estimated %d, exact count is %d", c.Name, got, c.Tokens)
		}
		total += off
	}
	if mean := total / float64(len(cases)); mean > 0.08 {
		t.Errorf("mean error %.2f, want at most 0.08", mean)
	}
}

// FuzzLawsEstimate: no text has more tokens than its bytes allow, nor less than another
// one that it begins with.
func FuzzLawsEstimate(f *testing.F) {
	for _, text := range []string{"", "\n", "\na\na", "aAaA", "a1a1", "\u2028\n", "é\n字\n", "}{", " \n{"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n := tokens.Estimate{}.Count(text)
		if most := (tokens.Estimate{}).Most(len(text)); n > most {
			t.Errorf("%q: %d, more than %d", text, n, most)
		}
		if less := (tokens.Estimate{}).Count(text[:len(text)/2]); less > n {
			t.Errorf("%q: %d, and half of it %d", text, n, less)
		}
	})
}

func TestEstimateIsLabelled(t *testing.T) {
	var c tokens.Counter = tokens.Estimate{}
	if c.Name() != "estimate" || c.Exact() {
		t.Errorf("an estimate calls itself %q, exact %v", c.Name(), c.Exact())
	}
	if c.Count(nil) != 0 || c.Count([]byte("a")) < 1 {
		t.Error("nothing must cost nothing, and anything at least one token")
	}
}

// To estimate takes no memory.
func TestEstimateIsCheap(t *testing.T) {
	text := []byte(strings.Repeat(`{"id":17,"name":"pump — \u00e9é字","ratio":0.6180339887},`, 100))
	if n := testing.AllocsPerRun(10, func() { tokens.Estimate{}.Count(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEstimate(b *testing.B) {
	text := []byte(strings.Repeat(`{"id":17,"name":"pump","tags":["north","spare"],"ratio":0.6180339887},`, 1000))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		tokens.Estimate{}.Count(text)
	}
}
