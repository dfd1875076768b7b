package bench

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// patternEngine drops names, and masks what patterns fit.
func patternEngine(tb testing.TB, names, patterns []string) *shaper.Engine {
	tb.Helper()
	privacy := profiles.Privacy{Drop: names}
	for _, p := range patterns {
		privacy.Mask = append(privacy.Mask, profiles.PrivacyMask{Pattern: p})
	}
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{privacy}})
	if err != nil {
		tb.Fatal(err)
	}
	eng, err := shaper.New(set, shaper.FailClosed())
	if err != nil {
		tb.Fatal(err)
	}
	return eng
}

// BenchmarkPatterns measures what ten patterns cost, alone and beside names that are
// dropped: where none of them fits anything, and where there is an address in a string
// of ten.
func BenchmarkPatterns(b *testing.B) {
	engines := []struct {
		name string
		*shaper.Engine
	}{
		{"none", engine(b)}, {"ten", patternEngine(b, nil, Patterns)},
		{"names", patternEngine(b, dropped, nil)}, {"names-ten", patternEngine(b, dropped, Patterns)},
	}
	for _, c := range hidingCorpora {
		bodies := c.bodies()
		for _, e := range engines {
			b.Run(c.name+"/"+e.name, func(b *testing.B) { measure(b, e.Engine, turns(shaper.Request{}, bodies)) })
		}
	}
	matching := bytes.ReplaceAll(Search(1), []byte(`.md"`), []byte(`.md by me@example.com"`))
	for _, e := range engines {
		b.Run("addresses/"+e.name, func(b *testing.B) { measure(b, e.Engine, turns(shaper.Request{}, [][]byte{matching})) })
	}
}
