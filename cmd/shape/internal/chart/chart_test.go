package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/chart"
)

var update = flag.Bool("update", false, "write the picture that is wanted")

var bars = []chart.Bar{
	{"list_issues", 90210, 40210},
	{`<b a="1">&'` + "\x00\xff", 5000, 5000},
	{"a_tool_with_a_name_that_is_longer_than_there_is_room_for", 1200, 12},
	{"shape_retrieve", 0, 800},
	{"wrong", -5, -1},
}

// The picture is testdata/bars.svg, each time.
func TestSVG(t *testing.T) {
	got := chart.SVG("Tokens that models read of results", "tokens", bars)
	if *update {
		os.WriteFile("testdata/bars.svg", got, 0o666)
	}
	want, err := os.ReadFile("testdata/bars.svg")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v, got\n%s", err, got)
	}
}

// The curve is testdata/curve.svg, each time.
func TestCurve(t *testing.T) {
	got := chart.Curve("Saved and kept", "prompt tokens saved", "values kept",
		[]chart.Point{{"all fields", 12, 100}, {"", 61.7, 99.2}, {"<few>", 90, 71}},
		[]chart.Point{{"cap", 73.4, 72.5}, {"wrong", -5, 99}, {"more", 140, 100}})
	if *update {
		os.WriteFile("testdata/curve.svg", got, 0o666)
	}
	want, err := os.ReadFile("testdata/curve.svg")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v, got\n%s", err, got)
	}
}

// It is XML, whatever the names are, and of no bars as well.
func FuzzLawsChartIsXML(f *testing.F) {
	f.Add("tool", 3, 2)
	f.Add("]]>", -1, math.MaxInt)
	f.Fuzz(func(t *testing.T, name string, before, after int) {
		for _, bars := range [][]chart.Bar{nil, {{name, before, after}}, append(bars, chart.Bar{Name: name})} {
			points := []chart.Point{{name, float64(before), math.Float64frombits(uint64(after))}}
			for _, svg := range [][]byte{chart.SVG(name, name, bars), chart.Curve(name, name, name, points, points)} {
				d := xml.NewDecoder(bytes.NewReader(svg))
				for {
					_, err := d.Token()
					if errors.Is(err, io.EOF) {
						break
					}
					if err != nil {
						t.Fatalf("%q: %v", name, err)
					}
				}
			}
		}
	})
}
