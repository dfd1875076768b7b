package shaper_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// shapeCase is a configuration, a call and the expected outcome.
type shapeCase struct {
	Name    string
	Config  config
	Closed  bool // the engine fails closed
	Once    bool // a second run does more: the output lost the members that identify its dialect
	Request shaper.Request
	Body    json.RawMessage
	Text    string // the body, if it is no JSON
	Want    json.RawMessage
	Same    bool   // the body comes out byte for byte
	Error   string // part of the error text; "" for none
	// Expected parts of the report.
	Unshaped  string // part of it
	Dialect   string // "" is not looked at, as is the mode
	Mode      string
	Misfit    string
	Applied   []string // nil: neither this nor the next two are checked
	None      bool
	Nearest   string
	Whole     string
	Cut       []shaper.Cut
	Shortened shaper.Places
	Tainted   shaper.Tainted
	Opaque    int // 0 is not looked at, nor of missed names
	Missed    int
	Unmatched []string
}

// config is a profiles.Spec as cases spell it.
type config struct {
	Global   profiles.Global
	Profiles map[string]profiles.Profile
	Tools    []struct {
		For string
		profiles.Tool
	}
	Privacy []profiles.Privacy
	Tier    string
	Force   string
}

func (c config) spec() profiles.Spec {
	spec := profiles.Spec{Global: c.Global, Profiles: c.Profiles, Privacy: c.Privacy, Tier: c.Tier, Force: c.Force}
	for _, t := range c.Tools {
		t.Tool.Name = t.For
		spec.Tools = append(spec.Tools, t.Tool)
	}
	return spec
}

// TestShapeCases runs testdata/shape/*.json. Each file covers one feature of the engine.
func TestShapeCases(t *testing.T) {
	files, _ := filepath.Glob("testdata/shape/*.json")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			for _, c := range readCases(t, file) {
				t.Run(c.Name, c.run)
			}
		})
	}
}

func readCases(t testing.TB, file string) []shapeCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		About string
		Cases []shapeCase
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return all.Cases
}

func (c shapeCase) run(t *testing.T) {
	var options []shaper.Option
	if c.Closed {
		options = append(options, shaper.FailClosed())
	}
	eng := newEngineWith(t, c.Config.spec(), options...)
	c.Request.Body = c.body()
	res, err := eng.Shape(t.Context(), c.Request)
	if got := errorText(err); !strings.Contains(got, c.Error) || (got == "") != (c.Error == "") {
		t.Fatalf("error %q, want %q", got, c.Error)
	}
	checkSecrecy(t, c.Request.Body, err)
	if c.Want != nil && string(res.Body) != compact(t, c.Want) {
		t.Errorf("in   %s\ngot  %s\nwant %s", c.Request.Body, res.Body, compact(t, c.Want))
	}
	if c.Same && string(res.Body) != string(c.Request.Body) {
		t.Errorf("in   %s\ngot  %s", c.Request.Body, res.Body)
	}
	c.checkReport(t, res.Report)
	c.checkEntries(t, res.Report)
	c.checkOtherWays(t, eng, res, err)
	if err == nil && res.Report.Unshaped == nil && !c.Once {
		c.checkAgain(t, eng, res)
	}
}

func (c shapeCase) body() []byte {
	if c.Text != "" {
		return []byte(c.Text)
	}
	return c.Body
}

