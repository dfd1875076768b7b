package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// runSets are what may stand in a run of \uXXXX that are neither ASCII nor halves of
// pairs for sure, by where it stands.
var runSets = []product{
	{"5", "c"}, // backslash
	{"7", "5"}, // u
	{"3", "123456789"},
	{"46", "12356"}, // no d
	{"3", "0123456789"},
	{"46", "123456"},
}

// runOrder has the sets of each byte of an escape.
var runOrder = [...]byte{1 << 0, 1 << 1, 1<<2 | 1<<3, 1<<4 | 1<<5, 1<<4 | 1<<5, 1<<4 | 1<<5}

// run passes a block of ten escapes and the backslash of one more. Who keeps to ASCII
// writes all other text so.
func (k *kernel) run() {
	const length = 10 * len(runOrder)
	others := GP64()
	MOVQ(Imm(runBackslashes(length)), others)
	XORQ(k.backslashes, others)
	SHLQ(Imm(uint64(blockSize-length-1)), others)
	JNZ(LabelRef("noRun"))
	faults := runFaults(k.text)
	SHLL(Imm(uint64(blockSize-length-1)), faults[1])
	ORL(faults[0], faults[1])
	JNZ(LabelRef("noRun"))
	ORL(Imm(escaped), k.found.As32())
	XORL(k.pending.As32(), k.pending.As32())
	ADDQ(Imm(uint64(length)), k.at)
	SUBQ(Imm(uint64(length)), k.left)
	JMP(LabelRef("block"))
	Label("noRun")
}

// runBackslashes has a bit for each escape of a run, and one behind it.
func runBackslashes(length int) (bits uint64) {
	for at := 0; at <= length; at += len(runOrder) {
		bits |= 1 << at
	}
	return bits
}

// runFaults marks what is not in the sets of its place, in both halves.
func runFaults(text [2]reg.VecVirtual) (faults [2]reg.GPVirtual) {
	order := strings.Repeat(string(runOrder[:]), blockSize/len(runOrder)+1)
	classes := classesOf(runSets, text, text)
	zero := YMM()
	VPXOR(zero, zero, zero)
	for half, v := range classes {
		VPAND(lanes([32]byte([]byte(order[32*half:][:32]))), v, v)
		VPCMPEQB(zero, v, v)
		faults[half] = GP32()
		VPMOVMSKB(v, faults[half])
	}
	return faults
}
