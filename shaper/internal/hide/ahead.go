package hide

import "github.com/seed-7aa78ce4/shape/internal/loose"

// ahead looks for names that stand behind their values (GUARANTEES, pairs).
type ahead struct {
	tokens loose.Tokens
	left   int // bytes that may still be read for the document
}

// begin readies it for a document.
func (a *ahead) begin(src []byte) { a.left = 64<<10 + 32*len(src) }

// nameBehind returns the place of the member that a name in the object top names, if it
// is private. isOver reports that there are too many bytes to read.
func (h *Hider) nameBehind(w *walk, top *container) (at Place, isOver bool) {
	tokens, isName := &h.names.ahead.tokens, false
	tokens.Begin(w.text, top.start)
	for at.All == nil && tokens.At()-top.start < h.names.ahead.left {
		t, ok := tokens.Next()
		switch {
		case !ok:
			h.names.ahead.left -= tokens.At() - top.start
			return at, false
		case tokens.Depth() > 1:
		case t.Kind == loose.Name:
			isName = h.kindOfMember(h.unquote(w.text, t)) == pairName
		case t.Kind == loose.String && isName:
			at = h.privateMember(top.Place, h.unquote(w.text, t))
		}
	}
	h.names.ahead.left -= tokens.At() - top.start
	return at, at.All == nil
}
