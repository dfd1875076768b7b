package shaper_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// maskCase is a case of a mask language, translated to shape.
type maskCase struct {
	Name     string
	Input    json.RawMessage
	Expected json.RawMessage
	Shape    *struct {
		Include     []string
		Exclude     []string
		Unmatched   *string
		Emptied     *string
		DropNull    *bool           `json:"drop_null"`
		DropEmpty   *bool           `json:"drop_empty"`
		Verdict     string          // same: as in the other language; differs: as recommended
		Recommended json.RawMessage `json:"recommended_expected"`
	}
}

func (c maskCase) request() shaper.Request {
	s := c.Shape
	return shaper.Request{
		Dialect: "plain", Body: c.Input, Include: s.Include, Exclude: s.Exclude,
		Settings: profiles.Settings{
			Unmatched: s.Unmatched, Emptied: s.Emptied, ExcludeNullValues: s.DropNull,
			ExcludeEmptyArrays: s.DropEmpty, ExcludeEmptyObjects: s.DropEmpty,
		},
	}
}

func (c maskCase) want() json.RawMessage {
	if c.Shape.Verdict == "differs" {
		return c.Shape.Recommended
	}
	return c.Expected
}

// TestMasks runs our own cases of the mask laws and compares outputs byte for byte.
func TestMasks(t *testing.T) {
	ran := runMasks(t, "testdata/mask/*.json", func(t *testing.T, c maskCase, got []byte) bool {
		return string(got) == compact(t, c.want())
	})
	if ran < 120 {
		t.Errorf("%d cases, want 120 or more", ran)
	}
}

// TestMaskSuites runs the test suites of other mask languages, if they are beside the project.
// They do not define the order of members; the engine keeps that of the input.
func TestMaskSuites(t *testing.T) {
	ran := runMasks(t, "../../shared/suites/mask/*.json", func(t *testing.T, c maskCase, got []byte) bool {
		return reflect.DeepEqual(decode(t, got), decode(t, c.want())) &&
			(string(got) == "null" || isWithin(tokensIn(t, got), tokensIn(t, c.Input)))
	})
	if ran == 0 {
		t.Skip("no suites beside the project; TestMasks has cases of its own")
	}
}

func runMasks(t *testing.T, glob string, isRight func(*testing.T, maskCase, []byte) bool) (ran int) {
	eng := newEngine(t, profiles.Spec{})
	files, _ := filepath.Glob(glob)
	for _, file := range files {
		for _, c := range readMasks(t, file) {
			if c.Shape == nil {
				continue
			}
			ran++
			t.Run(strings.TrimSuffix(filepath.Base(file), ".json")+"/"+c.Name, func(t *testing.T) {
				res, err := eng.Shape(t.Context(), c.request())
				if err != nil || !isRight(t, c, res.Body) {
					t.Errorf("shape %+v\n in   %s\n got  %s, %v\n want %s", *c.Shape, c.Input, res.Body, err, c.want())
				}
			})
		}
	}
	return ran
}

func readMasks(t *testing.T, file string) []maskCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var suite struct{ Cases []maskCase }
	if err := json.Unmarshal(data, &suite); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return suite.Cases
}

func decode(t testing.TB, data []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}
