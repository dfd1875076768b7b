package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What a byte can be in an escape: a letter behind a backslash, or a hexadecimal
// digit; and what an escape may lead to, with a few that it does not, as long as all
// is ASCII.
var escapeSets = []product{
	{"2", "2f"},  // " and /
	{"5", "c"},   // backslash
	{"6", "26e"}, // b, f, n
	{"7", "245"}, // r, t, u
	{"3", "0123456789"},
	{"46", "123456"},
	{"23", "0adf"}, // a blank, *, /, : and =; -, 0, ?
	{"57", "b"},    // [ and {
}

const (
	letterSets = 0b00001111
	blankSets  = 0b00001100 // n, r, t, f, with b and u
	digitSets  = 0b00110000
	aheadSet   = 0b11000000
)

// What an escape may lead to, blanks in between, and the rest of what a slash
// opens.
var aheadSets = []product{
	{"2", "0fa"}, // a blank, / and *
	{"3", "ad"},  // : and =
	{"57", "b"},  // [ and {
	{"c", "2"},   // first bytes of characters that may be blanks
	{"e", "123f"},
}

// escapes refuses what is no escape, and adds to found what these are.
func (k *kernel) escapes() {
	some := shifted(k.backslashes, 0)
	ORQ(k.pending, some)
	JZ(LabelRef("noEscapes"))
	e := &escapesIn{kernel: k, classes: classesOf(escapeSets, k.text, k.text)}
	e.lettersOnly()
	e.behind()
	e.escaped()
	e.numbered()
	e.leads()
	TESTQ(k.letters, k.letters)
	JZ(LabelRef("noEscapes"))
	ORL(Imm(escaped), k.found.As32())
	Label("noEscapes")
}

// escapesIn are the escapes of a block.
type escapesIn struct {
	*kernel
	classes [2]reg.VecVirtual // by escapeSets
	us      reg.GPVirtual     // all letters u
	units   reg.GPVirtual     // those of escapes
	numbers reg.GPVirtual     // and those behind an escaped backslash
	after   reg.GPVirtual     // what is behind each escape
	lower   [2]reg.VecVirtual // letters in lower case
}

// classesOf tells which sets each byte is in.
func classesOf(sets []product, text, low [2]reg.VecVirtual) [2]reg.VecVirtual {
	highs, lows := tables(sets)
	classes := lookUp(highs, highHalves(text))
	and(classes, lookUp(lows, low))
	return classes
}

func (e *escapesIn) lettersOnly() {
	TESTQ(none(e.classes, letterSets), e.letters)
	JNZ(LabelRef("fault"))
}

// behind finds the bytes behind the escapes.
func (e *escapesIn) behind() {
	e.us = equal(e.text, 'u')
	e.units = shifted(e.us, 0)
	ANDQ(e.letters, e.units)
	e.numbers = shifted(e.units, 0)
	e.after = GP64()
	ANDNQ(e.letters, e.units, e.after)
	SHLQ(Imm(1), e.after)
	ORQ(shifted(e.units, len(`u0000`)), e.after)
}

// escaped looks behind escaped backslashes, where the string in the string may have
// escapes of its own.
func (e *escapesIn) escaped() {
	inner := shifted(e.backslashes, 0)
	ANDQ(e.letters, inner)
	JZ(LabelRef("noInner"))
	SHLQ(Imm(1), inner)
	units := shifted(e.us, 0)
	ANDQ(inner, units)
	JZ(LabelRef("noInnerUnit"))
	ORL(Imm(leadEscape), e.found.As32())
	ORQ(units, e.numbers)
	Label("noInnerUnit")
	other := none(e.classes, blankSets)
	ORQ(e.us, other)
	ORQ(equal(e.text, 'b'), other)
	ANDNQ(inner, other, inner)
	ORQ(shifted(inner, 1), e.after)
	Label("noInner")
	ORQ(e.pending, e.after)
	ANDNQ(e.after, e.backslashes, e.after) // another escape says it itself
}

// numbered looks at the digits of escapes.
func (e *escapesIn) numbered() {
	TESTQ(e.numbers, e.numbers)
	JZ(LabelRef("noNumber"))
	digits := shifted(e.units, 1)
	ORQ(e.units, digits)
	ORQ(shifted(digits, 2), digits)
	SHLQ(Imm(1), digits)
	TESTQ(none(e.classes, digitSets), digits)
	JNZ(LabelRef("fault"))
	for half, v := range e.text {
		e.lower[half] = YMM()
		VPOR(all(0x20), v, e.lower[half])
	}
	first := where(func(half int, to reg.VecVirtual) {
		zero := YMM()
		VPCMPEQB(all('0'), e.text[half], zero)
		VPCMPEQB(all('d'), e.lower[half], to)
		VPOR(zero, to, to)
	})
	TESTQ(shifted(e.numbers, 1), first)
	JZ(LabelRef("noNumber"))
	e.surrogates()
	e.signs()
	Label("noNumber")
}

