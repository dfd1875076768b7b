package bench

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// BenchmarkPatterns measures the cost of ten patterns, alone and beside dropped names. In
// one corpus nothing matches. In the other, one string of ten has an address.
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
