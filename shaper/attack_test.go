package shaper_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// attack is a hostile document or mask, and what must come of it.
type attack struct {
	ID, Verdict   string
	Mode          string // mcp: the document is a tool result
	Include       []string
	Exclude       []string
	ExcludeGen    *repeated `json:"exclude_gen"`
	File          string    // the document is in this file,
	Hex           string    // is this,
	Body          string    // is this text,
	Gen           *repeated // or is made of a part that repeats
	Expected      json.RawMessage
	ExpectedInner json.RawMessage `json:"expected_inner"` // of the first text
	ExpectedText  string          `json:"expected_stdout_compact"`
	OrderedKeys   []string        `json:"ordered_keys"`
	MustNot       []string        `json:"must_not_contain"`
	MaxSeconds    float64         `json:"max_seconds"`
}

type repeated struct {
	Prefix, Unit, Middle, Unit2, Suffix string
	Count                               int
}

func (r *repeated) String() string {
	return r.Prefix + strings.Repeat(r.Unit, r.Count) + r.Middle + strings.Repeat(r.Unit2, r.Count) + r.Suffix
}

// TestAttacks runs our own attacks, and those of the suite beside the project
// where there is one, through an engine that fails closed.
func TestAttacks(t *testing.T) {
	for _, dir := range []string{"testdata/attacks", "../../shared/suites/attacks"} {
		data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
		if err != nil && dir != "testdata/attacks" {
			continue
		}
		var suite struct{ Attacks []attack }
		if err := json.Unmarshal(data, &suite); err != nil {
			t.Fatal(err)
		}
		for _, a := range suite.Attacks {
			t.Run(filepath.Base(filepath.Dir(dir))+"/"+a.ID, func(t *testing.T) { a.run(t, dir) })
		}
	}
}

func (a attack) run(t *testing.T, dir string) {
	body := a.document(t, dir)
	start := time.Now()
	res, err := newEngine(t, profiles.Spec{}).Shape(t.Context(), a.request(body))
	if took := time.Since(start).Seconds() / slowness; a.MaxSeconds > 0 && took > a.MaxSeconds {
		t.Errorf("it took %.1f s", took)
	}
	for _, secret := range a.MustNot {
		if strings.Contains(string(res.Body), secret) || strings.Contains(errorText(err), secret) {
			t.Errorf("%q came out in %q, or in %q", secret, res.Body, errorText(err))
		}
	}
	switch {
	case err == nil:
		if a.Verdict == "reject" {
			t.Errorf("accepted as %.200q", res.Body)
		}
		a.checkBody(t, res.Body)
	case a.Verdict == "accept":
		t.Error(err)
	}
}

func (a attack) document(t *testing.T, dir string) []byte {
	t.Helper()
	switch {
	case a.File != "":
		body, err := os.ReadFile(filepath.Join(dir, a.File))
		if err != nil {
			t.Fatal(err)
		}
		return body
	case a.Gen != nil:
		return []byte(a.Gen.String())
	case a.Hex != "":
		body, err := hex.DecodeString(a.Hex)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	return []byte(a.Body)
}

func (a attack) request(body []byte) shaper.Request {
	req := shaper.Request{Include: a.Include, Exclude: a.Exclude, Body: body, Dialect: "plain"}
	if a.ExcludeGen != nil {
		req.Exclude = append(req.Exclude, a.ExcludeGen.String())
	}
	if a.Mode == "mcp" {
		req.Dialect = "auto"
	}
	return req
}

func (a attack) checkBody(t *testing.T, got []byte) {
	t.Helper()
	if !json.Valid(got) {
		t.Errorf("%.200q is not JSON", got)
		return
	}
	if a.Expected != nil && !reflect.DeepEqual(decode(t, got), decode(t, a.Expected)) {
		t.Errorf("got %s, want %s", got, a.Expected)
	}
	if a.ExpectedText != "" && string(got) != a.ExpectedText {
		t.Errorf("got %s, want %s", got, a.ExpectedText)
	}
	if a.ExpectedInner != nil {
		inner := firstText(t, got)
		if !reflect.DeepEqual(decode(t, inner), decode(t, a.ExpectedInner)) {
			t.Errorf("the text is %s, want %s", inner, a.ExpectedInner)
		}
	}
	if a.OrderedKeys != nil {
		var names []string
		for _, m := range parseValue(t, got).members {
			names = append(names, m.name)
		}
		if !slices.Equal(names, a.OrderedKeys) {
			t.Errorf("the members are %q, want %q", names, a.OrderedKeys)
		}
	}
}

// firstText is the first text of a tool result.
func firstText(t testing.TB, doc []byte) []byte {
	t.Helper()
	var result struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(doc, &result); err != nil || len(result.Content) == 0 {
		t.Fatalf("no text in %s: %v", doc, err)
	}
	return []byte(result.Content[0].Text)
}
