package bench

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// BenchmarkPatterns measures what ten patterns cost, alone and beside names that are
// dropped: where none of them fits anything, and where there is an address in a string
// of ten.
func BenchmarkPatterns(b *testing.B) {
	engines := []struct {
		name string
		*shaper.Engine
	}{
		{"none", engine(b)}, {"ten", privateEngine(b, nil, Patterns)},
		{"names", privateEngine(b, dropped, nil)}, {"names-ten", privateEngine(b, dropped, Patterns)},
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
