package redact

// The names on the way to a string count as if they had stood in it. Containers are
// entered when a string in them asks first, and only once, so that a million strings
// at the same place cost no more than one does.

// Follows reports whether the names on the way to a string matter. Where they do not,
// nothing here needs to be called.
func (h *Hider) Follows() bool { return h.names.follows }

// Leave goes back on the way to where it leads into so many containers.
func (h *Hider) Leave(depth int) {
	n := &h.names
	n.back(n.own)
	if depth < len(n.way) {
		n.back(n.way[depth])
		n.way = n.way[:depth]
	}
	n.own = len(n.changes)
}

// Enter goes on into a container, by the name that it has as a member; an element
// has none.
func (h *Hider) Enter(name []byte) {
	n := &h.names
	n.way = append(n.way, len(n.changes))
	n.pass(name)
	n.own = len(n.changes)
}

// Stood begins a string in the innermost container, by the name that it has as a
// member; an element has none. It comes after Leave.
func (h *Hider) Stood(name []byte) { h.names.pass(name) }
