package shaper

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// BenchmarkOverPass is what the engine adds to the pass, on an envelope of 1 KB: without a
// look at the dialect, and with one.
func BenchmarkOverPass(b *testing.B) {
	e, err := New(profiles.Builtin())
	if err != nil {
		b.Fatal(err)
	}
	body := smallEnvelope()
	for _, c := range []struct {
		name string
		req  Request
	}{
		{"told", Request{Tool: "t", Dialect: "plain", Include: []string{"data.functions.name", "data.functions.line"}, Body: body}},
		{"recognised", Request{Tool: "t", Include: []string{"functions.name", "functions.line"}, Body: body}},
	} {
		want, _, err := e.AppendShape(nil, c.req)
		if err != nil {
			b.Fatal(err)
		}
		out := make([]byte, 0, len(body))
		b.Run(c.name+"/pass", func(b *testing.B) {
			m := newMemory()
			d := e.document(m, &c.req, nil)
			p, in := planOf(b, m, d), e.forPass(d, &m.within)
			var done pass.Outcome
			for range b.N {
				err := m.pass.Run(p, &in, out, &done)
				if err != nil || !bytes.Equal(done.Out, want) {
					b.Fatalf("%s, %v", done.Out, err)
				}
			}
		})
		b.Run(c.name+"/engine", func(b *testing.B) {
			for range b.N {
				got, _, err := e.AppendShape(out, c.req)
				if err != nil || !bytes.Equal(got, want) {
					b.Fatalf("%s, %v", got, err)
				}
			}
		})
	}
}

// planOf is the plan that fits a document.
func planOf(tb testing.TB, m *memory, d *document) *plan.Plan {
	tb.Helper()
	in := m.within.engine.forPass(d, &m.within)
	p, err := m.fit(d, &in, nil, new(pass.Outcome))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// smallEnvelope is an envelope of 1 KB, with all that servers say of a call.
func smallEnvelope() []byte {
	body := []byte(`{"tier":"pro","tool_version":"3.3.0","tool_id":"analyze","request_id":"8f14e45fceea167a","capabilities":["envelope-v1"],` +
		`"duration_ms":10,"error":null,"upgrade_hints":[],"data":{"functions":[`)
	for i := range 10 {
		if i > 0 {
			body = append(body, ',')
		}
		body = fmt.Appendf(body, `{"name":"handler_%d","line":%d,"args":["ctx","req"],"doc":null,"complexity":%d}`, i, 10*i, i)
	}
	return append(body, `]}}`...)
}
