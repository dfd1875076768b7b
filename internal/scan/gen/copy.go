package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copier copies text block by block, and what it has to change on the way one by one.
// It leaves all that is rare to the twin: it stops there.
type copier struct {
	*kernel
	to    reg.GPVirtual // in the room
	table reg.GPVirtual // what comes in the place of a byte
	marks reg.GPVirtual // of the block, what is to be changed
	from  reg.GPVirtual // in the source, behind what was changed last
}

// reach is how far behind the beginning of a block is read, and as much may be written
// where nothing grows: pieces of it are copied as if they were whole blocks.
const reach = 2 * blockSize

func copyUnescaped() {
	TEXT("copyUnescaped", NOSPLIT, "func(room, src []byte, i int, letters *[256]byte) (n, next int)")
	Pragma("noescape")
	Doc("copyUnescaped reads on from i in the text of a string, at a place where neither",
		"a character nor an escape is under way. It writes what the text says to room, and",
		"returns how much that is, and where it stopped: where one of both comes to its end,",
		"at a quote, a control character or an escape that letters does not have, or before",
		"what is not UTF-8. letters has what stands for each escape of one letter.")
	c := beginCopy("letters")
	room := GP64()
	Load(Param("room").Len(), room)
	CMPQ(room, c.left)
	CMOVQLT(room, c.left)
	c.block(func() {})
	c.marks = GP64()
	XORL(c.marks.As32(), c.marks.As32())
	MOVQ(c.quotes, c.stops)
	TESTQ(c.backslashes, c.backslashes)
	JZ(LabelRef("noBackslash"))
	c.letters = GP64()
	MOVQ(c.pair(), c.marks)
	ANDNQ(c.quotes, c.letters, c.quotes)
	MOVQ(from(c.marks, blockSize-1), c.stops) // whose letter is in the next block
	ORQ(c.quotes, c.stops)
	Label("noBackslash")
	c.leads()
	ORQ(c.controls, c.quotes)
	ORQ(c.controls, c.stops)
	c.ends()
	ANDQ(c.until, c.marks)
	ANDNQ(c.marks, c.stops, c.marks)
	c.sound()
	c.pieces(c.unescape)
	TESTQ(c.quotes, c.quotes)
	JZ(LabelRef("block"))
	c.done()
}

func copyEscaped() {
	TEXT("copyEscaped", NOSPLIT, "func(room, src []byte, i int, escapes *[256]uint64) (n, next int)")
	Pragma("noescape")
	Doc("copyEscaped reads on from i in a text, at a place where no character is under way,",
		"and writes it to room as a string has it. It returns how much that is, and where it",
		"stopped: where one of both comes to its end, or before what is not UTF-8. escapes",
		"has the escapes of bytes that need one, and how long these are in its last byte.")
	c := beginCopy("escapes")
	limit := GP64()
	Load(Param("room").Len(), limit)
	ADDQ(c.to, limit)
	const longest = len(`\u0000`)
	SUBQ(U32(blockSize*longest+blockSize), limit)
	c.block(func() {
		CMPQ(c.to, limit)
		JGT(LabelRef("done"))
	})
	XORL(c.stops.As32(), c.stops.As32())
	c.leads()
	c.ends()
	c.marks = c.quotes
	ORQ(c.backslashes, c.marks)
	ORQ(c.controls, c.marks)
	ANDQ(c.until, c.marks)
	c.sound()
	c.pieces(c.escape)
	JMP(LabelRef("block"))
	c.done()
}

func beginCopy(table string) *copier {
	c := &copier{kernel: begin(), to: GP64(), table: GP64()}
	Load(Param("room").Base(), c.to)
	Load(Param(table), c.table)
	return c
}

// block loads a block, and copies it where it holds nothing but plain text.
func (c *copier) block(check func()) {
	Label("block")
	CMPQ(c.left, U32(reach))
	JLT(LabelRef("done"))
	check()
	c.load()
	special := c.compare()
	TESTL(special, special)
	JNZ(LabelRef("special"))
	VMOVDQU(c.text[0], Mem{Base: c.to})
	VMOVDQU(c.text[1], Mem{Base: c.to}.Offset(32))
	ADDQ(Imm(blockSize), c.at)
	ADDQ(Imm(blockSize), c.to)
	SUBQ(Imm(blockSize), c.left)
	JMP(LabelRef("block"))
	Label("special")
	c.masks()
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

// pieces copies the block up to its end, in pieces around what is changed.
func (c *copier) pieces(change func(mark, length reg.GPVirtual)) {
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
	change(mark, length)
	TESTQ(c.marks, c.marks)
	JNZ(LabelRef("piece"))
	Label("last")
	c.last()
}

// last copies what is left of the block behind the last change.
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

// unescape writes what the escape at mark stands for behind so much text.
func (c *copier) unescape(mark, length reg.GPVirtual) {
	ADDQ(length, c.to)
	letter := GP64()
	MOVBLZX(Mem{Base: mark}.Offset(1), letter.As32())
	MOVBLZX(Mem{Base: c.table, Index: letter, Scale: 1}, letter.As32())
	TESTL(letter.As32(), letter.As32())
	JNZ(LabelRef("known"))
	MOVQ(mark, c.at)
	JMP(LabelRef("done"))
	Label("known")
	MOVB(letter.As8(), Mem{Base: c.to})
	INCQ(c.to)
	LEAQ(Mem{Base: mark}.Offset(2), c.from)
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

// done returns how much was written, and where the source was left.
func (c *copier) done() {
	Label("done")
	base := GP64()
	Load(Param("room").Base(), base)
	SUBQ(base, c.to)
	Store(c.to, ReturnIndex(0))
	Load(Param("src").Base(), base)
	SUBQ(base, c.at)
	Store(c.at, ReturnIndex(1))
	VZEROUPPER()
	RET()
}
