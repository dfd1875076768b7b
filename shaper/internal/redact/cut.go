package redact

// cut is what goes of the items of one container. An item goes with the comma
// behind it and what stands up to the next one; the last item goes with all that
// stands behind the last one that stays.
type cut struct {
	from, to int   // the last item read goes; from is -1 where it stays
	comma    bool  // one stands behind it
	kept     int   // the end of the last item that stays; -1 is none
	done     point // up to there
}

var newCut = cut{from: -1, kept: -1}

// keep notes an item that stays, and what was done by then.
func (c *cut) keep(end int, done point) { c.kept, c.done, c.comma = end, done, false }

// drop notes an item that goes.
func (c *cut) drop(from, to int) { c.from, c.to, c.comma = from, to, false }

// settle takes the last item away, if it goes, where the next one begins.
func (h *Hider) settle(c *cut, next int) {
	if c.from >= 0 {
		h.edit(c.from, next, nil)
		c.from = -1
	}
}

// finish takes the last item away, if it goes, where the container ends.
func (h *Hider) finish(c *cut, end int) {
	switch {
	case c.from < 0:
	case c.comma: // a trailing one
		h.edit(c.from, end, nil)
	case c.kept >= 0:
		h.takeBack(c.done)
		h.edit(c.kept, c.to, nil)
	default:
		h.edit(c.from, c.to, nil)
	}
}
