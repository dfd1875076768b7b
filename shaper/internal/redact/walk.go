package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// walk applies the hiding rules to one value in a text. Nested texts go back to the hider.
type walk struct {
	h      *Hider
	level  int // of the text
	text   []byte
	tokens jsonish.Tokens
	ahead  jsonish.Tokens // of an object that is searched for a name
	looked int            // bytes read by such searches
	tabled bool           // an object in the text may have the member $columns
	open   []container
	item   item
	sizes  sizes
}

// container is an open object or array.
type container struct {
	Place    // of its content
	isObject bool
	read     int // elements
	start    int // offset of its bracket
	size     int // of an array, if a rule counts from its end
	cut      cut
	pairs    pairing
}

// item is the current member or element.
type item struct {
	Place
	start int        // of its name, or of the element
	roles plan.Roles // for the names beside it
	done  point      // before it; if the item goes, edits of comments behind its name go too
}

// hideValue walks a readable value and applies the hiding rules.
func (h *Hider) hideValue(level int, text []byte, start int, at Place) {
	w := &h.levels[level].walk
	w.h, w.level, w.text, w.looked = h, level, text, 0
	w.open, w.item = w.open[:0], item{Place: at, start: start}
	w.tokens.Begin(text, start)
	w.sizes.reset()
	for t, ok := w.tokens.Next(); ok; t, ok = w.tokens.Next() {
		switch t.Kind {
		case jsonish.Name:
			w.member(t)
		case jsonish.Comma:
			w.top().cut.comma = true
		case jsonish.Colon:
		case jsonish.Comment:
			if c := &w.top().cut; c.from >= 0 { // it belongs to a removed item
				c.to = t.End
			} else {
				h.words.hideComment(text, t.Start, t.End)
			}
		case jsonish.EndObject, jsonish.EndArray:
			h.out.finish(&w.top().cut, t.Start)
			w.open = w.open[:len(w.open)-1]
			w.keep(t.End)
		default:
			if top := w.top(); top != nil && !top.isObject {
				h.out.settle(&top.cut, t.Start)
				w.item = item{top.element(top.read, top.size), t.Start, 0, h.out.point()}
				top.read++
			}
			w.value(t)
		}
	}
}

// mostLooked bounds the bytes that the searches of one value read.
func (w *walk) mostLooked() int { return 64<<10 + 32*len(w.text) }

// top returns the innermost open container, or nil at the value itself.
func (w *walk) top() *container {
	if len(w.open) == 0 {
		return nil
	}
	return &w.open[len(w.open)-1]
}

// keep records that the item that ends at an offset stays in its container.
func (w *walk) keep(end int) {
	if top := w.top(); top != nil {
		top.cut.keep(end, w.h.out.point())
	}
}

// member begins a member.
func (w *walk) member(t jsonish.Token) {
	top, h := w.top(), w.h
	h.out.settle(&top.cut, t.Start)
	name := h.names.unquote(w.text, t)
	h.names.pass(name)
	w.item = item{top.member(name), t.Start, w.rolesOf(name), h.out.point()}
}

// value processes the value that begins with a token.
func (w *walk) value(t jsonish.Token) {
	top, it, h := w.top(), &w.item, w.h
	if top != nil {
		if w.hideBeside(top, t) {
			return
		}
		h.names.visit(it.All)
		if act := it.acting(); act != nil && act.Verdict() == fieldmask.Drop {
			h.out.takeBack(it.done)
			end := w.skip(t)
			if act.Forbidden() >= 0 {
				h.out.take(act, w.text[t.Start:end])
				h.names.private = act.Forbidden()
			}
			top.cut.drop(it.start, end)
			return
		} else if act != nil && len(act.Marks()) > 0 {
			if r := h.rules.Redaction(act); r != nil {
				w.replace(t, act, r.With)
				return
			}
		}
		if it.spares && it.All.Verdict() == fieldmask.Drop && top.All.Verdict() != fieldmask.Drop {
			h.out.counts.Opaque++
		}
	}
	switch t.Kind {
	case jsonish.BeginObject, jsonish.BeginArray:
		if t.Kind == jsonish.BeginArray || !w.hideTable(t) {
			w.enter(t)
		}
		return
	case jsonish.String:
		w.hideString(t)
	}
	w.keep(t.End)
}

