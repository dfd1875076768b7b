package fieldmask

import "unicode/utf8"

// foldedGlob is a pattern of folded names. A separator of the pattern beside a star
// stands for the border of two parts: *_token meets accessToken, not token.
type foldedGlob struct {
	exact  glob
	pieces []foldedPiece
}

type foldedPiece struct {
	letters       []byte
	begins, ends  bool // at a border of two parts
	first, isLast bool
}

// foldGlob compiles a pattern. It fails if a piece between two stars has no letter, for
// then the pattern would mean less than it says.
func foldGlob(pattern string) (g foldedGlob, ok bool) {
	g.exact = compileGlob(pattern)
	pieces := append(append([][]byte{g.exact.head}, g.exact.middle...), g.exact.tail)
	any := false
	for i, text := range pieces {
		f := foldName(text, nil, nil)
		piece := foldedPiece{letters: append([]byte(nil), f.letters...), first: i == 0, isLast: i == len(pieces)-1}
		if len(piece.letters) == 0 && len(text) > 0 {
			return g, false
		}
		if any = any || len(text) > 0; len(text) > 0 {
			piece.begins = i > 0 && isSeparated(utf8.DecodeRune(text))
			piece.ends = i < len(pieces)-1 && isSeparated(utf8.DecodeLastRune(text))
		}
		g.pieces = append(g.pieces, piece)
	}
	return g, any
}

func isSeparated(r rune, _ int) bool { return kindOf(r) == separator }

// match reports whether a name, unescaped, fits the pattern as it is or folded.
func (g foldedGlob) match(name []byte) bool {
	if g.exact.match(name) {
		return true
	}
	var memory foldMemory
	f := foldName(name, memory.letters[:0], memory.parts[:0])
	at := 0
	for i := range g.pieces {
		end, ok := g.pieces[i].find(&f, at)
		if !ok {
			return false
		}
		at = end
	}
	return true
}

// find returns the end of the first place of the piece from a letter on.
func (p *foldedPiece) find(f *folding, from int) (end int, ok bool) {
	last := len(f.letters) - len(p.letters)
	switch {
	case p.first:
		last = min(last, from)
	case p.isLast:
		if last < from {
			return 0, false
		}
		from = last
	}
	for at := from; at <= last; at++ {
		end := at + len(p.letters)
		if string(f.letters[at:end]) == string(p.letters) && (!p.begins || f.begins(at)) && (!p.ends || f.begins(end)) {
			return end, true
		}
	}
	return 0, false
}
