package jsonish

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpora are texts of about a megabyte, each of one kind.
func corpora(tb testing.TB) map[string][]byte {
	const size = 1 << 20
	source := read(tb, "*.go")
	return map[string][]byte{
		"prose":  []byte(strings.Repeat("The quick brown fox jumps over the lazy dog, and then sleeps. ", size/62)),
		"source": []byte(strings.Repeat(source, 1+size/len(source))),
		"strict": []byte(strings.Repeat(`{"id": 4711, "name": "a name", "tags": ["a", "b"], "score": 0.5, "note": "caf\u00e9 \"x\""}`+"\n", size/94)),
		"lines":  []byte(strings.Repeat(`{"id": 4711, "name": "a name", "tags": ["a", "b"], "score": NaN, "note": "caf\u00e9 \"x\""}`+"\n", size/94)),
		"repr":   []byte(strings.Repeat(`{'id': 4711, 'name': 'a name', 'tags': ['a', 'b'], 'score': nan, 'ok': True}`+"\n", size/78)),
	}
}

func read(tb testing.TB, pattern string) string {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		tb.Fatalf("%d files, %v", len(paths), err)
	}
	var b strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}

// works are the measured operations. Each returns the same number on every run.
var works = map[string]func(r *Reader, a *Assignments, text []byte) int{
	"Stretches": func(r *Reader, _ *Assignments, text []byte) (n int) {
		r.Read(text, &limits)
		for s, ok := r.Next(); ok; s, ok = r.Next() {
			n += s.End - s.Start
		}
		return n
	},
	"Assignments": func(_ *Reader, a *Assignments, text []byte) (n int) {
		a.Read(text, 0, len(text))
		for _, ok := a.Next(); ok; _, ok = a.Next() {
			n++
		}
		return n
	},
}

func Benchmark(b *testing.B) {
	for corpus, text := range corpora(b) {
		for name, work := range works {
			b.Run(fmt.Sprint(name, "/", corpus), func(b *testing.B) {
				var r Reader
				var a Assignments
				want := work(&r, &a, text)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if got := work(&r, &a, text); got != want {
						b.Fatalf("%d, then %d", want, got)
					}
				}
			})
		}
	}
}