func (c shapeCase) checkReport(t *testing.T, r shaper.Report) {
	t.Helper()
	if got := errorText(r.Unshaped); !strings.Contains(got, c.Unshaped) || (got == "") != (c.Unshaped == "") {
		t.Errorf("unshaped %q, want %q", got, c.Unshaped)
	}
	if c.Dialect != "" && r.Dialect != c.Dialect {
		t.Errorf("dialect %q, want %q", r.Dialect, c.Dialect)
	}
	if c.Mode != "" && r.Mode != c.Mode {
		t.Errorf("mode %q, want %q", r.Mode, c.Mode)
	}
	if !reflect.DeepEqual(r.Shortened, c.Shortened) {
		t.Errorf("shortened %v, want %v", r.Shortened, c.Shortened)
	}
	if c.Opaque > 0 && r.Opaque.Count != c.Opaque {
		t.Errorf("opaque %+v, want %d", r.Opaque, c.Opaque)
	}
	if c.Missed > 0 && r.MissedNames.Count != c.Missed {
		t.Errorf("missed %+v, want %d", r.MissedNames, c.Missed)
	}
	if r.Tainted != c.Tainted {
		t.Errorf("tainted %+v, want %+v", r.Tainted, c.Tainted)
	}
	if r.Misfit != c.Misfit {
		t.Errorf("misfit %q, want %q", r.Misfit, c.Misfit)
	}
	if r.Whole != c.Whole {
		t.Errorf("whole %q, want %q", r.Whole, c.Whole)
	}
	if !reflect.DeepEqual(r.Cut, c.Cut) {
		t.Errorf("cut %v, want %v", r.Cut, c.Cut)
	}
	if !slices.Equal(r.Unmatched, c.Unmatched) {
		t.Errorf("unmatched %q, want %q", r.Unmatched, c.Unmatched)
	}
}

func (c shapeCase) checkEntries(t *testing.T, r shaper.Report) {
	t.Helper()
	if c.Applied != nil && (!slices.Equal(r.Applied, c.Applied) || r.NoneApplied != c.None || r.Nearest != c.Nearest) {
		t.Errorf("applied %q, none %v, nearest %q; want %q, %v, %q", r.Applied, r.NoneApplied, r.Nearest, c.Applied, c.None, c.Nearest)
	}
}

// checkOtherWays holds the other ways to shape to the same outcome.
func (c shapeCase) checkOtherWays(t *testing.T, eng *shaper.Engine, want shaper.Result, wantErr error) {
	t.Helper()
	before := []byte("before")
	got, report, err := eng.AppendShape(before, c.Request)
	if string(got) != "before"+string(want.Body) || errorText(err) != errorText(wantErr) || report.BytesOut != want.Report.BytesOut {
		t.Errorf("AppendShape: %q, %v, %+v", got, err, report)
	}
	x, err := eng.Explain(t.Context(), c.Request)
	if string(x.Body) != string(want.Body) || errorText(err) != errorText(wantErr) {
		t.Errorf("Explain: %q, %v", x.Body, err)
	}
	if wantErr == nil && want.Report.BytesOut != len(want.Body) || want.Report.BytesIn != len(c.Request.Body) {
		t.Errorf("%d bytes in and %d out, reported as %d and %d",
			len(c.Request.Body), len(want.Body), want.Report.BytesIn, want.Report.BytesOut)
	}
}

// checkAgain holds shaping to LAWS 10: once is enough.
func (c shapeCase) checkAgain(t *testing.T, eng *shaper.Engine, once shaper.Result) {
	t.Helper()
	req := c.Request
	req.Body = once.Body
	if again, err := eng.Shape(t.Context(), req); err != nil || string(again.Body) != string(once.Body) {
		t.Errorf("once %s, and again %s, %v", once.Body, again.Body, err)
	}
}

// checkSecrecy fails if an error repeats six bytes of a string value.
func checkSecrecy(t testing.TB, body []byte, err error) {
	t.Helper()
	if err == nil {
		return
	}
	for _, text := range stringValues(body) {
		for i := range len(text) - 5 {
			if strings.Contains(err.Error(), text[i:i+6]) {
				t.Errorf("error %q tells of the value %q", err, text)
				return
			}
		}
	}
}

// stringValues lists the quoted strings that are no member names, in JSON or in damaged JSON.
func stringValues(body []byte) []string {
	var values []string
	parts := strings.Split(string(body), `"`)
	for i := 1; i < len(parts); i += 2 {
		if i+1 == len(parts) || !strings.HasPrefix(strings.TrimSpace(parts[i+1]), ":") {
			values = append(values, parts[i])
		}
	}
	return values
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func compact(t testing.TB, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return b.String()
}
