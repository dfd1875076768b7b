package shaper_test

import (
	"slices"
)

// rules are what the model shapes by. Each list of includes is a layer; the
// second one holds for the items of the document.
type rules struct {
	include       []way
	fields        []way
	items         []wayStep
	exclude       []way
	always        []way
	unmatchedKeep bool
	emptiedDrop   bool
	nulls         bool
	arrays        bool
	objects       bool
	duplicates    string // reject, first or last
}

// layer is an include list, rooted at every place its scope leads to.
type layer struct {
	scope   []wayStep
	include []way
}

// standing is what a layer says to a value.
type standing int

const (
	refused standing = iota
	partial          // something below may be selected
	selected
)

// stand judges a value by one layer (LAWS 1 to 4).
func (l layer) stand(at place) standing {
	best := refused
	inside := false
	for i := range len(at) + 1 {
		if !ends(l.scope, at[:i], false) {
			continue
		}
		inside = true
		for _, w := range l.include {
			best = max(best, stands(w, at[i:]))
		}
	}
	if !inside {
		return selected // outside of the scope, above which nothing is judged
	}
	if best == refused && leads(l.scope, at, false) {
		return partial
	}
	return best
}

// stands judges a value by one include.
func stands(w way, at place) standing {
	for i := range len(at) + 1 {
		if ends(w.steps, at[:i], w.pointer) {
			return selected
		}
	}
	if leads(w.steps, at, w.pointer) {
		return partial
	}
	return refused
}

// layers are the include lists; always_keep joins those that are rooted in the
// payload.
func (r *rules) layers() []layer {
	var all []layer
	if len(r.include) > 0 {
		all = append(all, layer{nil, slices.Concat(r.include, r.always)})
	}
	switch {
	case len(r.fields) > 0 && r.items == nil:
		all = append(all, layer{nil, slices.Concat(r.fields, r.always)})
	case len(r.fields) > 0:
		all = append(all, layer{r.items, r.fields})
	}
	return all
}

func (r *rules) stand(at place) standing {
	worst := selected
	for _, l := range r.layers() {
		worst = min(worst, l.stand(at))
	}
	return worst
}

func (r *rules) excluded(at place) bool {
	return slices.ContainsFunc(r.exclude, func(w way) bool { return ends(w.everywhere().steps, at, w.pointer) })
}

func (r *rules) elides() bool { return r.nulls || r.arrays || r.objects }

// decides reports whether any rule may change something below a place (LAWS 9:
// duplicate names matter there, and only there).
func (r *rules) decides(at place) bool {
	if r.elides() {
		return true
	}
	for _, w := range r.exclude {
		if w = w.everywhere(); leads(w.steps, at, w.pointer) {
			return true
		}
	}
	for _, l := range r.layers() {
		if l.stand(at) != selected || leads(l.scope, at, false) {
			return true
		}
	}
	return false
}

// spared reports whether elision leaves the place alone.
func (r *rules) spared(at place) bool {
	return slices.ContainsFunc(r.always, func(w way) bool { return ends(w.steps, at, w.pointer) })
}

// isItems reports whether the place is the list of the items, which stays where
// no item is selected.
func (r *rules) isItems(at place) bool { return r.items != nil && ends(r.items, at, false) }

// modelError is a document that the model refuses.
type modelError string

func (e modelError) Error() string { return string(e) }

const errDuplicate = modelError("duplicate name")

// shape is the whole of the mask stage. The root is never left out, and is its own
// list of items where it is a list.
func (r *rules) shape(v *value) (*value, error) {
	if v.kind == '[' && r.items != nil {
		own := *r
		own.items = []wayStep{}
		r = &own
	}
	s := shaping{rules: r}
	out, _, _ := s.value(v, nil, false)
	if s.duplicate {
		return nil, errDuplicate
	}
	if out == nil {
		out = &value{kind: v.kind, raw: "null"}
	}
	return out, nil
}

type shaping struct {
	*rules
	duplicate bool
}

// value returns what stays of a value, or nil; hidden tells that an exclude took
// it, or all that was in it, elided that the masks had kept it.
func (s *shaping) value(v *value, at place, isMember bool) (out *value, hidden, elided bool) {
	stand := s.stand(at)
	switch {
	case s.excluded(at):
		return nil, true, false
	case stand == refused:
		return nil, false, false
	case v.kind == 0:
		if stand == partial && len(at) > 0 {
			return nil, false, false
		}
		if s.nulls && v.raw == "null" && isMember && !s.spared(at) {
			return nil, false, true
		}
		return v, false, false
	}
	if !s.decides(at) {
		return v, false, false
	}
	out, hid, elid := s.children(v, at)
	if len(at) == 0 || len(out.members)+len(out.elems) > 0 {
		return out, false, false
	}
	wasElided := elid || s.elides() && v.kind == '{' && len(v.members) == 0
	switch {
	case !elid && hid && s.emptiedDrop:
		return nil, true, false
	case !wasElided && stand == partial && !s.unmatchedKeep && !s.isItems(at):
		return nil, false, false
	case (v.kind == '[' && s.arrays || v.kind == '{' && s.objects) && isMember && !s.spared(at):
		return nil, false, true
	}
	return out, false, false
}

// children shapes what is in a container; hid tells that an exclude took part of
// it.
func (s *shaping) children(v *value, at place) (out *value, hid, elid bool) {
	out = &value{kind: v.kind}
	for i, e := range v.elems {
		kept, hidden, elided := s.value(e, at.then(hop{at: i, size: len(v.elems)}), false)
		hid, elid = hid || hidden, elid || elided
		if kept != nil {
			out.elems = append(out.elems, kept)
		}
	}
	for _, m := range s.members(v) {
		kept, hidden, elided := s.value(m.value, at.then(hop{name: m.name}), true)
		hid, elid = hid || hidden, elid || elided
		if kept != nil {
			out.members = append(out.members, member{m.name, m.raw, kept})
		}
	}
	return out, hid, elid
}

// members applies the rule for duplicate names (LAWS 9).
func (s *shaping) members(v *value) []member {
	holds := func(i int) bool {
		same := func(m member) bool { return m.name == v.members[i].name }
		before := slices.ContainsFunc(v.members[:i], same)
		after := slices.ContainsFunc(v.members[i+1:], same)
		switch s.duplicates {
		case "first":
			return !before
		case "last":
			return !after
		}
		s.duplicate = s.duplicate || before
		return true
	}
	var members []member
	for i, m := range v.members {
		if holds(i) {
			members = append(members, m)
		}
	}
	return members
}
