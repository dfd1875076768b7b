package redact

// cut tracks the removed items of one container. A removed item takes its comma and the space
// up to the next item. A removed last item takes everything after the last kept item.
type cut struct {
	from, to int   // the bounds of the last item if it is removed; from is -1 if it stays
	comma    bool  // a comma follows the last item
	kept     int   // the end of the last kept item; -1 is none
	done     point // the state of the hider at kept
}

var newCut = cut{from: -1, kept: -1}

// keep records a kept item and the state of the hider after it.
func (c *cut) keep(end int, done point) { c.kept, c.done, c.comma = end, done, false }

// drop records a removed item.
func (c *cut) drop(from, to int) { c.from, c.to, c.comma = from, to, false }

// settle removes the last item, if it goes, when the next one begins.
func (h *Hider) settle(c *cut, next int) {
	if c.from >= 0 {
		h.edit(c.from, next, nil)
		c.from = -1
	}
}

// finish removes the last item, if it goes, when the container ends.
func (h *Hider) finish(c *cut, end int) {
	switch {
	case c.from < 0:
	case c.comma: // a trailing comma
		h.edit(c.from, end, nil)
	case c.kept >= 0:
		h.takeBack(c.done)
		h.edit(c.kept, c.to, nil)
	default:
		h.edit(c.from, c.to, nil)
	}
}
