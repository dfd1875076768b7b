package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// walk is the state of the walk over one value in a text.
type walk struct {
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
	pairing
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
	w.text, w.open, w.item = text, w.open[:0], item{Place: at, start: start}
	w.tokens.Begin(text, start)
	w.looked = 0
	w.sizes.reset()
	for t, ok := w.tokens.Next(); ok; t, ok = w.tokens.Next() {
		switch t.Kind {
		case jsonish.Name:
			h.member(w, t)
		case jsonish.Comma:
			w.top().cut.comma = true
		case jsonish.Colon:
		case jsonish.Comment:
			h.comment(w, t)
		case jsonish.EndObject, jsonish.EndArray:
			h.close(w, t)
		default:
			if top := w.top(); top != nil && !top.isObject {
				h.element(w, top, t)
			}
			h.begin(level, w, t)
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

// member begins a member.
func (h *Hider) member(w *walk, t jsonish.Token) {
	top := w.top()
	h.settle(&top.cut, t.Start)
	name := h.unquote(w.text, t)
	h.names.pass(name)
	w.item = item{top.member(name), t.Start, h.rolesOf(name), h.point()}
}

// unquote returns the unescaped name of a token. It is valid until the next call.
func (h *Hider) unquote(text []byte, t jsonish.Token) []byte {
	name := text[t.Start+1 : t.End-1]
	if t.Escaped {
		h.name = scan.AppendUnquote(h.name[:0], name)
		name = h.name
	}
	return name
}

// element begins an element of an array.
func (h *Hider) element(w *walk, top *container, t jsonish.Token) {
	h.settle(&top.cut, t.Start)
	w.item = item{top.element(top.read, top.size), t.Start, 0, h.point()}
	top.read++
}

// begin processes the value that begins with a token.
func (h *Hider) begin(level int, w *walk, t jsonish.Token) {
	top, it := w.top(), &w.item
	if top != nil {
		if h.hideBeside(w, top, t) {
			return
		}
		h.visit(it.All)
		if act := it.acting(); act != nil && act.Verdict() == fieldmask.Drop {
			h.takeBack(it.done)
			end := h.skip(w, t)
			if act.Forbidden() >= 0 {
				h.takeValue(act, w.text[t.Start:end])
			}
			top.cut.drop(it.start, end)
			return
		} else if act != nil && len(act.Marks()) > 0 && h.redactValue(w, top, t, act) {
			return
		}
		if it.spares && it.All.Verdict() == fieldmask.Drop && top.All.Verdict() != fieldmask.Drop {
			h.counts.Opaque++
		}
	}
	switch t.Kind {
	case jsonish.BeginObject, jsonish.BeginArray:
		if t.Kind == jsonish.BeginArray || !h.hideTableAt(level, w, t) {
			h.enter(w, t)
		}
		return
	case jsonish.String:
		h.hideString(level, w.text, t, it.Place)
	}
	if top != nil {
		top.cut.keep(t.End, h.point())
	}
}

// enter opens a container.
func (h *Hider) enter(w *walk, t jsonish.Token) {
	c := container{Place: w.item.inside(h.rules), isObject: t.Kind == jsonish.BeginObject, start: t.Start, cut: newCut}
	c.pairing = w.pairingOf(c.isObject, h.rules)
	if !c.isObject && c.NeedsSize() {
		c.size = w.sizes.lengthAt(w.text, t.Start)
	}
	w.open = append(w.open, c)
}

// close ends the innermost container.
func (h *Hider) close(w *walk, t jsonish.Token) {
	h.finish(&w.top().cut, t.Start)
	w.open = w.open[:len(w.open)-1]
	if top := w.top(); top != nil {
		top.cut.keep(t.End, h.point())
	}
}

// visit records the rules that end at a value.
func (h *Hider) visit(s *fieldmask.State) {
	if len(h.names.reached) > 0 {
		for _, rule := range s.Ends() {
			h.names.reached[rule] = true
		}
	}
}

// skip skips the value that begins with a token and returns its end. It records the names in
// the value.
func (h *Hider) skip(w *walk, t jsonish.Token) (end int) {
	if t.Kind != jsonish.BeginObject && t.Kind != jsonish.BeginArray {
		return t.End
	}
	for depth := w.tokens.Depth(); w.tokens.Depth() >= depth; {
		inside, ok := w.tokens.Next()
		if !ok {
			break
		}
		if inside.Kind == jsonish.Name && h.names.follows {
			h.names.pass(h.unquote(w.text, inside))
		}
	}
	return w.tokens.At()
}

// redactValue replaces a value if a mask says so.
func (h *Hider) redactValue(w *walk, top *container, t jsonish.Token, at *fieldmask.State) bool {
	r := h.rules.Redaction(at)
	if r == nil {
		return false
	}
	end := h.skip(w, t)
	if !bytes.Equal(w.text[t.Start:end], r.With) {
		h.takeValue(at, w.text[t.Start:end])
		h.edit(t.Start, end, r.With)
	}
	top.cut.keep(end, h.point())
	return true
}

// comment processes a comment, unless it belongs to a removed item.
func (h *Hider) comment(w *walk, t jsonish.Token) {
	if c := &w.top().cut; c.from >= 0 {
		c.to = t.End
		return
	}
	h.hideComment(w.text, t.Start, t.End)
}

// hideString processes a string of a text.
func (h *Hider) hideString(level int, text []byte, t jsonish.Token, at Place) {
	raw := text[t.Start+1 : t.End-1]
	if h.Encoded && encoded.MayBeDataURL(raw) && h.hideDataURL(level, t, raw, at) {
		return
	}
	// In text that is not data, two quotes of another language can enclose JSON. Example:
	// ['"["', {'name': 1}, '"]"']. Its names count like the names beside it.
	looks := h.Looks(raw, escapesOf(raw, t.Escaped)) || at.spares && assigns(&h.rules.Names.Endings, raw, t.Escaped)
	if !looks && !(h.censors && h.rules.MayFit(raw)) {
		return
	}
	said := raw
	if t.Escaped {
		if len(raw) > h.room {
			h.hideUnread(text[:t.End-1], t.Start+1)
			return
		}
		h.room -= len(raw)
		defer func() { h.room += len(raw) }()
		into := &h.levels[level+1].text
		*into = scan.AppendUnquote((*into)[:0], raw)
		said = *into
	}
	around := h.inward()
	if looks {
		h.hideText(level+1, said, at.found())
	}
	if h.censors && h.censor(t, said, around) {
		return
	}
	h.outward(around, raw, t.Start+1)
}

// hideDataURL applies the hiding rules to the text of a data URL and replaces the string. It
// reports false if the string holds no such text.
func (h *Hider) hideDataURL(level int, t jsonish.Token, raw []byte, at Place) bool {
	if len(raw) > h.room {
		return false
	}
	text, isText, ok := encoded.FromDataURL(scan.AppendUnquote(nil, raw))
	if !isText {
		return false
	}
	if !ok {
		h.counts.Missed++
		return true
	}
	h.room -= len(raw)
	defer func() { h.room += len(raw) }()
	if h.Taken != nil {
		h.Taken.Cover()
	}
	around := h.inward()
	h.hideText(level+1, text.Said, at.found())
	left := Append(nil, text.Said, h.since(around))
	if h.censors {
		left, _ = h.rules.Censor(left, &h.writes)
	}
	if h.back(around); !bytes.Equal(left, text.Said) {
		h.edit(t.Start, t.End, scan.AppendQuote(nil, text.Encode(left)))
	}
	return true
}

// censor applies the privacy patterns to the edited content of a string, and replaces the
// string if one matches.
func (h *Hider) censor(t jsonish.Token, said []byte, around written) bool {
	h.edited = Append(h.edited[:0], said, h.since(around))
	censored, by := h.rules.Censor(h.edited, &h.writes)
	if by != nil {
		h.back(around)
		h.edit(t.Start, t.End, scan.AppendQuote(nil, censored))
	}
	return by != nil
}
