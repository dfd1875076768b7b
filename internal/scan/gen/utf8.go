package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pairs are the faults of UTF-8 that two bytes show: of the first one both halves
// count, of the second one the high half. The last is none where the bytes before
// ask for it.
var pairs = []struct{ high, low, next string }{
	{"cdef", anyHalf, "01234567cdef"}, // a character that is cut short
	{"01234567", anyHalf, "89ab"},     // no continuation byte
	{"c", "01", "89ab"},               // two bytes in place of one
	{"e", "0", "89"},                  // three
	{"e", "d", "ab"},                  // half of a surrogate pair
	{"f", "456789abcdef", "9ab"},      // beyond U+10FFFF
	{"f", "056789abcdef", "8"},        // the same, and four bytes in place of three
	{"89ab", anyHalf, "89ab"},         // third and fourth bytes
}

const anyHalf = "0123456789abcdef"

// leads ends the block at the start of a character that it may cut short. It takes the
// bytes beyond ASCII from the control characters. The last three bytes of the block may
// begin such a character.
func (k *kernel) leads() {
	k.testBeyond()
	JZ(LabelRef("noLead"))
	ANDNQ(k.controls, mask(k.text), k.controls)
	leads, last := YMM(), GP64()
	VPMAXUB(all(0xC0), k.text[1], leads)
	VPCMPEQB(k.text[1], leads, leads)
	VPMOVMSKB(leads, last.As32())
	SHRL(Imm(blockSize/2-3), last.As32())
	SHLQ(Imm(blockSize-3), last)
	ORQ(last, k.stops)
	Label("noLead")
}

// testBeyond tests whether some of the block is beyond ASCII.
func (k *kernel) testBeyond() {
	either, some := YMM(), GP32()
	VPOR(k.text[0], k.text[1], either)
	VPMOVMSKB(either, some)
	TESTL(some, some)
}

// utf8Faults returns nonzero bytes if the block is not UTF-8. A character that its end
// cuts short is no fault.
func (k *kernel) utf8Faults() [2]reg.VecVirtual {
	behind := [2]reg.VecVirtual{YMM(), YMM()}
	VPERM2I128(Imm(0x08), k.text[0], k.text[0], behind[0])
	VPERM2I128(Imm(0x21), k.text[1], k.text[0], behind[1])
	faults := k.pairFaults(k.before(behind, 1))
	second, third := k.before(behind, 2), k.before(behind, 3)
	for half := range faults {
		VPSUBUSB(all(0xE0-0x80), second[half], second[half]) // the high bit stays of the first
		VPSUBUSB(all(0xF0-0x80), third[half], third[half])   // bytes of longer characters
		VPOR(third[half], second[half], second[half])
		VPAND(all(0x80), second[half], second[half])
		VPXOR(second[half], faults[half], faults[half])
	}
	return faults
}

// pairFaults looks pairs up, one bit for each.
func (k *kernel) pairFaults(first [2]reg.VecVirtual) [2]reg.VecVirtual {
	var high, low, next [16]byte
	for n, p := range pairs {
		mark(&high, p.high, n)
		mark(&low, p.low, n)
		mark(&next, p.next, n)
	}
	faults := lookUp(high, highHalves(first))
	and(faults, lookUp(next, highHalves(k.text)))
	for _, v := range first {
		VPAND(all(0x0F), v, v)
	}
	and(faults, lookUp(low, first))
	return faults
}

// before returns, in the place of each byte, the one that is n before it. Before
// the block there is nothing.
func (k *kernel) before(behind [2]reg.VecVirtual, n int) [2]reg.VecVirtual {
	bytes := [2]reg.VecVirtual{YMM(), YMM()}
	for half, v := range k.text {
		VPALIGNR(Imm(uint64(16-n)), behind[half], v, bytes[half])
	}
	return bytes
}
