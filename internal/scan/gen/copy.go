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

// oneLetter are the letters of escapes that stand for one byte.
var oneLetter = []product{
	{"2", "2f"},  // " and /
	{"5", "c"},   // backslash
	{"6", "26e"}, // b, f, n
	{"7", "24"},  // r, t
}

func copyUnescaped() {
	TEXT("copyUnescaped", NOSPLIT, "func(room, src []byte, i int, squeezes *[257]uint64) (n, next int)")
	Pragma("noescape")
	Doc("copyUnescaped reads on from i in the text of a string, at a place where neither",
		"a character nor an escape is under way. It writes what the text says to room, and",
		"returns how much that is, and where it stopped: where one of both comes to its end,",
		"at a quote, a control character or an escape that is no single letter, or before",
		"what is not UTF-8. squeezes has for each set of bits which of eight bytes are left",
		"where those are taken out.")
	c := beginCopy("squeezes")
	room := GP64()
	Load(Param("room").Len(), room)
	CMPQ(room, c.left)
	CMOVQLT(room, c.left)
	c.block(func() {})
	c.oneByOne()
	c.leads()
	ORQ(c.controls, c.quotes)
	ORQ(c.controls, c.stops)
	c.ends()
	ANDQ(c.until, c.marks)
	ANDNQ(c.marks, c.stops, c.marks)
	c.sound()
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

// oneByOne marks the escapes of one letter, and has the block end where another one or a
// quote is, which is then among the quotes.
func (c *copier) oneByOne() {
	c.marks = GP64()
	XORL(c.marks.As32(), c.marks.As32())
	MOVQ(c.quotes, c.stops)
	TESTQ(c.backslashes, c.backslashes)
	JZ(LabelRef("noBackslash"))
	c.letters = GP64()
	MOVQ(c.pair(), c.marks)
	ANDNQ(c.quotes, c.letters, c.quotes)
	others := none(classesOf(oneLetter, c.text, c.text), 0xFF)
	ANDQ(c.letters, others)
	SHRQ(Imm(1), others)
	ORQ(others, c.quotes)                     // it ends there as well
	MOVQ(from(c.marks, blockSize-1), c.stops) // whose letter is in the next block
	ORQ(c.quotes, c.stops)
	Label("noBackslash")
}

// cut takes back what was copied from behind the end of the block, and goes on there
// unless it has to stop.
func (c *copier) cut() {
	end := GP64()
	TZCNTQ(c.stops, end)
	SUBQ(end, c.left)
	ADDQ(end, c.at)
	LEAQ(Mem{Base: c.to, Index: end, Scale: 1, Disp: -blockSize}, c.to)
	TESTQ(c.quotes, c.quotes)
	JZ(LabelRef("block"))
}

// copy copies the block.
func (c *copier) copy() {
	VMOVDQU(c.text[0], Mem{Base: c.to})
	VMOVDQU(c.text[1], Mem{Base: c.to}.Offset(32))
	ADDQ(Imm(blockSize), c.to)
}

// squeeze copies the block without the backslashes that begin escapes, and with what
// the letters behind them stand for: eight bytes at a time, however many escapes are
// among them.
func (c *copier) squeeze() {
	block := AllocLocal(blockSize)
	letters := shifted(c.marks, 1)
	for half, v := range c.text {
		VMOVDQU(said(v, letters), block.Offset(32*half))
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

// said returns text in which the letters of escapes, at the lowest 32 of the bits, are
// what these stand for. Half of the letters change, into control characters, and are
// told apart by the four bits above the lowest one.
func said(text reg.VecVirtual, letters reg.GPVirtual) reg.VecVirtual {
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
	c.copy()
	c.next()
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
