package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copier copies text block by block and changes single bytes on the way. It stops at rare
// text. The Go code handles that.
type copier struct {
	*kernel
	to    reg.GPVirtual // the place in the room
	table reg.GPVirtual // the replacements of bytes
	marks reg.GPVirtual // a bit for each byte of the block that changes
	from  reg.GPVirtual // the place in the source behind the last change
	found reg.GPVirtual // all marks so far; unset in copyEscaped
}

// oneLetter holds the letters of escapes that stand for one byte.
var oneLetter = []product{
	{"2", "2f"},  // " and /
	{"5", "c"},   // backslash
	{"6", "26e"}, // b, f, n
	{"7", "24"},  // r, t
}

func readText() {
	TEXT("readText", NOSPLIT, "func(room, src []byte, i int, squeezes *[257]uint64) (n, next int, escaped bool)")
	Pragma("noescape")
	Doc("readText reads on from i in the text of a string, at a place where neither a character",
		"nor an escape is under way. It returns where it stopped, and whether it passed escapes.",
		"It stops at a quote, a control character or an escape that is no single letter, before",
		"text that is not UTF-8, and before less than a block of src or room. It writes the",
		"unescaped text to room, and returns how much that is; a nil room takes nothing.",
		"squeezes has, for each set of bits, the bytes of eight that stay without these.")
	c := beginCopy("squeezes")
	c.found = GP64()
	XORL(c.found.As32(), c.found.As32())
	TESTQ(c.to, c.to)
	JZ(LabelRef("block"))
	room := GP64()
	Load(Param("room").Len(), room)
	CMPQ(room, c.left)
	CMOVQLT(room, c.left)
	c.block(blockSize, func() {}, func() {
		TESTQ(c.to, c.to)
		JZ(LabelRef("passed"))
	})
	c.oneByOne()
	c.leads()
	ORQ(c.controls, c.quotes)
	ORQ(c.controls, c.stops)
	c.ends()
	ANDQ(c.until, c.marks)
	ANDNQ(c.marks, c.stops, c.marks)
	c.sound()
	ORQ(c.marks, c.found)
	TESTQ(c.to, c.to)
	JZ(LabelRef("copied"))
	TESTQ(c.marks, c.marks)
	JNZ(LabelRef("squeeze"))
	c.copy()
	Label("copied")
	TESTQ(c.stops, c.stops)
	JNZ(LabelRef("cut"))
	c.next()
	Label("squeeze")
	c.squeeze()
	JMP(LabelRef("copied"))
	Label("cut")
	c.cut()
	c.done()
}

// oneByOne marks the escapes of one letter. The block ends at any other escape, and that
// then counts as a quote. It also ends before an escape whose letter is in the next block.
func (c *copier) oneByOne() {
	c.marks = GP64()
	XORL(c.marks.As32(), c.marks.As32())
	MOVQ(c.quotes, c.stops)
	TESTQ(c.backslashes, c.backslashes)
	JZ(LabelRef("noBackslash"))
	c.letters = GP64()
	MOVQ(c.pair(), c.marks)
	ANDNQ(c.quotes, c.letters, c.quotes)
	others := none(classesOf(oneLetter, c.text))
	ANDQ(c.letters, others)
	SHRQ(Imm(1), others)
	ORQ(others, c.quotes)
	MOVQ(c.marks, c.stops)
	SHRQ(Imm(blockSize-1), c.stops)
	SHLQ(Imm(blockSize-1), c.stops)
	ORQ(c.quotes, c.stops)
	Label("noBackslash")
}

// cut drops the copied text behind the first stop. It goes on there unless a quote, a
// control character or another escape stands there.
func (c *copier) cut() {
	end := GP64()
	TZCNTQ(c.stops, end)
	SUBQ(end, c.left)
	ADDQ(end, c.at)
	TESTQ(c.to, c.to)
	JZ(LabelRef("uncopied"))
	LEAQ(Mem{Base: c.to, Index: end, Scale: 1, Disp: -blockSize}, c.to)
	Label("uncopied")
	TESTQ(c.quotes, c.quotes)
	JZ(LabelRef("block"))
}

