package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/lookahead"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rootindex"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/writer"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// value is a value at the position of the walk.
type value struct {
	state *fieldmask.State
	acts  *plan.Acts
	head  writer.Head
	start int            // offset of its first byte
	step  *rowcache.Step // of the row; may be nil
}

var noHead = writer.Head{Comma: -1, Key: -1}

// containers holds the open containers.
type containers struct {
	stack  []frame
	extras []extra // of the containers that have one
}

// frame is one open container. Rare facts are in an [extra], so that a frame stays small.
type frame struct {
	reading
	rowcache.Terms // of its members or elements
	traits
	key  uint32 // offset of its name, if it is a member
	acts *plan.Acts
	undo writer.Checkpoint // of the output before the container
}

// reading is the progress in a container. Most containers need nothing else.
type reading struct {
	row        *rowcache.Row // may be nil
	read, kept int           // members or elements
	start      uint32        // offset of the container
	check      nameCheck     // of an object
	gone       losses
}

// losses tells why members or elements are gone, apart from include lists.
type losses uint8

const (
	toExclude losses = 1 << iota
	toElision        // the masks had kept them
)

// traits are properties of a container.
type traits struct {
	payload  bool // its members are subject to elision
	free     bool // privacy patterns apply
	cut      bool // acts.Limit removed elements
	copied   bool // a journal alone needs the walk: duplicate names do not count
	hasExtra bool
}

// extra holds the rare facts of an open container.
type extra struct {
	size    int                // elements, if the state needs it
	began   int                // length of the output before it, if it has a default
	part    int                // number of the part that may be taken back
	sources []source           // of the derived fields, one each
	chosen  lookahead.Choice   // elements that stay in a cut
	index   *rootindex.Members // of its members, or nil
	cells   *cells             // of an array whose elements have names
}

// top returns the innermost open container, or nil.
func (c *containers) top() *frame {
	if len(c.stack) == 0 {
		return nil
	}
	return &c.stack[len(c.stack)-1]
}

// push opens a container in place, since frames are large.
func (c *containers) push(r *reading, undo writer.Checkpoint) *frame {
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

// widen returns the extra of the innermost container and adds it if needed.
func (c *containers) widen(f *frame) *extra {
	if !f.hasExtra {
		f.hasExtra = true
		c.extras = append(c.extras, extra{})
	}
	return c.extra(f)
}

// extra returns the extra of f, the innermost container, or a zero value to read.
func (c *containers) extra(f *frame) *extra {
	if f.hasExtra {
		return &c.extras[len(c.extras)-1]
	}
	return &noExtra
}

// around returns the extra of the container around the innermost one, or a zero value to
// read.
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

var noExtra extra // read only

// isPlain reports whether no rule asks about f or the values in it.
func (f *frame) isPlain() bool { return !f.Asked && f.acts == plan.NoActs }

// isFirst reports whether f has kept nothing so far. f is nil around the document.
func (f *frame) isFirst() bool { return f == nil || f.kept == 0 }

// took counts a value that was written into f.
func (f *frame) took() {
	if f != nil {
		f.kept++
	}
}

// lost records that an exclude removed something from f.
func (f *frame) lost() {
	if f != nil {
		f.gone |= toExclude
	}
}
