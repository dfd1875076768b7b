package notations_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/notations"
)

// Each kind has a name of its own and shows its value, as no engine was at work.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range append(notations.Kinds(), notations.Outputs()...) {
		secret := notations.Pair{Name: "api_key", Value: "S3CRETx7"}
		if k.Private != "" {
			secret.Name = k.Private
		}
		text := notations.Write(k, secret, notations.Pair{Name: "region", Value: "eu4west1"})
		if id := k.Family + ": " + k.Name; seen[id] {
			t.Errorf("%s: twice", id)
		} else {
			seen[id] = true
		}
		switch shows := notations.Shows(text, secret.Value); {
		case !k.Fits(secret):
			t.Errorf("%s: it does not fit %v", k.Name, secret)
		case strings.ContainsAny(text, "«»"):
			t.Errorf("%s: an unknown mark: %s", k.Name, text)
		case shows == k.IsEncoded():
			t.Errorf("%s: shows its value: %t: %s", k.Name, shows, text)
		}
	}
	if n := len(notations.Kinds()); n < 225 {
		t.Errorf("%d kinds", n)
	}
	if n := len(notations.Outputs()); n < 45 {
		t.Errorf("%d outputs", n)
	}
}

// A value fits a kind that can carry its characters.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		kind, value string
		want        bool
	}{
		{"dotenv", "a, b; c'", true},
		{"dotenv", "a\nb", false},
		{"export", "a b", false},
		{"dotenv, double quotes", `a"b`, false},
		{"dotenv, single quotes", `a"b`, true},
		{"ADO", "a;b", false},
		{"ADO", "a,b", true},
		{"PEM", "ab", false},
	} {
		for _, k := range notations.Kinds() {
			if got := k.Fits(notations.Pair{Name: "password", Value: c.value}); k.Name == c.kind && got != c.want {
				t.Errorf("%s, %q: %t", c.kind, c.value, got)
			}
		}
	}
}