func (c *copier) copy() {
	VMOVDQU(c.text[0], Mem{Base: c.to})
	VMOVDQU(c.text[1], Mem{Base: c.to}.Offset(32))
	ADDQ(Imm(blockSize), c.to)
}

// squeeze copies the block unescaped, eight bytes at a time: without the backslashes
// that begin escapes, and with new bytes for their letters.
func (c *copier) squeeze() {
	block := AllocLocal(blockSize)
	letters := shifted(c.marks, 1)
	for half, v := range c.text {
		VMOVDQU(unescaped(v, letters), block.Offset(32*half))
		SHRQ(Imm(32), letters)
	}
	left, bytes, set := shifted(c.marks, 0), XMM(), GP64()
	for at := 0; at < blockSize; at += 8 {
		MOVBLZX(left.As8(), set.As32())
		SHRQ(Imm(8), left)
		VMOVQ(block.Offset(at), bytes)
		VPSHUFB(Mem{Base: c.table, Index: set, Scale: 8}, bytes, bytes)
		VMOVQ(bytes, Mem{Base: c.to})
		POPCNTL(set.As32(), set.As32())
		ADDQ(Imm(8), c.to)
		SUBQ(set, c.to)
	}
}

// unescaped returns text with the unescaped bytes in place of the letters of escapes, at the
// lowest 32 of the bits. Half of the letters change, into control characters. The four
// bits above the lowest one tell these letters apart.
func unescaped(text reg.VecVirtual, letters reg.GPVirtual) reg.VecVirtual {
	var turns [16]byte
	for i, letter := range "bfnrt" {
		turns[letter>>1&0xF] = byte(letter) ^ "\b\f\n\r\t"[i]
	}
	turn, index, change := YMM(), YMM(), YMM()
	VPSRLW(Imm(1), text, index)
	VPAND(all(0x0F), index, index)
	VMOVDQU(table(turns), turn)
	VPSHUFB(index, turn, turn)
	VPCMPGTB(all(0x5F), text, change) // no sign among them
	VPAND(change, turn, turn)
	VPAND(spread(letters), turn, turn)
	VPXOR(text, turn, turn)
	return turn
}

// spread makes bytes of the lowest 32 bits.
func spread(bits reg.GPVirtual) reg.VecVirtual {
	low, to := XMM(), YMM()
	VMOVD(bits.As32(), low)
	VPBROADCASTD(low, to)
	var order, each [32]byte
	for i := range order {
		order[i], each[i] = byte(i/8), 1<<(i%8)
	}
	VPSHUFB(lanes(order), to, to)
	VPAND(lanes(each), to, to)
	VPCMPEQB(lanes(each), to, to)
	return to
}

func copyEscaped() {
	TEXT("copyEscaped", NOSPLIT, "func(room, src []byte, i int, escapes *[256]uint64) (n, next int)")
	Pragma("noescape")
	Doc("copyEscaped reads on from i in a text, at a place where no character is under way,",
		"and writes it to room with escapes. It returns how much that is, and where it stopped:",
		"before text that is not UTF-8, or if too little of src or room is left. escapes has",
		"the escapes of bytes that need one, and their lengths in the last byte.")
	c := beginCopy("escapes")
	limit := GP64()
	Load(Param("room").Len(), limit)
	ADDQ(c.to, limit)
	const longest = len(`\u0000`)
	SUBQ(U32(blockSize*longest+blockSize), limit)
	const reach = 2 * blockSize // a piece is copied as if it were a whole block
	c.block(reach, func() {
		CMPQ(c.to, limit)
		JGT(LabelRef("done"))
	}, func() {})
	XORL(c.stops.As32(), c.stops.As32())
	c.leads()
	c.ends()
	c.marks = c.quotes
	ORQ(c.backslashes, c.marks)
	ORQ(c.controls, c.marks)
	ANDQ(c.until, c.marks)
	c.sound()
	c.pieces()
	JMP(LabelRef("block"))
	c.done()
}

