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
	start int // src[start] is its first byte
}

// head is what stands before a value: the comma, and the member name with its
// colon. A position of -1 is absent.
type head struct {
	comma, key, keyEnd, colon int
}

var noHead = head{comma: -1, key: -1}

// frame is one open container of the walk.
type frame struct {
	value
	object // of an array, no more of it than how many elements were read
	traits

	elem    *fieldmask.State // state of every element, where positions do not matter
	size    int              // elements, where the state needs to know
	nth     int              // its position in the container around it
	kept    int              // members or elements that were kept
	undo    checkpoint       // the output before the container
	began   int              // size of the output before the container; only where it has a default or tells of cuts
	part    int              // of the response that may be taken back
	sources []source         // what the fields of acts.Derive are made of, one for each
	index   *RootIndex       // of its members, where it is the root and somebody asks
}

// traits are what is so about a container.
type traits struct {
	isObject bool
	payload  bool // its members are subject to elision
	free     bool // not protocol: patterns apply
	hidden   bool // an exclude took something out of it
	elided   bool // elision took something out of it, which the masks had kept
	cut      bool // acts.Limit took something out of it
	copied   bool // it is walked for the trace alone: duplicate names do not matter
}

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
		f.hidden = true
	}
}
