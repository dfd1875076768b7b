package secrets

// gate is a quick test of the bytes behind a keyword. A step of few bytes, such as the sign
// between a name and its value, has to follow the bytes of the steps before it.
type gate [256]byte

// Values of a gate.
const (
	goesOn = 1 << iota
	opens
)

// fewBytes is the largest set of a step that makes a gate.
const fewBytes = 12

// gateOf returns the gate of a shape that starts with a keyword; nil if it has none.
func gateOf(s shape) *gate {
	var g gate
	for i, t := range s {
		if i > 0 && t.min > 0 && t.set.len() <= fewBytes {
			for c, has := range t.set {
				if has {
					g[c] |= opens
				}
			}
			return &g
		}
		for c, has := range t.set {
			if has {
				g[c] |= goesOn
			}
		}
	}
	return nil
}

func (b *bytesOf) len() (n int) {
	for _, has := range b {
		if has {
			n++
		}
	}
	return n
}

// isOpen reports whether a byte that opens the gate follows in text.
func (g *gate) isOpen(text []byte, raw bool) bool {
	for i, c := range text {
		switch {
		case i > 0 && g[c]&opens != 0 || raw && c == '\\':
			return true
		case g[c] == 0 || i > 64:
			return i > 64
		}
	}
	return false
}
