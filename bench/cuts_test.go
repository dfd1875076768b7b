package bench

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// vendorEnvelopes are envelopes around rows of vendors, and those that come out once
// each row was cut.
var vendorEnvelopes = []struct{ name, in, out string }{
	{"plain", `%s`, `%s`},
	{"scalpel", `{"data":%s}`, `{"data":%s,"warnings":["[].entities: %d of %d kept in %d lists"]}`},
	{"bmcis", `{"_metadata":{"status":"success"},"results":%s,"execution_context":{},"warnings":[]}`, `{"_metadata":{"status":"partial"},"results":%s,"execution_context":{},` +
		`"warnings":[{"level":"warning","code":"PARTIAL_RESULTS","message":"Some results omitted, [].entities: %d of %d in %d lists","suggestion":"Reduce page_size for complete results"}]}`},
	{"mcp", `{"structuredContent":%s,"content":[]}`, `{"structuredContent":%s,"content":[{"type":"text","text":"[].entities: %d of %d (first)","_meta":{"io.github.seed-7aa78ce4/shape":"note"}}]}`},
}

// vendors returns rows. preview cuts each by one entity of six.
func vendors(rows, entities int) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range rows {
		comma(&b, i)
		fmt.Fprintf(&b, `{"vendor_name":"vendor %d","entities":[1,2,3,4,5,6`, i)
		b.Truncate(b.Len() - 2*(6-entities))
		b.WriteString(`],"relationships":[{"a":1},{"a":2}]}`)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// BenchmarkCuts measures lists that are cut in each row. An envelope that reports the cuts
// takes the time of a plain document, and the output is smaller than the input.
func BenchmarkCuts(b *testing.B) {
	eng := engine(b)
	for _, rows := range []int{1000, 10_000, 100_000} {
		for _, e := range vendorEnvelopes {
			b.Run(fmt.Sprintf("%s/%d", e.name, rows), func(b *testing.B) {
				req := shaper.Request{Tool: "find_vendor_info", Mode: "preview", Body: fmt.Appendf(nil, e.in, vendors(rows, 6))}
				want := fmt.Sprintf(e.out, numbers(e.out, vendors(rows, 5), rows)...)
				if got, _, err := eng.AppendShape(nil, req); err != nil || string(got) != want || len(got) >= len(req.Body) {
					b.Fatalf("%d bytes became %d, %v", len(req.Body), len(got), err)
				}
				measure(b, eng, []shaper.Request{req})
			})
		}
	}
}

// numbers returns the arguments for the format of an outcome.
func numbers(format string, rows []byte, n int) []any {
	return []any{rows, 5 * n, 6 * n, n}[:strings.Count(format, "%")]
}
