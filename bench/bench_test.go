package bench

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

func engine(tb testing.TB) *shaper.Engine {
	tb.Helper()
	eng, err := shaper.New(profiles.Builtin(), shaper.FailClosed())
	if err != nil {
		tb.Fatal(err)
	}
	return eng
}

// The works agree with the oracle, on every measured corpus.
func TestWorks(t *testing.T) {
	eng := engine(t)
	for _, c := range Corpora(64 << 10) {
		for _, w := range c.Works() {
			for _, doc := range w.Documents(c) {
				for _, body := range [][]byte{doc, Indented(doc)} {
					w.Request.Body = body
					out, _, err := eng.AppendShape(nil, w.Request)
					if err != nil {
						t.Fatalf("%s/%s: %v", w.Name, c.Name, err)
					}
					got := decode(t, out)
					if w.Halves {
						got = opened(got)
					}
					if !reflect.DeepEqual(got, oracle(t, w, doc)) {
						t.Errorf("%s/%s: differs from the oracle", w.Name, c.Name)
					}
				}
			}
		}
	}
}

// BenchmarkShape runs the works on records by size.
func BenchmarkShape(b *testing.B) {
	eng := engine(b)
	for _, c := range Sizes()[:5] {
		for _, w := range c.Works()[1:4] {
			b.Run(w.Name+"/"+strings.Replace(c.Name, " ", "", 1), func(b *testing.B) { measure(b, eng, turns(w.Request, w.Documents(c))) })
		}
	}
}

// BenchmarkCorpora runs the works over texts that are hard in different ways. It also runs
// the usual requests of an agent over an envelope and a tool result.
func BenchmarkCorpora(b *testing.B) {
	eng := engine(b)
	envelope := shaper.Request{Tool: "analyze_code", Exclude: []string{"server_version"}}
	mcp := shaper.Request{Tool: "semantic_search", Include: []string{"results(chunk_id,source_file,rank)"}}
	b.Run("a-envelope", func(b *testing.B) { measure(b, eng, turns(envelope, rotate(64, Envelope))) })
	b.Run("b-mcp", func(b *testing.B) {
		measure(b, eng, turns(mcp, rotate(8, func(i int) []byte { return ToolResult(Search(i)) })))
	})
	for _, c := range Corpora(1 << 20) {
		for _, w := range c.Works() {
			b.Run(c.Name+"-"+w.Name, func(b *testing.B) { measure(b, eng, turns(w.Request, w.Documents(c))) })
		}
	}
}

// turns asks the same of each body.
func turns(req shaper.Request, bodies [][]byte) (all []shaper.Request) {
	for _, body := range bodies {
		req.Body = body
		all = append(all, req)
	}
	return all
}

// measure shapes the requests in turn. It reports MB/s of wall time. Since machines are
// shared, it also reports the processor time of the one working thread.
func measure(b *testing.B, eng *shaper.Engine, requests []shaper.Request) {
	bytesIn := 0
	for _, req := range requests {
		bytesIn += len(req.Body)
	}
	mean := bytesIn / len(requests)
	b.SetBytes(int64(mean))
	b.ReportAllocs()
	dst := make([]byte, 0, 2*mean+1<<10)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := ThreadTime()
	n := 0
	for ; b.Loop(); n++ {
		out, _, err := eng.AppendShape(dst, requests[n%len(requests)])
		if err != nil || len(out) == 0 {
			b.Fatal(len(out), err)
		}
	}
	cpu := ThreadTime() - before
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(n), "cpu-ns/op")
	b.ReportMetric(float64(mean*n)/cpu.Seconds()/1e6, "cpu-MB/s")
}
