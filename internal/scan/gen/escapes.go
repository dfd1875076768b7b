package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// escapesEnd passes five escapes at a time.
func escapesEnd() {
	TEXT("escapesEnd", NOSPLIT, "func(text []byte, i int) (next int)")
	Pragma("noescape")
	Doc("escapesEnd passes escapes \\uXXXX from i on, five at a time. All of them stand for",
		"characters from U+0100 on, without surrogates. It returns the place before the first",
		"five that do not, or with fewer than 32 bytes behind it.")
	const width, escapes, length = 32, 5, len(`\u0000`)
	const digit, zero, backslash, letterU, d, eightOrNine, letter = 0, 1, 2, 3, 5, 6, 7
	var sets [8]product
	sets[digit] = product{high: "3", low: "0123456789"}
	sets[zero] = product{high: "3", low: "0"}
	sets[backslash] = product{high: "5", low: "c"}
	sets[letterU] = product{high: "7", low: "5"}
	sets[d] = product{high: "46", low: "4"}
	sets[eightOrNine] = product{high: "3", low: "89"}
	sets[letter] = product{high: "46", low: "123456"}
	// Two digits are bad if both are zeros, or if 8 or more follows a d. Shifts of the second
	// digit by one bit and by two bits show both.
	var wanted, bad, valid [width]byte
	for n := range escapes {
		at := wanted[n*length:]
		at[0], at[1] = 1<<backslash, 1<<letterU
		for i := 2; i < length; i++ {
			at[i] = 1<<digit | 1<<letter
		}
		bad[n*length+2] = 1<<zero | 1<<d
		for i := range length {
			valid[n*length+i] = 0xFF
		}
	}
	highs, lows := tables(sets[:])

	at, end := enterText(width)
	high, low, half, nothing := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(table(highs), high)
	VMOVDQU(table(lows), low)
	VMOVDQU(all(0x0F), half)
	VPXOR(nothing, nothing, nothing)
	Label("escapes")
	CMPQ(at, end)
	JA(LabelRef("done"))
	text, class, fault, next, shifted := YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: at}, text)
	VPSRLW(Imm(4), text, class)
	VPAND(half, class, class)
	VPSHUFB(class, high, class)
	VPSHUFB(text, low, text)
	VPAND(text, class, class)
	VPAND(lanes(wanted), class, fault)
	VPCMPEQB(nothing, fault, fault)
	VPAND(lanes(valid), fault, fault)
	VPSRLDQ(Imm(1), class, next)
	VPSRLW(Imm(1), next, shifted)
	VPOR(shifted, next, next)
	VPSRLW(Imm(1), shifted, shifted)
	VPOR(shifted, next, next)
	VPAND(next, class, class)
	VPAND(lanes(bad), class, class)
	VPOR(class, fault, fault)
	VPTEST(fault, fault)
	JNZ(LabelRef("done"))
	ADDQ(Imm(uint64(escapes*length)), at)
	JMP(LabelRef("escapes"))
	leaveText(at)
}
