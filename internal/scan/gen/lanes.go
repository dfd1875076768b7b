package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes writes 32 bytes of data once for each content.
func lanes(content [32]byte) Mem {
	if m, ok := data[content]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("lanes%d", len(data)), RODATA|NOPTR)
	DATA(0, String(content[:]))
	data[content] = m
	return m
}

var data = map[[32]byte]Mem{}

// all is c in every lane.
func all(c byte) Mem {
	var content [32]byte
	for i := range content {
		content[i] = c
	}
	return lanes(content)
}

// table is one of 16 entries, for VPSHUFB.
func table(entries [16]byte) Mem {
	var content [32]byte
	for i := range content {
		content[i] = entries[i%16]
	}
	return lanes(content)
}

// product is a set of bytes: those with one of the high halves, and one of the low
// ones.
type product struct{ high, low string } // hexadecimal digits

// tables returns the tables for the class of a byte. For a byte in set n, bit n is set in
// the entries of both its halves.
func tables(sets []product) (high, low [16]byte) {
	for n, set := range sets {
		mark(&high, set.high, n)
		mark(&low, set.low, n)
	}
	return high, low
}

func mark(entries *[16]byte, halves string, bit int) {
	for _, digit := range halves {
		var half int
		if _, err := fmt.Sscanf(string(digit), "%x", &half); err != nil {
			panic(err)
		}
		entries[half] |= 1 << bit
	}
}

// mask makes one word of the high bits of the lanes.
func mask(v [2]reg.VecVirtual) reg.GPVirtual {
	low, high := GP64(), GP64()
	VPMOVMSKB(v[0], low.As32())
	VPMOVMSKB(v[1], high.As32())
	SHLQ(Imm(32), high)
	ORQ(high, low)
	return low
}

// highHalves returns the high halves of the bytes.
func highHalves(text [2]reg.VecVirtual) (halves [2]reg.VecVirtual) {
	for half, v := range text {
		halves[half] = YMM()
		VPSRLW(Imm(4), v, halves[half])
		VPAND(all(0x0F), halves[half], halves[half])
	}
	return halves
}

// lookUp returns the entries at the low halves of the indexes. Indexes with a high bit
// give zero.
func lookUp(entries [16]byte, index [2]reg.VecVirtual) (found [2]reg.VecVirtual) {
	t := YMM()
	VMOVDQU(table(entries), t)
	for half, v := range index {
		found[half] = YMM()
		VPSHUFB(v, t, found[half])
	}
	return found
}

// and keeps in a the bits that b has as well.
func and(a, b [2]reg.VecVirtual) {
	VPAND(b[0], a[0], a[0])
	VPAND(b[1], a[1], a[1])
}

// classesOf returns the sets that each byte of an ASCII text is in.
func classesOf(sets []product, text [2]reg.VecVirtual) [2]reg.VecVirtual {
	highs, lows := tables(sets)
	classes := lookUp(highs, highHalves(text))
	and(classes, lookUp(lows, text))
	return classes
}

// none marks the bytes that are in no set.
func none(classes [2]reg.VecVirtual) reg.GPVirtual {
	zero, is := YMM(), [2]reg.VecVirtual{YMM(), YMM()}
	VPXOR(zero, zero, zero)
	for half, v := range classes {
		VPCMPEQB(zero, v, is[half])
	}
	return mask(is)
}

// shifted returns m, moved up by n bits.
func shifted(m reg.GPVirtual, n int) reg.GPVirtual {
	to := GP64()
	MOVQ(m, to)
	if n > 0 {
		SHLQ(Imm(uint64(n)), to)
	}
	return to
}
