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

// tables returns those from which a byte is classified: where it is in the set n, bit
// n is set in the entries of both its halves.
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
	to := GP64()
	maskTo(to, v)
	return to
}

func maskTo(low reg.GPVirtual, v [2]reg.VecVirtual) {
	high := GP64()
	VPMOVMSKB(v[0], low.As32())
	VPMOVMSKB(v[1], high.As32())
	SHLQ(Imm(32), high)
	ORQ(high, low)
}

// where makes a mask of a comparison of both halves.
func where(compare func(half int, to reg.VecVirtual)) reg.GPVirtual {
	is := [2]reg.VecVirtual{YMM(), YMM()}
	compare(0, is[0])
	compare(1, is[1])
	return mask(is)
}

// equal marks the bytes that are c.
func equal(text [2]reg.VecVirtual, c byte) reg.GPVirtual {
	return where(func(half int, to reg.VecVirtual) { VPCMPEQB(all(c), text[half], to) })
}

// above marks the bytes that are greater than c, which is ASCII as they are.
func above(text [2]reg.VecVirtual, c byte) reg.GPVirtual {
	return where(func(half int, to reg.VecVirtual) { VPCMPGTB(all(c), text[half], to) })
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

// lookUp returns the entries at the low halves of the indexes, where these have
// no high bit.
func lookUp(entries [16]byte, index [2]reg.VecVirtual) (found [2]reg.VecVirtual) {
	t := YMM()
	VMOVDQU(table(entries), t)
	for half, v := range index {
		found[half] = YMM()
		VPSHUFB(v, t, found[half])
	}
	return found
}

// and leaves in a what is in b as well.
func and(a, b [2]reg.VecVirtual) {
	VPAND(b[0], a[0], a[0])
	VPAND(b[1], a[1], a[1])
}

// none marks the bytes that have none of the bits.
func none(classes [2]reg.VecVirtual, bits byte) reg.GPVirtual {
	zero := YMM()
	VPXOR(zero, zero, zero)
	return where(func(half int, to reg.VecVirtual) {
		if bits == 0xFF {
			VPCMPEQB(zero, classes[half], to)
			return
		}
		VPAND(all(bits), classes[half], to)
		VPCMPEQB(zero, to, to)
	})
}

// from returns what m holds from bit n on.
func from(m reg.GPVirtual, n int) reg.GPVirtual {
	to := shifted(m, 0)
	SHRQ(Imm(uint64(n)), to)
	SHLQ(Imm(uint64(n)), to)
	return to
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

// copyEnds copies what is left where that is at least size bytes: the first ones
// and the last ones, which overlap.
func (k *kernel) copyEnds(to reg.GPVirtual, size int, through Op, move func(from, to Op)) {
	next := fmt.Sprintf("under%d", size)
	CMPQ(k.left, U8(size))
	JB(LabelRef(next))
	move(Mem{Base: k.at}, through)
	move(through, Mem{Base: to})
	move(Mem{Base: k.at, Index: k.left, Scale: 1, Disp: -size}, through)
	move(through, Mem{Base: to, Index: k.left, Scale: 1, Disp: -size})
	JMP(LabelRef("copied"))
	Label(next)
}
