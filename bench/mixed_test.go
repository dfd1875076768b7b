package bench

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// BenchmarkMixed measures traffic that changes from one response to the next. It shows an
// engine that is fast only on repeated responses. Each kind is measured beside the uniform
// traffic for comparison.
func BenchmarkMixed(b *testing.B) {
	for _, traffic := range []struct {
		name     string
		requests []shaper.Request
	}{
		{"tools/1", tools(1)},
		{"tools/260", tools(260)},
		{"tools/10000", tools(10_000)},
		{"meta/1", meta(1)},
		{"meta/1024", meta(1024)},
		{"hints/unset", hints("[]", "[]")},
		{"hints/set", hints(`["upgrade"]`, `["upgrade"]`)},
		{"hints/in-turn", hints("[]", `["upgrade"]`)},
		{"dialects/in-turn", dialectsInTurn()},
		{"fields/1", fields(1)},
		{"fields/2000", fields(2000)},
	} {
		b.Run(traffic.name, func(b *testing.B) {
			eng := engine(b)
			for _, req := range traffic.requests[:min(len(traffic.requests), 1024)] { // until it is warm
				if _, _, err := eng.AppendShape(nil, req); err != nil {
					b.Fatal(err)
				}
			}
			measure(b, eng, traffic.requests)
		})
	}
}

// tools returns calls of n tools in turn. None has an entry of its own.
func tools(n int) (all []shaper.Request) {
	for i := range max(n, 64) {
		all = append(all, shaper.Request{Tool: fmt.Sprintf("tool_%d", i%n), Body: Envelope(i % 64)})
	}
	return all
}

// meta returns response-v2 envelopes with n combinations of metadata. On average, half of
// the metadata is present.
func meta(n int) (all []shaper.Request) {
	for i := range 1024 {
		combination := i
		if n == 1 {
			combination = 0b0101010101
		}
		all = append(all, shaper.Request{Tool: "spec_get", Body: Response(i, combination)})
	}
	return all
}

// hints are scalpel envelopes whose hints are odd and even in turn.
func hints(even, odd string) (all []shaper.Request) {
	for i := range 64 {
		body := Hinted(i, []string{even, odd}[i%2])
		all = append(all, shaper.Request{Tool: "analyze_code", Body: body})
	}
	return all
}

// dialectsInTurn are the envelopes of several servers behind one engine.
func dialectsInTurn() (all []shaper.Request) {
	small := smallRecords(1, 1, nil)
	for i := range 64 {
		body := [...][]byte{Envelope(i), meta(1)[0].Body, ToolResult(small), small}[i%4]
		all = append(all, shaper.Request{Tool: "t", Body: body})
	}
	return all
}

// fields returns calls of an operator, each after one with one of n field lists of a
// caller.
func fields(n int) (all []shaper.Request) {
	for i := range max(n, 64) {
		caller := shaper.Request{Tool: "analyze_code", Fields: []string{"functions.name", fmt.Sprintf("f%d", i%n)}, Body: Envelope(i % 64)}
		operator := shaper.Request{Tool: "analyze_code", Exclude: []string{"server_version"}, Body: Envelope(i % 64)}
		all = append(all, caller, operator)
	}
	return all
}
