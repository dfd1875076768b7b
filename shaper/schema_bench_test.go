package shaper_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// propertiesEach is the number of properties of a schema of [bigSchemas].
const propertiesEach = 80 * 12

// bigSchemas returns output schemas of about 88 KB each, and their size together.
func bigSchemas(tools int) (all [][]byte, size int) {
	for tool := range tools {
		var text strings.Builder
		text.WriteString(`{"type":"object","properties":{`)
		for i := range 80 {
			if i > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, `"part_%d":{"type":"array","items":{"type":"object","properties":{`, i)
			for j := range 9 {
				fmt.Fprintf(&text, `"field_%d_%d":{"type":"string","description":"The value of the field %d in this part of the result"},`, i, j, j)
			}
			fmt.Fprintf(&text, `"api_key":{"type":"string"},"n":{"type":["integer","null"],"minimum":%d}},"required":["field_%d_1","api_key"],"additionalProperties":false}}`, tool, i)
		}
		text.WriteString(`},"required":["part_1","part_2"]}`)
		all, size = append(all, []byte(text.String())), size+text.Len()
	}
	return all, size
}

// narrowAll narrows the schemas of as many tools.
func narrowAll(tb testing.TB, eng *shaper.Engine, schemas [][]byte) (all []*shaper.Schema) {
	for i, schema := range schemas {
		view, err := eng.View(shaper.Request{Tool: fmt.Sprintf("t%d", i), Dialect: "mcp"})
		if err != nil {
			tb.Fatal(err)
		}
		s, err := view.Schema(schema)
		if err != nil || strings.Contains(string(s.Text), "api_key") {
			tb.Fatalf("%s, %v", s.Text, err)
		}
		all = append(all, s)
	}
	return all
}

// BenchmarkSchema narrows the output schemas of a list of tools of 8.8 MB, under an exclude
// for all tools. It reports the processor time for a property, and for a byte of the
// schemas the bytes that are allocated and those that are kept.
func BenchmarkSchema(b *testing.B) {
	const tools = 100
	schemas, size := bigSchemas(tools)
	eng := newEngine(b, profiles.Spec{Tools: []profiles.Tool{{Name: "*", ExcludeFields: []string{"api_key"}}}})
	var before, after runtime.MemStats
	var took time.Duration
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		var kept []*shaper.Schema
		took += testkit.ProcessorTime(func() { kept = narrowAll(b, eng, schemas) })
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(b.N*tools*propertiesEach), "cpu-ns/property")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(size), "allocated/byte")
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(size), "kept/byte")
}

// Narrowing allocates at most 32 bytes for each byte of a schema, and keeps at most two. It
// takes 20 to 25: a collection may empty the pools at any moment.
func TestSchemaMemory(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	schemas, size := bigSchemas(20)
	eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{{Name: "*", ExcludeFields: []string{"api_key"}}}})
	narrowAll(t, eng, schemas)
	runtime.GC()
	var before, after, kept runtime.MemStats
	runtime.ReadMemStats(&before)
	all := narrowAll(t, eng, schemas)
	runtime.ReadMemStats(&after)
	runtime.GC()
	runtime.ReadMemStats(&kept)
	runtime.KeepAlive(all)
	if taken := int(after.TotalAlloc - before.TotalAlloc); taken > 32*size {
		t.Errorf("%d bytes for %d", taken, size)
	}
	if left := int(kept.HeapAlloc) - int(before.HeapAlloc); left > 2*size {
		t.Errorf("%d bytes are kept for %d", left, size)
	}
}
