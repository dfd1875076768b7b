package hide

import "encoding/binary"

// hasTriple reports whether a text holds three bytes in a row, of which the last one may
// also be the same with bits of fold set. It is quick where the first byte stands often.
func hasTriple(text []byte, triple string, fold byte) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	a, b, c, both := ones*uint64(triple[0]), ones*uint64(triple[1]), ones*uint64(triple[2]), ones*uint64(fold)
	i := 0
	for ; i+10 <= len(text); i += 8 {
		at := text[i : i+10]
		x := binary.LittleEndian.Uint64(at) ^ a
		x |= binary.LittleEndian.Uint64(at[1:]) ^ b
		x |= (binary.LittleEndian.Uint64(at[2:]) | both) ^ c
		if (x-ones)&^x&highs != 0 {
			return true
		}
	}
	for ; i+3 <= len(text); i++ {
		if text[i] == triple[0] && text[i+1] == triple[1] && text[i+2]|fold == triple[2] {
			return true
		}
	}
	return false
}
