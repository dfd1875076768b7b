package shaper_test

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Once warm, shaping into a buffer that is large enough allocates nothing.
func TestNoAllocations(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	tool := profiles.Tool{Name: "t", IncludeOnly: []string{"id", "user.name", "tags", "*_url", "rows[0]", "rows[-1].a"}, ExcludeFields: []string{"secret"}}
	eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}})
	body := allocBody()
	for _, c := range []struct {
		name string
		req  shaper.Request
	}{
		{"a list of the configuration", shaper.Request{Tool: "t", Dialect: "plain"}},
		{"a list of the call", shaper.Request{Dialect: "plain", Include: []string{"id", "user"}, Exclude: []string{"secret"}}},
		{"fields", shaper.Request{Tool: "t", Dialect: "plain", Fields: []string{"id"}}},
		{"no rules", shaper.Request{Dialect: "plain"}},
		{"elision", shaper.Request{Dialect: "plain", Settings: profiles.Settings{ExcludeNullValues: new(true)}}},
		{"an envelope", shaper.Request{Tool: "t", Body: slices.Concat([]byte(`{"tier":"pro","upgrade_hints":[],"error":null,"data":`), body, []byte(`}`))}},
		{"a text", shaper.Request{Tool: "t", Body: toolResult(body, "")}},
		{"both halves", shaper.Request{Tool: "t", Body: toolResult(body, `,"structuredContent":`+string(body))}},
		{"lists and settings", shaper.Request{Exclude: []string{"a", "b"}, Settings: profiles.Settings{ExcludeNullValues: new(true), AlwaysKeep: &[]string{"id"}}}},
		{"long settings", shaper.Request{Settings: profiles.Settings{AlwaysKeep: &[]string{strings.Repeat("a", 1000)}}}},
	} {
		if c.req.Body == nil {
			c.req.Body = body
		}
		dst := make([]byte, 0, len(body))
		shape := func() {
			if _, _, err := eng.AppendShape(dst, c.req); err != nil {
				t.Fatal(err)
			}
		}
		shape()
		for range 2 {
			runtime.GC() // empties pools
			shape()
		}
		shape()
		if n := testing.AllocsPerRun(100, shape); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}

// The same holds for texts that are larger than the memory that pools keep.
func TestNoAllocationsForLargeTexts(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	eng := newEngine(t, profiles.Spec{})
	large := slices.Concat([]byte(`{"id":"`), bytes.Repeat([]byte(`x\n\u00e9`), 1<<19), []byte(`"}`))
	req := shaper.Request{Tool: "t", Body: toolResult(large, `,"structuredContent":`+string(large))}
	dst := make([]byte, 0, len(req.Body))
	shape := func() {
		if out, _, err := eng.AppendShape(dst, req); err != nil || len(out) != len(req.Body) {
			t.Fatal(len(out), err)
		}
	}
	for range 3 { // large memory first goes where less is needed
		shape()
	}
	if n := testing.AllocsPerRun(5, shape); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// toolResult is a result with a document in a text, and more behind it.
func toolResult(doc []byte, more string) []byte {
	return fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]%s}`, strings.ReplaceAll(fmt.Sprintf("%q", doc), `\x`, `\u00`), more)
}

func allocBody() []byte {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range 100 {
		fmt.Fprintf(&b, `{"a": %d, "secret": "x", "a\u0062c": [1, 2, {"b": null}]},`, i)
	}
	b.WriteString(`{"a":1}],"id":1,"user":{"name":"x","secret":"y","a name that no rule knows":{}},"html_url":"u","tags":["a",null]}`)
	return []byte(b.String())
}