func beginCopy(table string) *copier {
	c := &copier{kernel: begin(), to: GP64(), table: GP64()}
	Load(Param("room").Base(), c.to)
	Load(Param(table), c.table)
	return c
}

// block loads a block if enough bytes are left, and copies it if it is plain text. pass
// runs before the copy, check before the load.
func (c *copier) block(enough uint32, check, pass func()) {
	Label("block")
	CMPQ(c.left, U32(enough))
	JLT(LabelRef("done"))
	check()
	c.load()
	special := c.compare()
	TESTL(special, special)
	JNZ(LabelRef("special"))
	pass()
	c.copy()
	Label("passed")
	c.next()
	Label("special")
	c.quotes, c.backslashes, c.controls = mask(c.is[quote]), mask(c.is[backslash]), mask(c.is[low])
	c.stops = GP64()
}

// sound stops before a block that is not UTF-8.
func (c *copier) sound() {
	c.testBeyond()
	JZ(LabelRef("sound"))
	faults := c.utf8Faults()
	VPOR(faults[0], faults[1], faults[0])
	VPTEST(faults[0], faults[0])
	JNZ(LabelRef("done"))
	Label("sound")
}

// pieces copies the block up to its end, in pieces around the changes.
func (c *copier) pieces() {
	c.from = GP64()
	MOVQ(c.at, c.from)
	TESTQ(c.marks, c.marks)
	JZ(LabelRef("last"))
	Label("piece")
	mark, length, half := GP64(), GP64(), YMM()
	TZCNTQ(c.marks, mark)
	BLSRQ(c.marks, c.marks)
	ADDQ(c.at, mark)
	MOVQ(mark, length)
	SUBQ(c.from, length)
	VMOVDQU(Mem{Base: c.from}, half)
	VMOVDQU(half, Mem{Base: c.to})
	CMPQ(length, U8(32))
	JLE(LabelRef("short"))
	VMOVDQU(Mem{Base: c.from}.Offset(32), half)
	VMOVDQU(half, Mem{Base: c.to}.Offset(32))
	Label("short")
	c.escape(mark, length)
	TESTQ(c.marks, c.marks)
	JNZ(LabelRef("piece"))
	Label("last")
	c.last()
}

// last copies the rest of the block, behind the last change.
func (c *copier) last() {
	end, halves := GP64(), [2]reg.VecVirtual{YMM(), YMM()}
	TZCNTQ(c.stops, end)
	SUBQ(end, c.left)
	ADDQ(end, c.at)
	VMOVDQU(Mem{Base: c.from}, halves[0])
	VMOVDQU(Mem{Base: c.from}.Offset(32), halves[1])
	VMOVDQU(halves[0], Mem{Base: c.to})
	VMOVDQU(halves[1], Mem{Base: c.to}.Offset(32))
	ADDQ(c.at, c.to)
	SUBQ(c.from, c.to)
}

// escape writes the escape of the byte at mark behind so much text.
func (c *copier) escape(mark, length reg.GPVirtual) {
	ADDQ(length, c.to)
	sequence := GP64()
	MOVBLZX(Mem{Base: mark}, sequence.As32())
	MOVQ(Mem{Base: c.table, Index: sequence, Scale: 8}, sequence)
	MOVQ(sequence, Mem{Base: c.to})
	SHRQ(Imm(56), sequence)
	ADDQ(sequence, c.to)
	LEAQ(Mem{Base: mark}.Offset(1), c.from)
}

func (c *copier) done() {
	Label("done")
	base := GP64()
	Load(Param("room").Base(), base)
	SUBQ(base, c.to)
	Store(c.to, ReturnIndex(0))
	Load(Param("src").Base(), base)
	SUBQ(base, c.at)
	Store(c.at, ReturnIndex(1))
	if c.found != nil {
		escaped := GP8()
		TESTQ(c.found, c.found)
		SETNE(escaped)
		Store(escaped, ReturnIndex(2))
	}
	VZEROUPPER()
	RET()
}
