package scan

// Space returns the first index from i on that is not whitespace (RFC 8259 §2:
// space, tab, line feed, carriage return).
func Space(src []byte, i int) int {
	if i < len(src) && src[i] <= ' ' {
		return spaceRun(src, i)
	}
	return i
}

// spaceRun is Space where there is some, most likely. In indented text that is
// one space, or a line feed and then spaces, which it passes eight at a time.
func spaceRun(src []byte, i int) int {
	if i < len(src)-1 && src[i] == ' ' && src[i+1] > ' ' {
		return i + 1
	}
	for i < len(src) && isSpace(src[i]) {
		i++
		for i >= 0 && i < len(src)-7 {
			if other := word(src, i) ^ ' '*ones; other != 0 {
				i += first(other)
				break
			}
			i += wordSize
		}
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
