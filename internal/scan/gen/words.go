package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wordEnd classifies 32 places at a time, by the bytes at each place and behind it.
func wordEnd() {
	TEXT("wordEnd", NOSPLIT, "func(text []byte, i int, tables *[128]byte) (next int)")
	Pragma("noescape")
	Doc("wordEnd returns the first place from i on at which four bytes meet the tables, or a",
		"place behind which fewer than 35 bytes are left. There are two tables for each byte,",
		"of its low half and of its high half. Three bytes have a bit in common in all of",
		"their entries, and the fourth one has a bit in common in both of its own.")
	const width, bytes = 32, 4
	at, end := enterText(width + bytes - 1)
	tables := GP64()
	Load(Param("tables"), tables)
	var entries [2 * bytes]reg.VecVirtual
	for n := range entries {
		entries[n] = YMM()
		VBROADCASTI128(Mem{Base: tables}.Offset(16*n), entries[n])
	}
	zero, half := YMM(), YMM()
	VPXOR(zero, zero, zero)
	VMOVDQU(all(0x0F), half)
	Label("places")
	CMPQ(at, end)
	JA(LabelRef("done"))
	var common reg.VecVirtual
	for n := range bytes {
		low, high := YMM(), YMM()
		VMOVDQU(Mem{Base: at}.Offset(n), low)
		VPSRLW(Imm(4), low, high)
		VPAND(half, low, low)
		VPAND(half, high, high)
		VPSHUFB(low, entries[2*n], low)
		VPSHUFB(high, entries[2*n+1], high)
		VPAND(low, high, high)
		switch n {
		case 0:
			common = high
		case bytes - 1:
			VPMINUB(high, common, common) // zero if one of both is
			VPCMPEQB(zero, common, common)
		default:
			VPAND(high, common, common)
		}
	}
	places := GP32()
	VPMOVMSKB(common, places)
	XORL(I32(-1), places)
	JNZ(LabelRef("found"))
	ADDQ(Imm(width), at)
	JMP(LabelRef("places"))
	Label("found")
	TZCNTL(places, places)
	ADDQ(places.As64(), at)
	leaveText(at)
}

// enterText loads the place of i in text, and the last place with reach bytes from there on.
func enterText(reach uint64) (at, end reg.GPVirtual) {
	at, end = GP64(), GP64()
	Load(Param("text").Base(), at)
	Load(Param("text").Len(), end)
	ADDQ(at, end)
	SUBQ(Imm(reach), end)
	i := GP64()
	Load(Param("i"), i)
	ADDQ(i, at)
	return at, end
}

// leaveText is the end of a kernel, at the label done. It returns the index of a place in text.
func leaveText(at reg.GPVirtual) {
	Label("done")
	base := GP64()
	Load(Param("text").Base(), base)
	SUBQ(base, at)
	Store(at, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
