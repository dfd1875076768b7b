package plan_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// newEngine returns an engine that fails closed, for tests that need a whole response.
func newEngine(t testing.TB, spec profiles.Spec) *shaper.Engine {
	t.Helper()
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set, shaper.FailClosed())
	if err != nil {
		t.Fatal(err)
	}
	return eng
}
