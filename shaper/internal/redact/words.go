package redact

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// hideWords withholds the values that follow private names in text[from:to]. It returns the
// end of the processed text, since a value may extend beyond to.
func (h *Hider) hideWords(text []byte, from, to int) (end int) {
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
			end = max(end, h.withholdValue(text, found))
		case m.ordinary && !found.Bare:
			h.counts.Opaque++
		}
	}
	return end
}

// withholdValue withholds the value of a private name and returns its end. It counts a name
// whose value was not found.
func (h *Hider) withholdValue(text []byte, found jsonish.Assignment) (end int) {
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

// asks holds the callbacks for the reader of assignments. They are made once, since a text may
// hold millions of names.
type asks struct {
	column func(name []byte) bool
	cell   func(scan.Span)
	also   func(jsonish.Assignment) bool
	text   []byte // the text of the cells
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

// privateName reports whether a name matches a privacy or tier rule.
func (h *Hider) privateName(name []byte) bool { return h.names.see(name).private }

// hideUnread treats the rest of a text as words, since it is too large to read.
func (h *Hider) hideUnread(text []byte, from int) {
	if len(h.rules.Names.Withholds) > 0 {
		h.names.reach(h.rules.Names.Withholds...)
		h.withhold(text, from, len(text))
		return
	}
	h.hideWords(text, from, len(text))
}

// private reports whether the name of an assignment matches a privacy or tier rule.
func (h *Hider) private(found jsonish.Assignment) bool { return h.meets(found).private }

// meets returns the rules that the name of an assignment matches in any reading.
func (h *Hider) meets(found jsonish.Assignment) (all met) {
	h.assignments.Readings(found, func(name []byte) bool {
		m := h.names.see(name)
		all.private, all.ordinary = all.private || m.private, all.ordinary || m.ordinary
		return true
	})
	return all
}

// withhold replaces a value by the mark, unless it is the mark.
func (h *Hider) withhold(text []byte, from, to int) {
	if from < to && !isMark(text[from:to]) {
		h.edit(from, to, mark)
		if h.Taken != nil {
			h.Taken.AddText(text[from:to]) // GUARANTEES, taint
		}
		h.counts.Withheld++
		h.unsettled = true
	}
}

// hideComment processes the comment text[start:end]. It leaves the closing sign alone, so that
// the text stays readable.
func (h *Hider) hideComment(text []byte, start, end int) {
	end = jsonish.CommentEnd(text, start, end)
	h.hideWords(text[:end], start, end)
}
