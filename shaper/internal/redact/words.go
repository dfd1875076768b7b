package redact

import (
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// words withholds the values that follow private names in text that is not JSON.
type words struct {
	rules       *plan.Hiding
	names       *names
	out         *output
	assignments jsonish.Assignments
	cells       jsonish.Assignments // between the private cells of a table
	holds       bool                // assignments refer to a text

	// The callbacks are made once, since a text may hold millions of names.
	column func(name []byte) bool
	cell   func(scan.Span)
	also   func(jsonish.Assignment) bool
	text   []byte // the text of the cells
	gap    int    // it was searched up to here
}

// hide withholds the values that follow private names in text[from:to]. It returns the end of
// the processed text, since a value may extend beyond to.
func (w *words) hide(text []byte, from, to int) (end int) {
	if !w.names.any {
		return to
	}
	a := &w.assignments
	if a.Spots = nil; w.names.rules.Spots != nil {
		a.Spots = w.names.rules.Spots
	}
	w.holds = true
	return w.search(a, text, from, to)
}

// search is hide for the assignments of one kind.
func (w *words) search(a *jsonish.Assignments, text []byte, from, to int) (end int) {
	a.Read(text, from, to)
	end = to
	for found, ok := a.Next(); ok; found, ok = a.Next() {
		switch m := w.meets(found); {
		case m.private:
			end = max(end, w.withholdValue(a, text, found))
		case m.ordinary && !found.Bare:
			w.out.counts.Opaque++
		}
	}
	return end
}

// hideCell hides a private cell of a table, and the values of names with a sign before it.
func (w *words) hideCell(cell scan.Span) {
	w.hideGap(cell.Start)
	w.withhold(w.text, scan.Span{Start: max(cell.Start, w.gap), End: cell.End})
	w.gap = max(w.gap, cell.End)
}

// hideGap hides the values of names with a sign up to a place in a table.
func (w *words) hideGap(to int) {
	if w.gap < to {
		w.gap = w.search(&w.cells, w.text, w.gap, to)
	}
}

// withholdValue withholds the value of a private name and returns its end. It counts a name
// whose value was not found.
func (w *words) withholdValue(a *jsonish.Assignments, text []byte, found jsonish.Assignment) (end int) {
	private, before := w.names.private, w.out.counts.Withheld
	if found.Bare {
		w.text, w.gap = text, found.Name.End
		if end, ok := a.Table(found, w.column, w.cell); ok {
			w.hideGap(end)
			a.Pass(w.gap)
			return w.gap
		}
	}
	reach := a.Reach(found, w.also)
	w.withhold(text, reach)
	if w.names.private = private; w.out.counts.Withheld > before && w.out.taken != nil {
		w.out.taken.Met.AddRule(w.rules.All, private, 1)
	}
	if reach.Start == reach.End && a.Missed(found) {
		w.out.counts.Missed++
	}
	return reach.End
}

// withhold replaces a value by the mark, unless it is a replacement of a rule.
func (w *words) withhold(text []byte, value scan.Span) {
	if value.Start < value.End && !w.rules.IsReplacement(text[value.Start:value.End]) {
		w.out.withhold(text, value.Start, value.End)
	}
}

// withholdAll withholds the rest of a text for the rules without a name.
func (w *words) withholdAll(text []byte, from int) {
	w.names.reach(w.names.rules.Withholds...)
	w.names.private = w.names.rules.Withholds[0]
	w.out.withhold(text, from, len(text))
}

// hideComment processes the comment text[start:end]. It leaves the closing sign alone, so that
// the text stays readable.
func (w *words) hideComment(text []byte, start, end int) {
	end = jsonish.CommentEnd(text, start, end)
	w.hide(text[:end], start, end)
}

// meets returns the rules that the name of an assignment matches in any reading.
func (w *words) meets(found jsonish.Assignment) (all met) {
	w.assignments.Readings(found, func(name []byte) bool {
		m := w.names.see(name)
		all.private, all.ordinary = all.private || m.private, all.ordinary || m.ordinary
		return true
	})
	return all
}
