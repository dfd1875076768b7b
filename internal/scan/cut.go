package scan

// A cut is the search for the end of the document at the head of a stream. It
// goes on where it stopped, however the bytes arrive; offsets are from the
// first byte of the document.
type cut struct {
	at    int // looked at so far
	depth int // containers open
	text  int // where the text of the string begins that is open, or 0
}

// find looks for the end of the document in src, which begins with the first
// byte of it and holds what has arrived. It returns whether c.at is the end, or
// the fault at c.at: only limits are looked after.
func (c *cut) find(src []byte, lim *Limits) (found bool, kind Kind) {
	switch first := src[0]; {
	case first == '{' || first == '[' || first == '"':
		found, kind = c.structure(src, lim)
	case first == '-' || first-'0' <= 9:
		found = c.number(src)
	case literalOf(first) != "":
		found = c.literal(src, literalOf(first))
	default:
		c.at, found = 1, true // no document: validation will say so
	}
	if c.at > lim.DocumentBytes {
		c.at, kind = lim.DocumentBytes, KindSize
	}
	return found, kind
}

// structure looks for the bracket or the quote that closes the document.
func (c *cut) structure(src []byte, lim *Limits) (found bool, kind Kind) {
	for c.at < len(src) {
		if c.text > 0 {
			if kind := c.string(src, lim); c.text > 0 {
				return false, kind
			}
		} else if c.at = bracketOrQuote(src, c.at); c.at == len(src) {
			return false, KindNone
		} else if kind := c.bracket(src[c.at], lim); kind != KindNone {
			return false, kind
		}
		if c.depth <= 0 && c.text == 0 {
			return true, KindNone
		}
	}
	return false, KindNone
}

// bracket takes in one bracket or opening quote.
func (c *cut) bracket(b byte, lim *Limits) Kind {
	switch b {
	case '"':
		c.text = c.at + 1
	case '{', '[':
		if c.depth >= lim.Depth {
			return KindDepth
		}
		c.depth++
	default:
		c.depth--
	}
	c.at++
	return KindNone
}

// string looks for the quote that closes the open string.
func (c *cut) string(src []byte, lim *Limits) Kind {
	next, closed := stringEnd(src, c.at)
	size := next - c.text
	if closed {
		size--
	}
	if size > lim.StringBytes {
		c.at = c.text + lim.StringBytes
		return KindStringSize
	}
	c.at = next
	if closed {
		c.text = 0
	}
	return KindNone
}

// number looks for the first byte that can be in no number.
func (c *cut) number(src []byte) (found bool) {
	for ; c.at < len(src); c.at++ {
		switch b := src[c.at]; {
		case b-'0' <= 9, b == '-', b == '+', b == '.', b|0x20 == 'e':
		default:
			return true
		}
	}
	return false
}

// literal looks for the last letter of the literal, or the first byte that is
// not of it, which goes with the document so that validation can point to it.
func (c *cut) literal(src []byte, name string) (found bool) {
	for c.at < len(src) {
		k := c.at
		c.at++
		if src[k] != name[k] || c.at == len(name) {
			return true
		}
	}
	return false
}

// bracketOrQuote returns the index of the first bracket or quote from i on.
func bracketOrQuote(src []byte, i int) int {
	for i < len(src) && !structural[src[i]] {
		i++
	}
	return i
}

var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}
