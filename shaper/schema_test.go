package shaper_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// What becomes of schemas: testdata/schemas.json.
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
