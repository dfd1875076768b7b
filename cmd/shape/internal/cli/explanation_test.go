package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// manyPaths makes a document of n paths; half of them are excluded.
func manyPaths(n int) string {
	var b strings.Builder
	for i := range n / 2 {
		fmt.Fprintf(&b, `,"p%d":{"a":%d,"x":1}`, i%50, i)
		if i%50 == 49 {
			fmt.Fprintf(&b, `},"o%d":{"p":{}`, i)
		}
	}
	return `{"first":{` + b.String()[1:] + "}}"
}

// Paths that find no line of their own are summed up, and nothing is lost of the sum.
func TestT6ExplainSumsUp(t *testing.T) {
	alone(t)
	body := manyPaths(800)
	told := shape(strings.NewReader(body), "explain", "-x", "x")
	lines := strings.Split(told.stdout, "\n")
	end := 2 + shaper.MaxFields
	for i, want := range []string{"  dropped  ", "  kept     "} {
		if line := lines[end+i]; !strings.HasPrefix(line, want) || !strings.HasSuffix(strings.TrimSpace(line), "all other paths") {
			t.Errorf("line %d: %s", end+i, line)
		}
	}
	if lines[end+2] != "settings:" {
		t.Errorf("then: %s", lines[end+2])
	}
	var all struct {
		Fields []struct{ Values int }
		Rest   *struct{ Kept, Dropped struct{ Values int } }
	}
	told = shape(strings.NewReader(body), "explain", "-x", "x", "--format", "json")
	if err := json.Unmarshal([]byte(told.stdout), &all); err != nil || all.Rest == nil {
		t.Fatalf("%+v, %v", all, err)
	}
	values := all.Rest.Kept.Values + all.Rest.Dropped.Values
	for _, f := range all.Fields {
		values += f.Values
	}
	each := shape(strings.NewReader(body), "explain", "-x", "x", "--each")
	if n := strings.Count(each.stdout, "\n  kept ") + strings.Count(each.stdout, "\n  dropped "); n != values || len(all.Fields) != shaper.MaxFields {
		t.Errorf("%d fields and the rest have %d values of %d", len(all.Fields), values, n)
	}
}
