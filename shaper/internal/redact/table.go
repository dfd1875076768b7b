package redact

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Table hides values in an object with the member $columns. A table loses the same as its list
// would lose at the place. Any other such object is withheld if a rule could match a name in
// it. Out is nil if nothing was hidden.
func (h *Hider) Table(object []byte, at Place, censors bool) (out []byte, counts Counts) {
	h.ready(len(object), censors)
	return h.hideTable(0, object, at), h.out.counts
}

// hideTable implements Table for a text at a level.
func (h *Hider) hideTable(level int, object []byte, at Place) (out []byte) {
	rows, ok := tables.List(object, *h.lim)
	if ok && level <= plan.MaxNesting {
		h.opened = max(h.opened, level+1)
		around := h.out.inward()
		h.levels[level].walk.tabled = tables.MayHold(rows)
		h.hideValue(level, rows, 0, at)
		left := Append(nil, rows, h.out.since(around))
		if h.out.back(around); bytes.Equal(left, rows) {
			return nil
		}
		return tables.Table(left)
	}
	if !ok && !h.mayMeet(object, at) {
		return nil
	}
	h.out.counts.Withheld++
	h.out.take(nil, object)
	return withheldCell
}

// mostMet is the number of places below an object that mayMeet looks at.
const mostMet = 64

// mayMeet reports whether a rule could match a string in an object as the name of a column or
// a member. Names may lie below each other.
func (h *Hider) mayMeet(object []byte, at Place) bool {
	if at.NeedsSize() || !at.IsUniform(h.rules) {
		return true
	}
	met := []Place{at, at.Element(h.rules, 0, 1)}
	var tokens jsonish.Tokens
	tokens.Begin(object, 0)
	for t, ok := tokens.Next(); ok; t, ok = tokens.Next() {
		if t.Kind != jsonish.String && t.Kind != jsonish.Name {
			continue
		}
		name := h.names.unquote(object, t)
		for _, p := range met[:len(met):len(met)] {
			in := p.Member(h.rules, name)
			if in.All.Verdict() == fieldmask.Drop || h.rules.Redaction(in.All) != nil || in.NeedsSize() || !in.IsUniform(h.rules) {
				return true
			}
			for _, p := range []Place{in, in.Element(h.rules, 0, 1)} {
				if !slices.Contains(met, p) {
					met = append(met, p)
				}
			}
		}
		if len(met) > mostMet {
			return true
		}
	}
	return false
}

// hideTable hides values in the object at a token if it has the member $columns. It reports
// whether the object is done.
func (w *walk) hideTable(t jsonish.Token) bool {
	if !w.tabled || !w.namesColumns(t.Start) {
		return false
	}
	end, at := w.skip(t), w.item.Place
	if out := w.h.hideTable(w.level+1, w.text[t.Start:end], at); out != nil {
		w.h.out.edit(t.Start, end, out)
	}
	w.keep(end)
	return true
}

// namesColumns reports whether an object has the member $columns. If such searches have read
// more than a multiple of the text, it reports true for each object.
func (w *walk) namesColumns(start int) (found bool) {
	a := &w.ahead
	a.Begin(w.text, start)
	for t, ok := a.Next(); ok && !found; t, ok = a.Next() {
		found = t.Kind == jsonish.Name && a.Depth() == 1 && string(w.h.names.unquote(w.text, t)) == tables.Marker ||
			w.looked+a.At()-start > w.mostLooked()
	}
	w.looked += a.At() - start
	return found
}