// surrogates refuses halves of pairs. The second half of a pair begins no block,
// and a first half that may be without its second in this one does.
func (e *escapesIn) surrogates() {
	high := shifted(e.units, 1)
	ANDQ(equal(e.lower, 'd'), high)
	SHLQ(Imm(1), high)
	JZ(LabelRef("noSurrogate"))
	ANDQ(above(e.text, '7'), high) // the second digit
	JZ(LabelRef("noSurrogate"))
	low := above(e.lower, 'b')
	ANDQ(high, low)
	XORQ(low, high)

	first := shifted(low, 0)
	SHRQ(Imm(uint64(len(`ud8`)-1)), first)
	ANDNQ(e.letters, first, first)
	SHRQ(Imm(1), first)
	const longest = len(`\ud800\udc00`)
	ORQ(from(first, blockSize-longest), e.stops)
	e.ends()

	read := shifted(e.until, 0)
	SHRQ(Imm(1), read)
	SHLQ(Imm(uint64(len(`\ud8`)-1)), read)
	ANDQ(read, high)
	ANDQ(read, low)
	SHLQ(Imm(uint64(len(`\ud800`))), high)
	CMPQ(high, low)
	JNE(LabelRef("fault"))
	Label("noSurrogate")
}

// signs looks for characters of ASCII that are given by their numbers.
func (e *escapesIn) signs() {
	zeros := equal(e.text, '0')
	third := shifted(e.numbers, 3)
	ANDQ(shifted(zeros, 1), third)
	SHLQ(Imm(2), zeros)
	ANDQ(zeros, third)
	JZ(LabelRef("noNumber"))
	sign := above(e.text, '2')
	ANDQ(third, sign)
	ANDNQ(sign, above(e.text, '7'), sign)
	JZ(LabelRef("noSign"))
	ORL(Imm(signEscape), e.found.As32())
	Label("noSign")
	ANDQ(equal(e.text, '2'), third)
	JZ(LabelRef("noNumber"))
	SHLQ(Imm(1), third) // \u002a and \u002f begin comments
	last := equal(e.lower, 'a')
	ORQ(equal(e.lower, 'f'), last)
	TESTQ(last, third)
	JZ(LabelRef("noNumber"))
	ORL(Imm(leadEscape), e.found.As32())
}

// leads looks at what is behind escapes and the blanks that follow them: mostly
// another escape, or nothing of note. Adding the first blank of a run to it leaves
// the bit behind its end.
func (e *escapesIn) leads() {
	XORL(e.pending.As32(), e.pending.As32())
	TESTQ(e.after, e.after)
	JZ(LabelRef("noLeads"))
	e.testBeyond()
	JNZ(LabelRef("mayLead")) // of which the classes do not know
	ANDNQ(e.after, none(e.classes, aheadSet), e.after)
	JZ(LabelRef("noLeads"))
	Label("mayLead")
	low := [2]reg.VecVirtual{YMM(), YMM()}
	for half, v := range e.text {
		VPAND(all(0x0F), v, low[half])
	}
	other := none(classesOf(aheadSets, e.text, low), 0xFF)
	ANDNQ(e.after, other, e.after)
	JZ(LabelRef("noLeads"))

	blanks := equal(e.text, ' ')
	run := shifted(e.after, 0)
	ANDQ(blanks, run)
	ADDQ(blanks, run)
	SETCS(e.pending.As8())
	ORQ(run, e.after)
	ORQ(blanks, other)
	ANDNQ(e.after, other, e.after)
	JZ(LabelRef("noLeads"))
	e.comments()
	JZ(LabelRef("noLeads"))
	ORL(Imm(leadEscape), e.found.As32())
	Label("noLeads")
}

// comments takes from after the asterisks that no slash is escaped before.
func (e *escapesIn) comments() {
	slashes := equal(e.text, '/')
	ANDQ(e.letters, slashes)
	SHLQ(Imm(1), slashes)
	asterisks := equal(e.text, '*')
	ANDNQ(asterisks, slashes, asterisks)
	ANDNQ(e.after, asterisks, e.after)
}
