package shaper_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// hostile holds documents and masks with a bound on their cost: 2 seconds of processor time,
// and 64 MB beyond the document and its output.
var hostile = []struct {
	name       string
	body       func() string
	exclude    []string
	duplicates string
	want       string // of the error; "" is an answer
}{
	{"a million brackets", repeat("[", 1_000_000), one, "", "too_large"},
	{"a million open objects", repeat(`{"a":`, 1_000_000), one, "", "too_large"},
	{"a string of 200 MB", quoted(200 << 20), one, "", "too_large"},
	{"a string of 60 MB", quoted(60 << 20), one, "", ""},
	{"a number of 20 MB", repeat("9", 20<<20), one, "", ""},
	{"white space of 50 MB, broken at the end", repeat(" ", 50<<20), one, "", "invalid_json"},
	{"half a million names", names(500_000), one, "", ""},
	{"half a million names, the last holds", names(500_000), one, "last", ""},
	{"half a million objects, the last holds", rows(`{"a":1,"a":2}`, 500_000), one, "last", ""},
	{"too many names", names(1<<20 + 1), one, "", "too_large"},
	{"two million empty arrays, counted from the end", rows(`[]`, 2_000_000), []string{"**[-1]"}, "", ""},
	{"deep arrays, counted from the end", rows(strings.Repeat("[", 900)+strings.Repeat("]", 900), 1000), []string{"**[-1]"}, "", ""},
	{"a million blocks of a kind that nobody knows", listing(`{"content":[`, `{"type":"chart","x":1}`, 1_000_000, `]}`), one, "", ""},
	{"a million of them, and one more", listing(`{"content":[`, `{"type":"chart","x":1}`, 1_000_000, `,{"type":"text"}]}`), one, "", ""},
	{"half a million names before the type", listing(`{"content":[{"y":[`, `{"x":1}`, 500_000, `],"type":"text","text":"x"}]}`), one, "", ""},
	{"a hundred thousand messages", listing(`{"messages":[`, `{"role":"user","content":{"type":"text","text":"x"}}`, 100_000, `]}`), one, "", ""},
	{"a hundred thousand resources", listing(`{"contents":[`, `{"uri":"u","text":"x"}`, 100_000, `]}`), one, "", ""},
	{"twenty thousand responses", listing(`[`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}}`, 20_000, `]`), one, "", ""},
	{"1024 masks", rows(`{"a1":{"b1":1},"a2":{"b1":2}}`, 20_000), masks("**.a%d.b%d"), "", ""},
	{"1024 globs", rows(`{"a1":{"b1":1},"a2":{"b1":2}}`, 4000), masks("**.*a%d*.b%d"), "", ""},
	{"1024 positions", rows(`{"a":1,"b":2}`, 20_000), masks("**[%d].b%d"), "", ""},
	{"1024 masks of 30 stars", rows(strings.Repeat(`{"a":`, 900)+"1"+strings.Repeat("}", 900), 50),
		masks("**.a" + strings.Repeat(".*", 30) + ".x%d%d"), "", ""},
	{"a quarter of a million strings below 900 names", below(rows(`"{x:1"`, 250_000)), []string{"a.x"}, "", ""},
	{"a quarter of a million strings in rows below 900 names", below(rows(`{"b":"{x:1"}`, 250_000)), []string{"a.x"}, "", ""},
	{"**.a.**.a.**.a", rows(strings.Repeat(`{"a":`, 900)+"1"+strings.Repeat("}", 900), 50), []string{strings.Repeat("**.a.", 200) + "x"}, "", ""},
}

var one = []string{"x"}

func repeat(unit string, n int) func() string {
	return func() string { return strings.Repeat(unit, n) }
}

func quoted(n int) func() string {
	return func() string { return `{"a":"` + strings.Repeat("a", n) + `"}` }
}

// below puts a list below 900 names.
func below(list func() string) func() string {
	return func() string { return strings.Repeat(`{"a":`, 900) + list() + strings.Repeat("}", 900) }
}

func rows(row string, n int) func() string {
	return func() string { return "[" + strings.Repeat(row+",", n) + "0]" }
}

func listing(before, row string, n int, after string) func() string {
	return func() string { return before + strings.Repeat(row+",", n-1) + row + after }
}

func names(n int) func() string {
	return func() string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":1`, i)
		}
		return "{" + b.String()[1:] + "}"
	}
}

func masks(format string) []string {
	list := make([]string, fieldmask.MaxPaths)
	for i := range list {
		list[i] = fmt.Sprintf(format, i, i)
	}
	return list
}

// Documents side by side in one text cost no more under a privacy pattern: none is
// looked through for the sake of another.
func TestManyResponsesUnderAPattern(t *testing.T) {
	body := listing(`[`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"id\":1}"}],"structuredContent":{"id":1}}}`, 90_000, `]`)()
	privacy := profiles.Privacy{Drop: []string{"pin"}, Mask: []profiles.PrivacyMask{{Pattern: "row [0-9]*7"}}}
	eng := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{privacy}})
	testkit.Within(t, 3*time.Second, func() {
		if res, err := eng.Shape(t.Context(), shaper.Request{Dialect: "auto", Body: []byte(body)}); err != nil || len(res.Body) != len(body) {
			t.Errorf("%d bytes of %d, %v", len(res.Body), len(body), err)
		}
	})
}

func TestHostile(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			req := shaper.Request{Dialect: "auto", Exclude: c.exclude, Body: []byte(c.body())}
			if c.duplicates != "" {
				req.Settings.Duplicates = &c.duplicates
			}
			eng := newEngine(t, profiles.Spec{})
			var res shaper.Result
			var err error
			shape, allocated := func() { res, err = eng.Shape(t.Context(), req) }, 0
			testkit.Within(t, 2*time.Second, func() { allocated = testkit.Allocated(shape) })
			if extra := atOnce(allocated, 64<<20+len(res.Body), shape) - len(res.Body); extra > 64<<20 {
				t.Errorf("%d MB beyond %d MB in and %d MB out", extra>>20, len(req.Body)>>20, len(res.Body)>>20)
			}
			if got := errorText(err); !strings.Contains(got, c.want) || (got == "") != (c.want == "") || len(got) > 400 {
				t.Errorf("error %.500q, want %q", got, c.want)
			}
		})
	}
}

// atOnce returns the largest memory of f at one time. allocated is the sum of its allocations.
// If that is no more than enough, atOnce returns it and measures nothing.
func atOnce(allocated, enough int, f func()) int {
	if allocated <= enough {
		return allocated
	}
	return min(allocated, heapPeak(f))
}

// heapPeak is how far the heap grows while f runs.
func heapPeak(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // so that the heap holds little garbage
	runtime.GC()
	before, done := heapNow(), make(chan struct{})
	var peak atomic.Int64
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				peak.Store(max(peak.Load(), heapNow()))
			}
		}
	}()
	f()
	close(done)
	<-finished
	return int(max(peak.Load(), heapNow()) - before)
}

func heapNow() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
