package pass_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// newEngine returns an engine that fails closed, for what only responses one after
// the other can show.
func newEngine(t testing.TB, spec profiles.Spec) *shaper.Engine {
	t.Helper()
	return newEngineWith(t, spec, shaper.FailClosed())
}

func newEngineWith(t testing.TB, spec profiles.Spec, options ...shaper.Option) *shaper.Engine {
	t.Helper()
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set, options...)
	if err != nil {
		t.Fatal(err)
	}
	return eng
}
