package shaper_test

import (
	"encoding/json"
	"runtime"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// explained are documents with many decisions: in rows, below many names, at distinct places,
// in texts, and in dropped values.
var explained = map[string]func() string{
	"rows":                        rows(`{"id":1,"x":2,"l":[1,2],"gone":{"x":1}}`, 25_000),
	"990 levels, 8,000 members":   below(names(8_000)),
	"names that all differ":       names(60_000),
	"rows of names that differ":   rows(names(60)(), 1_000),
	"texts":                       listing(`{"content":[`, `{"type":"text","text":"{\"a\":1,\"x\":2,\"b\":[1,2,3]}"}`, 20_000, `]}`),
	"texts that cannot be shaped": listing(`{"content":[`, `{"type":"text","text":"{\"a\":1,\"x\":2,\"b\":[1,2,3}"}`, 20_000, `]}`),
	"defaults":                    rows(`{"d":{"a":1,"b":2},"x":1}`, 40_000),
}

// The cost of an explanation grows in proportion to the document.
func TestR9ExplainIsBounded(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector takes more")
	}
	eng := newEngine(t, profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeDefaultValues: new(true)}},
		Tools:  []profiles.Tool{{Name: "t", Defaults: map[string]json.RawMessage{"d": []byte(`{"a":1,"b":2}`)}}},
	})
	for name, body := range explained {
		t.Run(name, func(t *testing.T) {
			req := shaper.Request{Tool: "t", Exclude: []string{"x"}, Body: []byte(body())}
			var x shaper.Explanation
			took := testkit.Allocated(func() { x = explain(t, eng, req) })
			if most := 64*len(req.Body) + 8<<20; took > most { // nearly all of it is let go of again
				t.Errorf("%d bytes allocated for %d, want at most %d", took, len(req.Body), most)
			}
			decided, held, before := 0, 0, live()
			for range x.Decisions() {
				if decided++; decided == 5_000 { // each document has more
					held = live() - before
				}
			}
			if most := 3*len(req.Body) + 4<<20; held > most {
				t.Errorf("%d bytes held for %d, want at most %d", held, len(req.Body), most)
			}
			listed := x.Rest.Kept.Count + x.Rest.Dropped.Count
			for _, f := range x.Fields {
				listed += f.Count
			}
			if listed != decided || len(x.Fields) > shaper.MaxFields {
				t.Errorf("%d fields tell of %d values, decided were %d", len(x.Fields), listed, decided)
			}
			t.Logf("%d bytes, %d decisions, %d fields, %d allocated, %d held", len(req.Body), decided, len(x.Fields), took, held)
		})
	}
}

// live is how many bytes are in use.
func live() int {
	var now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&now)
	return int(now.HeapAlloc)
}
