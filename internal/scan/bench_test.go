package scan

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"testing"
)

// works are the measured operations. Each runs once over a corpus and returns the fault of
// its result, or "". The tests run them too.
var works = map[string]func(src []byte) func() string{
	"Skipper": func(src []byte) func() string { return skipWork(&Skipper{}, src) },
	"Strict":  func(src []byte) func() string { return skipWork(&Skipper{Strict: true}, src) },
	"Splitter": func(src []byte) func() string {
		return func() string {
			s := NewSplitter(bytes.NewReader(src), Limits{})
			doc, _, err := s.Next()
			if _, _, end := s.Next(); !bytes.Equal(doc, src) || err != nil || end != io.EOF {
				return "not the document"
			}
			return ""
		}
	},
	"Compact": func(src []byte) func() string {
		want, dst := AppendCompact(nil, src), []byte(nil)
		return func() string {
			if dst = AppendCompact(dst[:0], src); !bytes.Equal(dst, want) {
				return "not the same twice"
			}
			return ""
		}
	},
}

func skipWork(s *Skipper, src []byte) func() string {
	lim := Limits{}.OrDefault()
	return func() string {
		if end, kind := s.Value(src, 0, 0, &lim); end != len(src) || kind != KindNone {
			return kind.String()
		}
		return ""
	}
}

func Benchmark(b *testing.B) {
	texts := corpora()
	for _, name := range slices.Sorted(maps.Keys(works)) {
		for _, corpus := range slices.Sorted(maps.Keys(texts)) {
			b.Run(name+"/"+corpus, func(b *testing.B) {
				work := works[name](texts[corpus])
				b.SetBytes(int64(len(texts[corpus])))
				b.ReportAllocs()
				for b.Loop() {
					if wrong := work(); wrong != "" {
						b.Fatal(wrong)
					}
				}
			})
		}
	}
}

func TestBenchmark(t *testing.T) {
	for corpus, text := range corpora() {
		if err := Check(text, Limits{}, false); err != nil {
			t.Errorf("%s: %v", corpus, err)
		}
		for name, work := range works {
			if wrong := work(text)(); wrong != "" {
				t.Errorf("%s/%s: %s", name, corpus, wrong)
			}
		}
	}
}
