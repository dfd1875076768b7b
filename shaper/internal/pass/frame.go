package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// value is a value that the walk has come to.
type value struct {
	state *fieldmask.State
	acts  *plan.Acts
	head  head
	start int   // src[start] is its first byte
	step  *step // that leads to it, where a row has one
}

// head is what stands before a value: the comma, and the member name with its
// colon. A position of -1 is absent.
type head struct {
	comma, key, keyEnd, colon int
}

var noHead = head{comma: -1, key: -1}

// containers are those that are open.
type containers struct {
	stack  []frame
	extras []extra // of those that have one
	pairing
}

// frame is one open container of the walk. There are as many as a document is deep,
// so that what few containers need is elsewhere, in an [extra].
type frame struct {
	reading
	terms // on which its members or elements are read
	traits
	key  uint32 // where its name begins, if it is a member
	acts *plan.Acts
	undo checkpoint // the output before the container
}

// traits are what is so about a container.
type traits struct {
	payload  bool // its members are subject to elision
	free     bool // not protocol: patterns apply
	cut      bool // acts.Limit took something out of it
	copied   bool // it is walked for the trace alone: duplicate names do not matter
	hasExtra bool
}

// extra is what is known besides of some of the open containers.
type extra struct {
	size    int          // elements, where the state needs to know
	began   int          // size of the output before it, where it has a default or tells of cuts
	part    int          // of the response that may be taken back
	sources []source     // what the fields of acts.Derive are made of, one for each
	best    []bool       // the elements that stay, where they are ranked
	index   *memberIndex // of its members, where somebody asks
	cells   *cells       // of an array whose elements have names
}

// push pushes a container, to be filled where it is: frames are large.
func (c *containers) push(r *reading, undo checkpoint) *frame {
	if n := len(c.stack); n < cap(c.stack) {
		c.stack = c.stack[:n+1]
	} else {
		c.stack = append(c.stack, frame{})
	}
	f := &c.stack[len(c.stack)-1]
	*f = frame{}
	f.reading, f.undo = *r, undo
	return f
}

// isPlain reports whether nothing is asked of f, nor of what is in it.
func (f *frame) isPlain() bool { return !f.asked && f.acts == plan.NoActs }

// widen gives the innermost container an extra.
func (c *containers) widen(f *frame) *extra {
	if !f.hasExtra {
		f.hasExtra = true
		c.extras = append(c.extras, extra{})
	}
	return c.extra(f)
}

// narrow takes the extra of the innermost container from it, which is about to close.
// It is valid until another one is widened.
func (c *containers) narrow(f *frame) *extra {
	x := c.extra(f)
	if f.hasExtra {
		c.extras = c.extras[:len(c.extras)-1]
	}
	return x
}

// extra is what is known besides of f, the innermost container; all of it is zero
// for most.
func (c *containers) extra(f *frame) *extra {
	if f.hasExtra {
		return &c.extras[len(c.extras)-1]
	}
	return &noExtra
}

// around is what is known besides of the container around the innermost one.
func (c *containers) around() *extra {
	n, e := len(c.stack), len(c.extras)
	if n < 2 || !c.stack[n-2].hasExtra {
		return &noExtra
	}
	if c.stack[n-1].hasExtra {
		e--
	}
	return &c.extras[e-1]
}

// noExtra is that of most containers. Nobody writes to it.
var noExtra extra

// isFirst reports whether f, which is nil around the document, has kept nothing
// so far.
func (f *frame) isFirst() bool { return f == nil || f.kept == 0 }

// took counts a value that was written into f.
func (f *frame) took() {
	if f != nil {
		f.kept++
	}
}

// lost notes that an exclude took something out of f.
func (f *frame) lost() {
	if f != nil {
		f.gone |= toExclude
	}
}
