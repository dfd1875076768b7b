package pass

import (
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// hider redacts the strings of a document.
type hider struct {
	redact.Hider
	taken  *taint.Values // collects the values that privacy removes; may be nil
	sites  []site        // of the open containers, as far as strings in them asked
	opened stringRead    // the string that predict read last
	loud   int           // containers before this offset are walked for their strings
}

// site holds the facts of an open container for the strings in it.
type site struct {
	redact.Place      // in the masks that redact strings
	start        int  // offset of the container
	size         int  // its elements, if the place needs them
	known        bool // Place is set
	entered      bool // the hider knows the name
}

// site returns the site of the container with i others around it.
func (c *core) site(i int) *site {
	for len(c.hider.sites) <= i {
		c.hider.sites = append(c.hider.sites, site{})
	}
	s := &c.hider.sites[i]
	if start := int(c.open.stack[i].start); s.start != start {
		*s = site{start: start} // of another container
	}
	return s
}

// placeOf returns the place of the value v in f. It finds the place of each container once, and
// only if a string asks.
func (e *stringEditor) placeOf(f *frame, v *value) redact.Place {
	if f == nil || e.plan.Hiding.Uniform {
		return redact.Root(e.plan.Hiding)
	}
	first := len(e.open.stack) - 1
	for first > 0 && !e.site(first).known {
		first--
	}
	at := e.site(first).Place
	if !e.site(first).known {
		at = redact.Root(e.plan.Hiding)
	}
	for i := first; ; i++ {
		s := e.site(i)
		s.Place, s.known = at, true
		if i == len(e.open.stack)-1 {
			return e.placeIn(i, at, v.head.Key)
		}
		at = e.placeIn(i, at, int(e.open.stack[i+1].key))
	}
}

// placeIn returns the place of a child of the container with i others around it. The child is
// the member with its name at src[key], or the element that was read last.
func (e *stringEditor) placeIn(i int, at redact.Place, key int) redact.Place {
	rules, f, s := e.plan.Hiding, &e.open.stack[i], e.site(i)
	if f.IsObject {
		return at.Member(rules, e.names.at(e.src, key)).Stays(rules)
	}
	if s.size == 0 && at.NeedsSize() {
		s.size = e.ahead.Size(s.start)
	}
	return at.Element(rules, f.read-1, s.size).Stays(rules)
}

// enterNames gives the hider the names of the open containers.
func (e *stringEditor) enterNames() {
	entered := len(e.open.stack)
	for entered > 0 && !e.site(entered-1).entered {
		entered--
	}
	e.hider.Leave(entered)
	for i := entered; i < len(e.open.stack); i++ {
		var name []byte
		if i > 0 {
			name = e.nameOf(&e.open.stack[i-1], int(e.open.stack[i].key))
		}
		e.hider.Enter(name)
		e.site(i).entered = true
	}
}

// nameOf returns the name of a member of f, unescaped, until the next call. An element has
// none.
func (e *stringEditor) nameOf(f *frame, key int) []byte {
	if f == nil || !f.IsObject {
		return nil
	}
	return e.names.at(e.src, key)
}
