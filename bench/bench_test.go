package bench

import (
	"bytes"
	"reflect"
	"runtime"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// sizes are the bodies of a benchmark. Small ones rotate.
var sizes = []struct {
	name   string
	bodies func() [][]byte
}{
	{"1KB", func() [][]byte { return rotate(64, func(i int) []byte { return smallRecords(i, 1, nil) }) }},
	{"50KB", func() [][]byte { return rotate(8, func(i int) []byte { return smallRecords(i, 13, urlFields) }) }},
	{"1MB", func() [][]byte { return [][]byte{Records(1 << 20)} }},
	{"10MB", func() [][]byte { return [][]byte{Records(10 << 20)} }},
}

func rotate(n int, body func(int) []byte) (all [][]byte) {
	for i := range n {
		all = append(all, body(i))
	}
	return all
}

// smallRecords returns n records with a URL for each of the fields, beginning
// with record i.
func smallRecords(i, n int, urls []string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for k := range n {
		comma(&b, k)
		record(&b, i+k, urls)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

func engine(tb testing.TB) *shaper.Engine {
	tb.Helper()
	eng, err := shaper.New(profiles.Builtin(), shaper.FailClosed())
	if err != nil {
		tb.Fatal(err)
	}
	return eng
}

// The works give what the oracle gives, on every corpus that is measured.
func TestWorks(t *testing.T) {
	eng := engine(t)
	for _, w := range Works() {
		for _, size := range sizes[:3] {
			for _, doc := range size.bodies() {
				for _, body := range [][]byte{doc, Indented(doc)} {
					w.Request.Body = body
					out, _, err := eng.AppendShape(nil, w.Request)
					if err != nil {
						t.Fatalf("%s/%s: %v", w.Name, size.name, err)
					}
					if !reflect.DeepEqual(decode(t, out), oracle(t, w, doc)) {
						t.Errorf("%s/%s: differs from the oracle", w.Name, size.name)
					}
				}
			}
		}
	}
}

func BenchmarkShape(b *testing.B) {
	eng := engine(b)
	for _, w := range Works() {
		for _, size := range sizes {
			b.Run(w.Name+"/"+size.name, func(b *testing.B) { measure(b, eng, turns(w.Request, size.bodies())) })
		}
	}
}

// BenchmarkCorpora runs W2's mask over texts that are hard in other ways.
func BenchmarkCorpora(b *testing.B) {
	eng := engine(b)
	envelope := shaper.Request{Tool: "analyze_code", Exclude: []string{"server_version"}}
	searching := shaper.Request{Dialect: "plain", Tool: "semantic_search", Include: []string{"results(chunk_id,source_file,rank)"}}
	mcp := searching
	mcp.Dialect = ""
	items := Works()[0].Request
	for _, c := range []struct {
		name   string
		req    shaper.Request
		bodies [][]byte
	}{
		{"a-envelope", envelope, rotate(64, Envelope)},
		{"b-search", searching, rotate(8, Search)},
		{"b-mcp", mcp, rotate(8, func(i int) []byte { return ToolResult(Search(i)) })},
		{"e-code", shaper.Request{Dialect: "plain", Include: []string{"files(path,lines)"}}, [][]byte{Code(1 << 20)}},
		{"f-nested", items, [][]byte{Nested(1 << 20)}},
		{"g-indented", items, [][]byte{Indented(Records(1 << 20))}},
	} {
		b.Run(c.name, func(b *testing.B) { measure(b, eng, turns(c.req, c.bodies)) })
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

// measure shapes the requests in turn. It reports MB/s of time and, since
// machines are shared, what the one thread that works takes of a processor.
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
	before := threadTime()
	n := 0
	for ; b.Loop(); n++ {
		out, _, err := eng.AppendShape(dst, requests[n%len(requests)])
		if err != nil || len(out) == 0 {
			b.Fatal(len(out), err)
		}
	}
	cpu := threadTime() - before
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(n), "cpu-ns/op")
	b.ReportMetric(float64(mean*n)/cpu.Seconds()/1e6, "cpu-MB/s")
}
