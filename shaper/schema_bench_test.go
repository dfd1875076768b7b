package shaper_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// bigSchemas returns output schemas of about 8.8 MB together, and the number of their
// properties. Half of the objects in them are alike.
func bigSchemas() (all [][]byte, properties, size int) {
	for tool := range 100 {
		var text strings.Builder
		text.WriteString(`{"type":"object","properties":{`)
		for i := range 80 {
			if i > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, `"part_%d":{"type":"array","items":{"type":"object","properties":{`, i)
			for j := range 9 {
				fmt.Fprintf(&text, `"field_%d_%d":{"type":"string","description":"The value of the field %d in this part of the result"},`, i%40, j, j)
			}
			fmt.Fprintf(&text, `"api_key":{"type":"string"},"n":{"type":["integer","null"],"minimum":%d}},"required":["field_%d_1","api_key"],"additionalProperties":false}}`, tool, i%40)
			properties += 12
		}
		text.WriteString(`},"required":["part_1","part_2"]}`)
		all, size = append(all, []byte(text.String())), size+text.Len()
	}
	return all, properties, size
}

// BenchmarkSchema narrows the output schemas of a large list of tools under an exclude for
// all tools. It reports the time for a property, and for a byte of the schemas the memory
// that is allocated and that is kept.
func BenchmarkSchema(b *testing.B) {
	schemas, properties, size := bigSchemas()
	eng := newEngine(b, profiles.Spec{Tools: []profiles.Tool{{Name: "*", ExcludeFields: []string{"api_key"}}}})
	b.ReportAllocs()
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		kept := make([]*shaper.Schema, len(schemas))
		for i, schema := range schemas {
			view, err := eng.View(shaper.Request{Tool: fmt.Sprintf("t%d", i), Dialect: "mcp"})
			if err != nil {
				b.Fatal(err)
			}
			if kept[i], err = view.Schema(schema); err != nil || strings.Contains(string(kept[i].Text), "api_key") {
				b.Fatalf("%s, %v", kept[i].Text, err)
			}
		}
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*properties), "ns/property")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(size), "allocated/byte")
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(size), "kept/byte")
}
