package redact

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// words withholds what the words text[from:to] give away: the values behind names
// that meet a rule of privacy or tiers. It returns the end of what it looked at,
// for a value may go on behind the words.
func (h *Hider) words(text []byte, from, to int) (end int) {
	if !h.names.any {
		return to
	}
	a := &h.assignments
	if a.Spots = nil; h.rules.Names.Spots != nil {
		a.Spots = h.rules.Names.Spots
	}
	a.Read(text, from, to)
	end = to
	for found, ok := a.Next(); ok; found, ok = a.Next() {
		switch m := h.meets(found); {
		case m.private:
			end = max(end, h.unveil(text, found))
		case m.ordinary && !found.Bare:
			h.counts.Opaque++
		}
	}
	return end
}

// unveil withholds the value of a private name, and returns the end of it. It counts
// a name of which nothing was withheld, though it seems to have a value.
func (h *Hider) unveil(text []byte, found jsonish.Assignment) (end int) {
	a := &h.assignments
	private, before := h.names.private, h.counts.Withheld
	ask := h.asks(text)
	if found.Bare && a.Table(found, ask.column, ask.cell) {
		return 0
	}
	reach := a.Reach(found, ask.also)
	h.withhold(text, reach.Start, reach.End)
	if h.names.private = private; h.counts.Withheld > before {
		h.count()
	}
	if reach.Start == reach.End && a.Missed(found) {
		h.counts.Missed++
	}
	return reach.End
}

// asks are what the reader of assignments calls back. They are made once: a text may hold
// millions of names.
type asks struct {
	column func(name []byte) bool
	cell   func(scan.Span)
	also   func(jsonish.Assignment) bool
	text   []byte // that cells stand in
}

// asks returns the callbacks for a text.
func (h *Hider) asks(text []byte) *asks {
	a := &h.ask
	if a.text = text; a.cell == nil {
		a.column, a.also = h.privateName, h.private
		a.cell = func(cell scan.Span) { h.withhold(a.text, cell.Start, cell.End) }
	}
	return a
}

// privateName reports whether a name meets a rule of privacy or tiers.
func (h *Hider) privateName(name []byte) bool { return h.names.see(name).private }

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
func (h *Hider) private(found jsonish.Assignment) bool { return h.meets(found).private }

// meets says which rules the name of an assignment meets, whatever it stands for.
func (h *Hider) meets(found jsonish.Assignment) (all met) {
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
	end = jsonish.CommentEnd(text, start, end)
	h.words(text[:end], start, end)
}
