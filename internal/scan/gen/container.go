package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func containerEnd() {
	TEXT("containerEnd", NOSPLIT, "func(src []byte, i int) (end int, spaced bool)")
	Pragma("noescape")
	Doc("containerEnd returns the index after the bracket that closes the container at",
		"src[i], and whether whitespace stands between the tokens in it. The text is valid;",
		"of any other one end is 0 or a place within it.")
	b := brackets{kernel: begin(), open: GP64(), inString: GP64(), escaped: GP64(), white: GP64()}
	for _, none := range []reg.GPVirtual{b.open, b.inString, b.escaped, b.white} {
		XORL(none.As32(), none.As32())
	}
	b.ones = XMM()
	VPCMPEQB(b.ones, b.ones, b.ones)
	b.blocks()
	b.strings()
	b.count()
	b.next()
	b.close()
	b.fault(2)
	b.tail()
}

func closingQuote() {
	TEXT("closingQuote", NOSPLIT, "func(src []byte, i int) (end int)")
	Pragma("noescape")
	Doc("closingQuote returns the index after the quote that closes the string in the text of",
		"which i stands, where no escape is under way. The text is valid; of any other one end is",
		"0 or a place within it.")
	b := brackets{kernel: begin(), escaped: GP64()}
	XORL(b.escaped.As32(), b.escaped.As32())
	b.blocks()
	b.unescaped()
	TESTQ(b.quotes, b.quotes)
	JNZ(LabelRef("closed"))
	b.next()
	Label("closed")
	b.endAt(b.quotes)
	b.fault(1)
	b.tail()
}

// blocks loads one block after the other, up to the end of the source.
func (b *brackets) blocks() {
	Label("block")
	CMPQ(b.left, Imm(0))
	JLE(LabelRef("fault"))
	CMPQ(b.left, U8(blockSize))
	JB(LabelRef("tail"))
	b.load()
	Label("loaded")
}

// brackets finds where a container ends: what stands in strings is masked out, and what
// else opens and closes is counted.
type brackets struct {
	*kernel
	open     reg.GPVirtual // containers
	inString reg.GPVirtual // all bits where a block begins in a string
	escaped  reg.GPVirtual // 1 where the block before ends with the backslash of an escape
	white    reg.GPVirtual // bits where whitespace was found
	ones     reg.VecVirtual

	text, opens, closes, spaces reg.GPVirtual // of the block: what is in strings, and what is not
}

// unescaped finds the quotes that are not escaped.
func (b *brackets) unescaped() {
	b.quotes, b.backslashes = equal(b.kernel.text, '"'), equal(b.kernel.text, '\\')
	some := GP64()
	MOVQ(b.backslashes, some)
	ORQ(b.escaped, some)
	JZ(LabelRef("noEscapes"))
	b.unescape()
	Label("noEscapes")
}

// strings finds what is in strings, the quotes that open them with it.
func (b *brackets) strings() {
	b.unescaped()
	pairs := XMM()
	VMOVQ(b.quotes, pairs)
	VPCLMULQDQ(Imm(0), b.ones, pairs, pairs)
	b.text = GP64()
	VMOVQ(pairs, b.text)
	XORQ(b.inString, b.text)
	MOVQ(b.text, b.inString)
	SARQ(Imm(63), b.inString)
}

// unescape drops the quotes that are escaped. Of a run of backslashes every other one
// escapes what is behind it: where a run begins at an odd place, a carry runs through it
// and turns over which ones these are.
func (b *brackets) unescape() {
	ANDNQ(b.backslashes, b.escaped, b.backslashes)
	behind := shifted(b.backslashes, 1)
	ORQ(b.escaped, behind)
	even, odd := GP64(), GP64()
	MOVQ(Imm(0x5555555555555555), even)
	MOVQ(even, odd)
	ORQ(behind, odd)
	ANDNQ(b.backslashes, odd, odd)
	XORL(b.escaped.As32(), b.escaped.As32())
	ADDQ(b.backslashes, odd)
	SETCS(b.escaped.As8())
	SHLQ(Imm(1), odd)
	XORQ(even, odd)
	ANDQ(behind, odd)
	ANDNQ(b.quotes, odd, b.quotes)
}

// count counts brackets, and goes on to close where the container may end in the block: it
// closes no fewer than are open.
func (b *brackets) count() {
	b.opens, b.closes = b.bracket('{'), b.bracket('}')
	b.spaces = where(func(half int, to reg.VecVirtual) {
		VMOVDQU(all(' '+1), to)
		VPCMPGTB(b.kernel.text[half], to, to)
	})
	ANDNQ(b.spaces, b.text, b.spaces)
	n := GP64()
	POPCNTQ(b.closes, n)
	CMPQ(b.open, n)
	JLE(LabelRef("close"))
	Label("goOn")
	ORQ(b.spaces, b.white)
	SUBQ(n, b.open)
	POPCNTQ(b.opens, n)
	ADDQ(n, b.open)
}

// bracket marks the brackets of both kinds outside of strings: one bit tells the two apart.
func (b *brackets) bracket(curly byte) reg.GPVirtual {
	marks := where(func(half int, to reg.VecVirtual) {
		VPOR(all(' '), b.kernel.text[half], to)
		VPCMPEQB(all(curly), to, to)
	})
	ANDNQ(marks, b.text, marks)
	return marks
}

// close looks for the bracket that closes the container.
func (b *brackets) close() {
	Label("close")
	left, before, n, inner := GP64(), GP64(), GP64(), GP64()
	MOVQ(b.closes, left)
	MOVQ(b.open, inner)
	Label("closer")
	TESTQ(left, left)
	JZ(LabelRef("isOpen"))
	BLSMSKQ(left, before)
	ANDQ(b.opens, before)
	POPCNTQ(before, n)
	DECQ(inner)
	ADDQ(inner, n)
	JZ(LabelRef("closed"))
	BLSRQ(left, left)
	JMP(LabelRef("closer"))
	Label("isOpen")
	POPCNTQ(b.closes, n)
	JMP(LabelRef("goOn"))

	Label("closed")
	BLSMSKQ(left, before)
	ANDQ(b.spaces, before)
	ORQ(before, b.white)
	spaced := GP8()
	SETNE(spaced)
	Store(spaced, ReturnIndex(1))
	b.endAt(left)
}
