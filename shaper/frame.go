package shaper

import "github.com/seed-7aa78ce4/shape/fieldmask"

// frame is one open container of the walk.
type frame struct {
	object                  // what its names are read with; of an array, its state and how many elements were read
	elem   *fieldmask.State // state of every element, where positions do not matter
	head   head             // what stands before the container
	start  int              // of the container in the input
	place  int              // its position in the container around it
	undo   mark             // the output before the container
	acts   *acts            // what the plan's marks ask for at this container
	kept   int              // of them, kept
	body   int              // where the container begins in the output; only where acts.def is set
	size   int              // elements, where the state needs to know
	told   int              // decisions in the journal before it
	index  *rootIndex       // of its members, where it is the root and somebody asks

	derived []source // what the fields of acts.derive are made of, one for each

	isObject bool
	payload  bool // its members are subject to elision
	free     bool // not protocol: patterns apply
	hidden   bool // an exclude took something out of it
	cut      bool // acts.limit took something out of it
	copied   bool // it is walked for the trace alone: duplicate names do not matter
}

// head is what stands before a value: the comma, and the member name with its
// colon. A position of -1 is absent.
type head struct {
	comma, key, keyEnd, colon int
}

var noHead = head{comma: -1, key: -1}
