package stats

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Place identifies a path pattern in a response. The zero Place is the response itself.
type Place int

// elsewhere stands for all places beyond the bounds, with everything below them.
const elsewhere Place = -1

const (
	maxPlaces = 1 << 12
	maxNames  = 64  // distinguished names of one object
	longest   = 200 // bytes of a name, and of a pattern
)

// place is a node of the tree of places.
type place struct {
	step
	names   int  // distinguished names below it
	crowded bool // there are more names
}

// step leads from a place to a place below it, by a name or by any index or name.
type step struct {
	from Place
	any  bool
	name string
}

// Element returns the place of the elements of an array.
func (t *Tally) Element(of Place) Place {
	if at, known := t.below[step{from: of, any: true}]; known {
		return at
	}
	return t.add(step{from: of, any: true})
}

// Member returns the place of a member of an object. The name must be unescaped.
func (t *Tally) Member(of Place, name []byte) Place {
	if of == elsewhere {
		return elsewhere
	}
	if len(name) > longest {
		name = []byte(words.ShortenMiddle(string(name), longest))
	}
	object := &t.places[of]
	if at, known := t.below[step{from: of, name: string(name)}]; known && !object.crowded {
		return at
	}
	if object.crowded = object.names == maxNames; object.crowded {
		return t.Element(of)
	}
	object.names++
	return t.add(step{from: of, name: string(name)})
}

// add adds a place, or returns elsewhere if there is no room.
func (t *Tally) add(s step) Place {
	if s.from == elsewhere || len(t.places) == maxPlaces {
		return elsewhere
	}
	at := Place(len(t.places))
	t.places, t.below[s] = append(t.places, place{step: s}), at
	return at
}

// Name returns the last name on the way to a place, "" if there is none.
func (t *Tally) Name(at Place) string {
	for at > 0 && t.places[at].any {
		at = t.places[at].from
	}
	if at <= 0 {
		return ""
	}
	return t.places[at].name
}

// Pattern spells a place as a JSON Pointer. A * stands for any step. It shortens a long
// pattern in the middle.
func (t *Tally) Pattern(at Place) string {
	var way []step // back to the response
	for ; at > 0; at = t.places[at].from {
		way = append(way, t.places[at].step)
	}
	if most := 2 * longest; len(way) > most { // each step takes a byte at least
		way = slices.Delete(way, most/2, len(way)-most/2)
	}
	var spelled []byte
	for _, s := range slices.Backward(way) {
		if s.any {
			spelled = append(spelled, "/*"...)
		} else {
			spelled = words.AppendPointer(spelled, s.name)
		}
	}
	return words.ShortenMiddle(string(spelled), longest)
}
