package shaper

import (
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// memory is what shaping needs room for, and keeps from one response to the next.
type memory struct {
	pass   pass.Pass
	index  pass.RootIndex
	skip   scan.Skipper
	key    []byte       // of a plan
	out    pass.Buffer  // output that is not the caller's own memory
	within within       // the document that is being shaped, and what shapes those inside it
	inner  *memory      // for them
	hidden taint.Values // what was hidden in the document
}

var memories = sync.Pool{New: func() any { return newMemory() }}

// newMemory has room for keys: most calls are found without one of their own, which would
// make it.
func newMemory() *memory { return &memory{key: make([]byte, 0, 1<<9)} }

// release gives the memory back.
func (m *memory) release() {
	m.forget()
	for of := m; of != nil; of = of.inner {
		of.out.Forget()
	}
	memories.Put(m)
}

// forget lets go of what belongs to the caller, and of memory that is too large, but
// for what was written.
func (m *memory) forget() {
	m.pass.Forget()
	m.index.Forget()
	m.within = within{}
}

// handOver gives the output away: a copy, or the memory itself where that is too
// large to be worth keeping.
func (m *memory) handOver(out []byte) []byte {
	if cap(out) > pass.Scratch {
		m.out = pass.Buffer{}
		return out
	}
	m.out.Text = out
	return slices.Clone(out)
}

// nested is the memory for the documents inside.
func (m *memory) nested() *memory {
	if m.inner == nil {
		m.inner = newMemory()
	}
	return m.inner
}
