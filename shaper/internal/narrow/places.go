package narrow

import (
	"encoding/binary"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// places are the positions of one value of a schema under all ways. Ways that drop the value
// are left out.
type places []place

func (all places) any(is func(place) bool) bool { return slices.ContainsFunc(all, is) }

// without returns the places for which is does not hold; it returns all if there is no other.
func (all places) without(is func(place) bool) places {
	if !all.any(is) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), is)
}

func (all places) areUntouched() bool {
	return !all.any(func(p place) bool { return !p.isUntouched() })
}

// to returns the places of the content of the values. next returns the states that lead there.
// lost means that the content is gone under some way.
func (all places) to(next func(place) []*fieldmask.State) (in places, lost bool) {
	for _, p := range all {
		if p.isEmptied() {
			lost = true
			continue
		}
		for _, s := range next(p) {
			child := p.in().at(s)
			if child.isGone() {
				lost = true
			} else if !slices.Contains(in, child) {
				if in == nil {
					in = make(places, 0, len(all))
				}
				in = append(in, child)
			}
		}
	}
	return in, lost
}

// member returns the places of a member.
func (all places) member(name string) (places, bool) {
	return all.to(func(p place) []*fieldmask.State { return []*fieldmask.State{p.state.Member([]byte(name))} })
}

// others returns the places of members without a name in apart. lost means that some of them
// are always dropped. It fails if there are too many places.
func (all places) others(apart map[string]bool) (in places, lost, ok bool) {
	ok = true
	in, lost = all.to(func(p place) []*fieldmask.State {
		states, known := p.state.Unnamed()
		ok = ok && known
		for _, name := range p.state.Named() {
			if !apart[name] {
				states = append(states, p.state.Member([]byte(name)))
			}
		}
		return states
	})
	return in, lost, ok
}

// element returns the places of array elements. lost means that some of them may be dropped in
// any case. It fails if there are too many places.
func (all places) element() (in places, lost, ok bool) {
	ok = true
	in, lost = all.to(func(p place) []*fieldmask.State {
		states, known := p.asList().state.Elements()
		ok = ok && known
		return states
	})
	return in, lost, ok
}

// derived returns the members that objects may gain.
func (all places) derived() (fields []plan.Derived) {
	for _, p := range all {
		for _, d := range p.acts.Derive {
			s := p.state.Member([]byte(d.Name))
			if s.Verdict() == fieldmask.Keep && !slices.Contains(fields, d) {
				fields = append(fields, d)
			}
		}
	}
	return fields
}

// key returns a unique key of places.
func (w *walker) key(all places) string {
	b := make([]byte, 0, 8*len(all))
	for _, p := range all {
		id, known := w.states[p.state]
		if !known {
			id = len(w.states)
			w.states[p.state] = id
		}
		b = binary.AppendUvarint(b, uint64(p.way))
		b = binary.AppendUvarint(b, uint64(id))
		b = append(b, byte(p.depth<<1))
		if p.inPayload() {
			b[len(b)-1]++
		}
	}
	return string(b)
}
