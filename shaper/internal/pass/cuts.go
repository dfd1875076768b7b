package pass

import (
	"slices"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Cuts are the lists or strings of a document that lost something, one entry for each
// path. It holds at most [envelope.MaxNotes] entries: the last one then counts all paths
// that have no entry of their own ([envelope.OtherPaths]).
type Cuts []envelope.Cut

// isFull reports whether no further path gets an entry of its own.
func (all Cuts) isFull() bool { return len(all) == envelope.MaxNotes }

// find returns the index of the entry for a path, -1 if the path needs a new one.
func (all Cuts) find(path []byte) int {
	for i := range all {
		if all[i].Path == string(path) {
			return i
		}
	}
	return all.other()
}

// other returns the index of the entry for paths without their own, -1 if there is none.
func (all Cuts) other() int {
	if all.isFull() {
		return len(all) - 1
	}
	return -1
}

// at returns the index of the entry for a path, and adds the entry if it is missing.
func (all *Cuts) at(path string) int {
	if i := slices.IndexFunc(*all, func(c envelope.Cut) bool { return c.Path == path }); i >= 0 {
		return i
	}
	if i := all.other(); i >= 0 {
		return i
	}
	if len(*all) == envelope.MaxNotes-1 {
		path = envelope.OtherPaths
	}
	*all = append(*all, envelope.Cut{Path: path})
	return len(*all) - 1
}

// Join adds the cuts of another document or of another part of this one.
func (all *Cuts) Join(more Cuts) {
	for _, c := range more {
		i := all.at(c.Path)
		(*all)[i] = (*all)[i].Plus(c)
	}
}

// mirror joins the cuts of the other half of a result. Both halves hold the same data, so
// a list counts once. If the halves differ, the larger loss counts.
func (all *Cuts) mirror(half Cuts) {
	for _, c := range half {
		i := all.at(c.Path)
		if known := (*all)[i]; c.Total-c.Kept+c.Strings > known.Total-known.Kept+known.Strings {
			c.Path = known.Path
			(*all)[i] = c
		}
	}
}

// limited is the state of a pass for the limits of its plan.
type limited struct {
	bounds
	tight   Tight
	half    Cuts   // lists of documents that are values; the texts repeat them
	texts   Cuts   // strings of those documents
	path    []byte // scratch: the path of a list or string that was cut
	notes   int    // values that were compared with the words of notes
	digests digests
}

// cut records that the array f, the innermost container, lost elements. It allocates only
// for a new path.
func (p *Pass) cut(f *frame) {
	c := envelope.Cut{Total: f.read, Kept: f.kept, Lists: 1, Over: p.isTighter(f), By: p.cutBy(f)}
	if p.extra(f).best != nil {
		c.RankedBy = f.acts.Rank
	}
	p.told.Cuts.add(p.maskOf(f, nil), c)
}

// cutBy returns the rule that limits the array f, "" if only a budget does.
func (p *Pass) cutBy(f *frame) string {
	switch {
	case f.acts.Limit.Max >= 0:
		return f.acts.Limit.Rule
	case p.plan.Resolved.MaxItems > 0:
		return plan.ByMaxItems
	}
	return ""
}

// add counts a list or string at a path.
func (all *Cuts) add(path []byte, c envelope.Cut) {
	i := all.find(path)
	if i < 0 {
		i = all.at(string(path))
	}
	(*all)[i] = (*all)[i].Plus(c)
}

// maskOf returns the path of f, the innermost container, or of the value v in it: a mask
// from the payload, such as results[].entities, and "." for the payload itself. Outside a
// payload the path begins at the document. The bytes are valid until the next call.
//
// A path of more than longestSpot bytes ends in an ellipsis, so that spelling one costs a
// bounded time.
func (p *Pass) maskOf(f *frame, v *value) []byte {
	b, from := p.limited.path[:0], 0
	for from < len(p.stack) && !p.stack[from].payload {
		from++
	}
	if from == len(p.stack) && !(v != nil && payload(f, v)) {
		from = 0
	}
	for i := from + 1; i < len(p.stack) && len(b) <= longestSpot; i++ {
		b = p.appendStepOfMask(b, &p.stack[i-1], int(p.stack[i].key))
	}
	if v != nil && f != nil && from < len(p.stack) {
		b = p.appendStepOfMask(b, f, v.head.key)
	}
	if len(b) == 0 {
		b = append(b, '.')
	}
	if end := longestSpot; len(b) > end {
		for !utf8.RuneStart(b[end]) {
			end--
		}
		b = append(b[:end], "…"...)
	}
	p.limited.path = b
	return b
}

// appendStepOfMask appends the step from f to its elements, or to the member whose name
// begins at src[key].
func (p *Pass) appendStepOfMask(b []byte, f *frame, key int) []byte {
	if !f.isObject {
		return append(b, "[]"...)
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	name, escaped := nameWithin(p.src[key+1:])
	if escaped {
		p.members.name = scan.AppendUnquote(p.members.name[:0], name)
		name = p.members.name
	}
	if fieldmask.IsBare(name) {
		return append(b, name...)
	}
	return scan.AppendQuote(b, name)
}

// longestName bounds the bytes of a name that are read for a path. An escape takes six bytes
// at most for each byte that it stands for, so a longer name fills a path.
const longestName = 6 * longestSpot

// nameWithin returns the beginning of src up to the quote that ends a name. It returns just
// over longestName bytes of a longer name, and whole escapes and characters.
func nameWithin(src []byte) (name []byte, escaped bool) {
	for i := 0; ; {
		switch {
		case src[i] == '"', i > longestName && utf8.RuneStart(src[i]):
			return src[:i], escaped
		case isPair(src[i:]):
			escaped = true
			i += len(`\ud83d\ude00`)
		case src[i] == '\\' && src[i+1] == 'u':
			escaped = true
			i += len(`\u0000`)
		case src[i] == '\\':
			escaped = true
			i += len(`\n`)
		default:
			i++
		}
	}
}

// isPair reports whether src begins with the escapes of a surrogate pair.
func isPair(src []byte) bool {
	if src[0] != '\\' || src[1] != 'u' || src[2]|0x20 != 'd' || src[6] != '\\' || src[7] != 'u' || src[8]|0x20 != 'd' {
		return false
	}
	high, low := src[3]|0x20, src[9]|0x20
	return (high == '8' || high == '9' || high == 'a' || high == 'b') && low >= 'c' && low <= 'f'
}
