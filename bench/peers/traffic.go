package main

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/bench"
)

// call is one call of a traffic whose neighbouring responses all differ.
type call struct {
	work bench.Work
	body []byte
}

// traffic is calls of many tools behind servers of four dialects, with hints and
// without, with metadata of every combination.
func traffic() (all []call) {
	small := bench.Sizes()[0]
	keep, bodies := small.Keep, small.Bodies()
	for i := range 64 {
		plain := asking(bodies[i], keep, keep)
		result := plain
		result.work.Halves, result.body = true, bench.ToolResult(plain.body)
		c := [...]call{hinted(i), response(i), result, plain}[i%4]
		c.work.Name = "mixed"
		c.work.Request.Tool = fmt.Sprintf("tool_%d", i%16)
		all = append(all, c)
	}
	return all
}

// asking is a call that includes fields of the payload, so that a document keeps some.
func asking(body []byte, keep, include []string) call {
	c := call{bench.Work{Keep: keep}, body}
	c.work.Request.Include = include
	return c
}

func hinted(i int) call {
	include := []string{"functions.name", "complexity"}
	keep := []string{"upgrade_hints", "data.functions.name", "data.complexity"}
	hint := [...]string{"[]", `["upgrade"]`}[i/4%2]
	c := asking(bench.Hinted(i, hint), keep, include)
	c.work.Elide = true
	return c
}

func response(i int) call {
	include := []string{"spec.title", "phases"}
	keep := []string{"success", "error", "meta.version", "data.spec.title", "data.phases"}
	return asking(bench.Response(i, i*7919), keep, include)
}

// rows returns at least size bytes of equal records between the given open, separator and end.
func rows(size int, open, between, end string) []byte {
	b := bytes.NewBufferString(open)
	for i, record := range gjson.GetBytes(bench.Records(size), "items").Array() {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(record.Raw)
	}
	b.WriteString(end)
	return b.Bytes()
}
