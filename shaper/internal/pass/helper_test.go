package pass_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// newEngine returns an engine with the built-in profiles.
func newEngine(t testing.TB, options ...shaper.Option) *shaper.Engine {
	t.Helper()
	eng, err := shaper.New(profiles.Builtin(), options...)
	if err != nil {
		t.Fatal(err)
	}
	return eng
}

// shapeIn shapes a document in the memory of a pass.
func shapeIn(memory *pass.Pass, p *plan.Plan, d pass.Doc, dst []byte) (done pass.Outcome, err error) {
	err = memory.Run(p, &d, dst, &done)
	return done, err
}
