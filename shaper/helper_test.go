package shaper_test

import (
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// newEngine returns an engine that fails closed.
func newEngine(t testing.TB, spec profiles.Spec) *shaper.Engine {
	t.Helper()
	return newEngineWith(t, spec, shaper.FailClosed())
}

func newEngineWith(t testing.TB, spec profiles.Spec, options ...shaper.Option) *shaper.Engine {
	t.Helper()
	set, problems := profiles.New(spec)
	if set == nil {
		t.Fatal(problems)
	}
	eng, err := shaper.New(set, options...)
	if err != nil {
		t.Fatal(err)
	}
	return eng
}

// within fails where f takes longer, three times over: the machine may be busy.
func within(t *testing.T, limit time.Duration, f func()) {
	t.Helper()
	var took time.Duration
	for range 3 {
		start := time.Now()
		f()
		if took = time.Since(start); took <= slowness*limit {
			return
		}
	}
	t.Errorf("it took %v", took)
}
