package pass

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// Told is what a pass has to say beside the document itself. The documents inside
// are in it.
type Told struct {
	Cuts     Cuts   // of lists
	Texts    Cuts   // of strings
	Withheld Places // values in texts that are no JSON, which their names give away
	Opaque   Places // names in such texts that met an exclude, and stayed
	Missed   Places // private names in such texts of which nothing was withheld, and broken encoded texts

	Shortened Places // strings
	Tightened int    // of them, of which a budget left less than the rules do
	Low       int    // values that went for their low priority
	Outlined  int    // payloads
	Folded    int    // lists that are tables now

	Text int // bytes of the shortest string in a slot that is not empty; 0 is none
	Data int // bytes of the document inside that is no text
}

// Places are places in a response. At most maxPlaces of them are spelled out, as
// patterns of pointers, so that the rules bound them and not the rows.
type Places struct {
	Count int
	At    []string
}

const (
	maxPlaces   = 16
	maxLooked   = 1 << 12 // places are spelled to see whether their patterns are new
	longestSpot = 200     // bytes of a pattern
)

// note counts n more of what is at one place.
func (p *Places) note(n int, spell func() string) {
	if n > 0 && p.Count < maxLooked && len(p.At) < maxPlaces {
		p.take(spell())
	}
	p.Count += n
}

// join takes in the places of a document inside, whose own pattern spell spells.
func (p *Places) join(inner Places, spell func() string) {
	for _, at := range inner.At {
		if len(p.At) < maxPlaces {
			p.take(words.Shorten(spell()+at, longestSpot))
		}
	}
	p.Count += inner.Count
}

func (p *Places) take(at string) {
	if !slices.Contains(p.At, at) {
		p.At = append(p.At, at)
	}
}

// noteText notes how long a string in a slot is.
func (t *Told) noteText(size int) {
	if size > len(`""`) && (t.Text == 0 || size < t.Text) {
		t.Text = size
	}
}

// note counts what was withheld or kept in the string v in f.
func (p *Pass) note(f *frame, v *value, counts redact.Counts) {
	spell := func() string { return p.pattern(f, v) }
	p.told.Withheld.note(counts.Withheld, spell)
	p.told.Opaque.note(counts.Opaque, spell)
	p.told.Missed.note(counts.Missed, spell)
}

// join takes in what the document inside v in f has to say.
func (p *Pass) join(f *frame, v *value, inner Told) {
	p.told.Cuts.Join(inner.Cuts)
	p.told.Texts.Join(inner.Texts)
	spell := func() string { return p.pattern(f, v) }
	p.told.Withheld.join(inner.Withheld, spell)
	p.told.Opaque.join(inner.Opaque, spell)
	p.told.Missed.join(inner.Missed, spell)
	p.told.Shortened.join(inner.Shortened, spell)
	p.told.Tightened += inner.Tightened
	p.told.Low += inner.Low
	p.told.Outlined += inner.Outlined
	p.told.Folded += inner.Folded
}

// pattern spells the pointer of v in f, with a star for each position, shortened where
// it is too long.
func (p *Pass) pattern(f *frame, v *value) string {
	var b []byte
	for i := 1; i < len(p.stack) && len(b) <= longestSpot; i++ {
		b = p.appendSpot(b, &p.stack[i-1], int(p.stack[i].key))
	}
	if f != nil {
		b = p.appendSpot(b, f, v.head.key)
	}
	return words.Shorten(string(b), longestSpot)
}

// appendSpot appends the step of a pattern from f to an element, or to the member
// whose name is at src[key].
func (p *Pass) appendSpot(b []byte, f *frame, key int) []byte {
	if !f.isObject {
		return append(b, "/*"...)
	}
	end, _, _ := scan.String(p.src, key, p.doc.Limits.StringBytes)
	name := p.src[key+1 : end-1]
	return words.AppendPointer(b, string(scan.AppendUnquote(nil, name[:min(len(name), longestSpot)])))
}
