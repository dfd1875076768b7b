package redact_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// An enum keeps a value if hiding cannot change it.
func TestMayChange(t *testing.T) {
	for _, c := range []struct {
		rules, said string
		may         bool
	}{
		{"password", "open", false},
		{"password", `{"password":1}`, true},
		{"!password", "password", false},
		{"!password", "password: x", true},
		{"!password", "active", false},
		{"~email", "email=(1)", true},
		{"/S.CRET/", "SECRET", true},
		{"/S.CRET/", "secret", false},
		{"/^x/", "x\"", true},
	} {
		if got := redact.MayChange(hiding(t, c.rules), []byte(c.said)); got != c.may {
			t.Errorf("%s in %q: %v", c.rules, c.said, got)
		}
	}
}
