package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// BenchmarkOverPass measures the time that the pipeline adds to the pass on an envelope of 1
// KB. In one arm the request names the dialect, in the other the engine recognises it.
func BenchmarkOverPass(b *testing.B) {
	e, plans := engineOver(profiles.Builtin())
	body := smallEnvelope()
	for _, c := range []struct {
		name, dialect string
		include       []string
	}{
		{"told", "plain", []string{"data.functions.name", "data.functions.line"}},
		{"recognised", "", []string{"functions.name", "functions.line"}},
	} {
		req := Request{Plans: plans, Body: body}
		req.Call.Tool, req.Call.Dialect, req.Call.Include = "t", c.dialect, c.include
		m := newMemory()
		want, facts, err := e.Run(context.Background(), m, &req, nil)
		if err != nil {
			b.Fatal(err)
		}
		p := facts.Plan
		out := make([]byte, 0, len(body))
		b.Run(c.name+"/pass", func(b *testing.B) {
			d := m.decode(e, &req)
			in := e.passDoc(d, &m.inner)
			var done pass.Outcome
			for range b.N {
				err := m.pass.Run(p, &in, out, &done)
				if err != nil || !bytes.Equal(done.Out, want) {
					b.Fatalf("%s, %v", done.Out, err)
				}
			}
		})
		b.Run(c.name+"/pipeline", func(b *testing.B) {
			for range b.N {
				m := NewMemory()
				got, _, err := e.Run(context.Background(), m, &req, out)
				if err != nil || !bytes.Equal(got, want) {
					b.Fatalf("%s, %v", got, err)
				}
				m.Release()
			}
		})
	}
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
