package hide

import "github.com/seed-7aa78ce4/shape/internal/loose"

// words withholds what the words text[from:to] give away: the values behind names
// that meet a rule of privacy or tiers. It returns the end of what it looked at,
// for a value may go on behind the words.
func (h *Hider) words(text []byte, from, to int) (end int) {
	if !h.names.any {
		return to
	}
	a := &h.assignments
	a.Read(text, from, to)
	end = to
	for found, ok := a.Next(); ok; found, ok = a.Next() {
		switch m := h.meets(found); {
		case m.private:
			reach := a.Reach(found, h.private)
			h.withhold(text, reach.Start, reach.End)
			end = max(end, reach.End)
		case m.ordinary:
			h.counts.Opaque++
		}
	}
	return end
}

// unread withholds in the rest of a text what is not to be read, as if it were words.
func (h *Hider) unread(text []byte, from int) {
	if len(h.rules.Names.Withholds) > 0 {
		h.names.reach(h.rules.Names.Withholds...)
		h.withhold(text, from, len(text))
		return
	}
	h.words(text, from, len(text))
}

// private reports whether the name of an assignment meets a rule of privacy or
// tiers.
func (h *Hider) private(found loose.Assignment) bool { return h.meets(found).private }

// meets says which rules the name of an assignment meets, whatever it stands for.
func (h *Hider) meets(found loose.Assignment) (all met) {
	h.assignments.Readings(found, func(name []byte) bool {
		m := h.names.see(name)
		all.private, all.ordinary = all.private || m.private, all.ordinary || m.ordinary
		return true
	})
	return all
}

// withhold puts the mark in the place of a value, unless it is there.
func (h *Hider) withhold(text []byte, from, to int) {
	if from < to && !isMark(text[from:to]) {
		h.edit(from, to, mark)
		h.take(text[from:to])
		h.counts.Withheld++
		h.unsettled = true
	}
}

// remark looks into the comment text[start:end]: what closes it stays, so that what
// could be read can be read again.
func (h *Hider) remark(text []byte, start, end int) {
	end = loose.CommentEnd(text, start, end)
	h.words(text[:end], start, end)
}
