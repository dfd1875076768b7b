package taint

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// spells reports whether a text has an escape of a character that needs none: a number, as
// in \u0041, or an escaped slash.
func spells(text []byte) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := bytes.IndexByte(text, '\\')
	if i < 0 {
		return false
	}
	for ; i+8 < len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:]) ^ '\\'*ones
		for at := (x - ones) &^ x & highs; at != 0; at &= at - 1 {
			if spellsAt(text, i+bits.TrailingZeros64(at)/8) {
				return true
			}
		}
	}
	for ; i+1 < len(text); i++ {
		if spellsAt(text, i) {
			return true
		}
	}
	return false
}

func spellsAt(text []byte, i int) bool {
	return text[i] == '\\' && (text[i+1] == 'u' || text[i+1] == '/')
}
