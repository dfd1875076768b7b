package shaper_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// TestAttacks runs our own attacks through an engine that fails closed, and those of the suite
// beside the project if it exists.
func TestAttacks(t *testing.T) {
	for _, a := range testkit.Attacks(t, "testdata/attacks/manifest.json", "../../shared/suites/attacks/manifest.json") {
		t.Run(a.ID, func(t *testing.T) { try(t, a) })
	}
}

func try(t *testing.T, a testkit.Attack) {
	req := request(a)
	req.Body = a.Document(t)
	var res shaper.Result
	var err error
	a.InTime(t, func() { res, err = newEngine(t, profiles.Spec{}).Shape(t.Context(), req) })
	for _, secret := range a.Hidden {
		if strings.Contains(string(res.Body), secret) || strings.Contains(errorText(err), secret) {
			t.Errorf("%q came out in %q, or in %q", secret, res.Body, errorText(err))
		}
	}
	switch {
	case err == nil:
		if a.Verdict == "reject" {
			t.Errorf("accepted as %.200q", res.Body)
		}
		checkBody(t, a, res.Body)
	case a.Verdict == "accept":
		t.Error(err)
	}
}

func request(a testkit.Attack) shaper.Request {
	req := shaper.Request{Include: a.Include, Exclude: a.Excludes(), Dialect: "plain"}
	if a.Mode == "mcp" {
		req.Dialect = "auto"
	}
	return req
}

func checkBody(t *testing.T, a testkit.Attack, got []byte) {
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
