package redact

// The names of the members above a string count as if they occurred in it. The caller enters a
// container when the first string in it needs processing, and only once. So a million strings
// in one container cost no more than one.

// Follows reports whether the names above a string matter. If not, the methods of this file
// need not be called.
func (h *Hider) Follows() bool { return h.names.follows }

// Leave returns to the container at a depth.
func (h *Hider) Leave(depth int) {
	n := &h.names
	n.back(n.own)
	if depth < len(n.way) {
		n.back(n.way[depth])
		n.way = n.way[:depth]
	}
	n.own = len(n.changes)
}

// Enter enters a container by its member name; an element has none.
func (h *Hider) Enter(name []byte) {
	n := &h.names
	n.way = append(n.way, len(n.changes))
	n.pass(name)
	n.own = len(n.changes)
}

// Stood begins a string in the innermost container by its member name; an element has none.
// Call it after Leave.
func (h *Hider) Stood(name []byte) { h.names.pass(name) }
