package report

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A list in both halves counts once, with the larger loss.
func TestMirror(t *testing.T) {
	cut := func(path string, total, kept int) envelope.Cut {
		return envelope.Cut{Path: path, Total: total, Kept: kept, Lists: 1}
	}
	for _, c := range []struct {
		name             string
		texts, half, all Cuts
	}{
		{"the same", Cuts{cut("a", 5, 1)}, Cuts{cut("a", 5, 1)}, Cuts{cut("a", 5, 1)}},
		{"more in the texts", Cuts{cut("a", 5, 1)}, Cuts{cut("a", 10, 8)}, Cuts{cut("a", 5, 1)}},
		{"more in the half", Cuts{cut("a", 9, 7)}, Cuts{cut("a", 5, 1)}, Cuts{cut("a", 5, 1)}},
		{"as much", Cuts{cut("a", 9, 7)}, Cuts{cut("a", 4, 2)}, Cuts{cut("a", 9, 7)}},
		{"another list", Cuts{cut("a", 2, 1)}, Cuts{cut("b", 3, 0)}, Cuts{cut("a", 2, 1), cut("b", 3, 0)}},
	} {
		if c.texts.Mirror(c.half); !reflect.DeepEqual(c.texts, c.all) {
			t.Errorf("%s: %v, want %v", c.name, c.texts, c.all)
		}
	}
}