// enter opens a container.
func (w *walk) enter(t jsonish.Token) {
	isObject := t.Kind == jsonish.BeginObject
	c := container{Place: w.item.inside(w.h.rules), isObject: isObject, start: t.Start, cut: newCut, pairs: w.pairingOf(isObject)}
	if !isObject && c.NeedsSize() {
		c.size = w.sizes.lengthAt(w.text, t.Start)
	}
	w.open = append(w.open, c)
}

// skip skips the value that begins with a token and returns its end. It records the names in
// the value.
func (w *walk) skip(t jsonish.Token) (end int) {
	if t.Kind != jsonish.BeginObject && t.Kind != jsonish.BeginArray {
		return t.End
	}
	for depth := w.tokens.Depth(); w.tokens.Depth() >= depth; {
		inside, ok := w.tokens.Next()
		if !ok {
			break
		}
		if n := &w.h.names; inside.Kind == jsonish.Name && n.follows {
			n.pass(n.unquote(w.text, inside))
		}
	}
	return w.tokens.At()
}

// replace replaces a value that a rule hides at a state. A nil state means that the value may
// have a private name.
func (w *walk) replace(t jsonish.Token, at *fieldmask.State, with []byte) {
	end := w.skip(t)
	if value := w.text[t.Start:end]; !bytes.Equal(value, with) {
		w.h.out.edit(t.Start, end, with)
		w.h.out.take(at, value)
	}
	w.keep(end)
}

// hideString processes a string of the text.
func (w *walk) hideString(t jsonish.Token) {
	raw, at, h := w.text[t.Start+1:t.End-1], w.item.Place, w.h
	if h.Screen.Encoded && encoded.MayBeDataURL(raw) && w.hideDataURL(t, raw) {
		return
	}
	// In text that is not data, two quotes of another language can enclose JSON. Example:
	// ['"["', {'name': 1}, '"]"']. Its names count like the names beside it.
	looks := h.Screen.Looks(raw, escapesOf(raw, t.Escaped)) || at.spares && assigns(&h.names.rules.Endings, raw, t.Escaped)
	if !looks && !(h.censors && h.rules.MayFit(raw)) {
		return
	}
	said := raw
	if t.Escaped {
		if len(raw) > h.room {
			// The rest of the text is too large to read, so it counts as words.
			if rest := w.text[:t.End-1]; len(h.names.rules.Withholds) > 0 {
				h.words.withholdAll(rest, t.Start+1)
			} else {
				h.words.hide(rest, t.Start+1, len(rest))
			}
			return
		}
		h.room -= len(raw)
		defer func() { h.room += len(raw) }()
		into := &h.levels[w.level+1].text
		*into = scan.AppendUnquote((*into)[:0], raw)
		said = *into
	}
	around := h.out.inward()
	if looks {
		h.hideText(w.level+1, said, at.found())
	}
	if h.censors { // the patterns act on the edited content
		h.edited = Append(h.edited[:0], said, h.out.since(around))
		if censored, by := h.rules.Censor(h.edited, &h.writes); by != nil {
			h.out.back(around)
			h.out.edit(t.Start, t.End, scan.AppendQuote(nil, censored))
			return
		}
	}
	h.out.outward(around, raw, t.Start+1)
}

// hideDataURL applies the hiding rules to the text of a data URL and replaces the string. It
// reports false if the string holds no such text.
func (w *walk) hideDataURL(t jsonish.Token, raw []byte) bool {
	h := w.h
	if len(raw) > h.room {
		return false
	}
	text, isText, ok := encoded.FromDataURL(scan.AppendUnquote(nil, raw))
	if !isText {
		return false
	}
	if !ok {
		h.out.counts.Missed++
		return true
	}
	h.room -= len(raw)
	defer func() { h.room += len(raw) }()
	if h.out.taken != nil {
		h.out.taken.Cover()
	}
	around := h.out.inward()
	h.hideText(w.level+1, text.Said, w.item.found())
	left := Append(nil, text.Said, h.out.since(around))
	if h.censors {
		left, _ = h.rules.Censor(left, &h.writes)
	}
	if h.out.back(around); !bytes.Equal(left, text.Said) {
		h.out.edit(t.Start, t.End, scan.AppendQuote(nil, text.Encode(left)))
	}
	return true
}
