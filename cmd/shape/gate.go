package main

import (
	"os"
	"sync"
)

// gate keeps a signal from coming between a document and its end: whatever
// writes, or makes and removes a temporary file, holds it meanwhile.
type gate struct {
	mu    sync.Mutex
	temps map[string]bool // the temporary files that are there
}

func newGate() *gate { return &gate{temps: map[string]bool{}} }

// shut waits for what is being written, removes the temporary files and lets
// nobody through any more.
func (g *gate) shut() {
	g.mu.Lock()
	for name := range g.temps {
		os.Remove(name)
	}
}

// pass does something that a signal must not cut short.
func (g *gate) pass(do func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return do()
}
