// Package output writes what the command makes: documents whole or not at all,
// files in one step, and every fault told. It imposes no exit status.
package output

import (
	"os"
	"sync"
)

// Gate keeps a signal from coming between a document and its end: whatever
// writes, or makes and removes a temporary file, holds it meanwhile.
type Gate struct {
	Force bool // replacements may lose owners, access control lists and attributes

	mu    sync.Mutex
	temps map[string]bool // the temporary files that are there
}

// NewGate returns an open gate.
func NewGate() *Gate { return &Gate{temps: map[string]bool{}} }

// Shut waits for what is being written, removes the temporary files and lets
// nobody through any more.
func (g *Gate) Shut() {
	g.mu.Lock()
	g.sweep()
}

// Sweep removes the temporary files that nobody is left to remove.
func (g *Gate) Sweep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sweep()
}

func (g *Gate) sweep() {
	for name := range g.temps {
		os.Remove(name)
	}
}

// Pass does something that a signal must not cut short.
func (g *Gate) Pass(do func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return do()
}
