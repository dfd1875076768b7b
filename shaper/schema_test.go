package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Schemas narrow as in testdata/schemas.json.
func TestSchemas(t *testing.T) {
	var cases []struct {
		Name         string
		Tool         profiles.Tool
		Privacy      profiles.Privacy
		Schema, Want json.RawMessage
		Notes        []string
	}
	text, err := os.ReadFile("testdata/schemas.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			c.Tool.Name = "t"
			eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{c.Tool}, Privacy: []profiles.Privacy{c.Privacy}})
			told := narrowedBy(t, eng, c.Schema)
			if want := scan.AppendCompact(nil, c.Want); !bytes.Equal(told.Text, want) {
				t.Errorf("\n got %s\nwant %s", told.Text, want)
			}
			var notes []string
			for _, n := range told.Notes {
				notes = append(notes, n.Pointer+": "+n.What)
			}
			if c.Notes != nil && !slices.Equal(notes, c.Notes) {
				t.Errorf("\n got %q\nwant %q", notes, c.Notes)
			}
		})
	}
}

// A schema that no rule changes stays the same after its bytes are used again. It holds
// responses under a budget, and those with one string in both halves.
func TestSchemaIsKept(t *testing.T) {
	const schema = `{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}`
	rules := profiles.Tool{Name: "t", Budget: &profiles.Budget{MaxBytes: 300}}
	eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{rules}})
	for _, text := range []string{strings.Repeat("word ", 100), `{ "a": "` + strings.Repeat("word ", 100) + `" }`} {
		given := []byte(schema)
		view, err := eng.View(shaper.Request{Tool: "t", Dialect: "mcp", Transit: true})
		if err != nil {
			t.Fatal(err)
		}
		told, err := view.Schema(given)
		if err != nil {
			t.Fatal(err)
		}
		clear(given)
		data := fmt.Sprintf(`{"s":%q}`, text)
		body := fmt.Appendf(nil, `{"content":[{"type":"text","text":%q}],"structuredContent":%s}`, text, data)
		out, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Dialect: "mcp", Transit: true, Body: body, Schema: told})
		if err != nil || out.Report.SteppedBack || out.Report.Fit.Over || len(out.Body) > 300 || string(told.Text) != schema {
			t.Errorf("%s, %s\n%+v, %v", out.Body, told.Text, out.Report.Fit, err)
		}
	}
}

// narrowedBy is the schema of the tool t.
func narrowedBy(t *testing.T, eng *shaper.Engine, schema []byte) *shaper.Schema {
	t.Helper()
	view, err := eng.View(shaper.Request{Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	told, err := view.Schema(schema)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// Narrowing takes memory in proportion to the objects of a schema: the members without a name
// are looked at once for equal places.
func TestSchemaOfManyObjects(t *testing.T) {
	omit := []string{"**.*_a.x", "**.*_b.x", "**.*_c.x", "**.d_*.x", "**.e_*.x", "**.f_*.x"} // 64 combinations
	eng := newEngine(t, profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{OmitFields: &omit}}})
	schema := `{"type":"object","properties":{` + manyOf(2000, `"p%d":{"type":"object","properties":{"a_url":{}}}`) + `}}`
	if took := testkit.Allocated(func() { narrowedBy(t, eng, []byte(schema)) }); took > 300*len(schema) {
		t.Errorf("%d bytes for a schema of %d", took, len(schema))
	}
}

// Required names take time in proportion to their number.
func TestSchemaOfManyRequired(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{OmitFields: &[]string{"*_url"}}}})
	testkit.NearlyLinear(t, 3000, 16, func(n int) func() {
		schema := fmt.Appendf(nil, `{"type":"object","properties":{%s},"required":[%s]}`, manyOf(n, `"p%d":{}`), manyOf(n, `"p%d"`))
		return func() { narrowedBy(t, eng, schema) }
	})
}

// manyOf returns a list of n texts, each with its number.
func manyOf(n int, form string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(form, i)
	}
	return strings.Join(all, ",")
}
