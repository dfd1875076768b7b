// Package output writes documents whole or not at all, and files in one step. It reports each
// error.
package output

import (
	"os"
	"sync"
)

// Gate delays a signal until a document or a file operation is complete. Writers hold it while
// they write, and while they make or remove a temporary file.
type Gate struct {
	Force bool // replacements may lose owners, access control lists and attributes

	mu    sync.Mutex
	temps map[string]bool // existing temporary files
}

// NewGate returns an open gate.
func NewGate() *Gate { return &Gate{temps: map[string]bool{}} }

// Shut waits for the current write, removes the temporary files and blocks all further writes.
func (g *Gate) Shut() {
	g.mu.Lock()
	g.sweep()
}

// Sweep removes the remaining temporary files.
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

// Pass runs do, and no signal interrupts it.
func (g *Gate) Pass(do func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return do()
}
