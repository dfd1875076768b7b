// Command gen writes the AVX2 kernels of internal/scan: what String does with text
// that is long, escaped or wide, what is copied of it when escapes come or go, and where
// containers end; with -prices that of internal/lexis, for AVX-512. It is a module of its
// own, so that the project does not depend on avo.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	prices := flag.Bool("prices", false, "write the kernel of internal/lexis")
	flag.Parse()
	ConstraintExpr("!purego")
	if *prices {
		priceBlocks()
	} else {
		textEnd()
		copyUnescaped()
		copySaid()
		copyEscaped()
		containerEnd()
		closingQuote()
		wordEnd()
	}
	Generate()
}

func textEnd() {
	TEXT("textEnd", NOSPLIT, "func(src []byte, i int) (end int, escapes uint8)")
	Pragma("noescape")
	Doc("textEnd reads on from i in the text of a string, at a place where neither a",
		"character nor an escape is under way. It returns the index after the closing",
		"quote, and what escapes the text holds from i on. Where there is none, or",
		"anything before it is a fault, end is 0. It may be where what follows is not",
		"UTF-8.")
	k := begin()
	k.found, k.pending, k.bad = GP64(), GP64(), YMM()
	XORL(k.found.As32(), k.found.As32())
	XORL(k.pending.As32(), k.pending.As32())
	VPXOR(k.bad, k.bad, k.bad)
	Label("block")
	CMPQ(k.left, U8(blockSize))
	JB(LabelRef("tail"))
	k.load()
	Label("loaded")
	k.plain()
	k.run()
	k.stop()
	k.control()
	k.wide()
	k.escapes()
	k.step()
	k.closed()
	k.fault(2)
	k.tail()
}

// blockSize is how many bytes are looked at together. A mask has one bit for each.
const blockSize = 64

// The bits of Escapes.
const (
	escaped = 1 << iota
	signEscape
	leadEscape
)

// kernel holds what lives longer than a step. A block begins where neither an
// escape nor a character is under way: one that the end of a block may cut short
// begins the next one instead. So nothing is carried over but blanks behind an
// escape.
type kernel struct {
	at, left reg.GPVirtual // the block in the source, and what is left from there on
	found    reg.GPVirtual // Escapes
	pending  reg.GPVirtual // 1 where blanks behind an escape end the block before

	bad    reg.VecVirtual    // not zero once there is a fault of UTF-8
	text   [2]reg.VecVirtual // the block
	blanks reg.VecVirtual
	is     [3][2]reg.VecVirtual // where the text is what the index says

	quotes, backslashes, controls reg.GPVirtual // masks
	letters                       reg.GPVirtual // what is behind the backslashes that begin escapes
	stops, until                  reg.GPVirtual // where the block ends, and all up to the first of these
}

// The indexes of is: low are control characters, and bytes beyond ASCII, which are
// negative.
const (
	quote = iota
	backslash
	low
)

// begin loads what all kernels are given: src, and where in it they begin.
func begin() *kernel {
	k := &kernel{at: GP64(), left: GP64()}
	i := GP64()
	Load(Param("src").Base(), k.at)
	Load(Param("src").Len(), k.left)
	Load(Param("i"), i)
	ADDQ(i, k.at)
	SUBQ(i, k.left)
	k.blanks = YMM()
	VMOVDQU(all(' '), k.blanks)
	return k
}

func (k *kernel) load() {
	k.text = [2]reg.VecVirtual{YMM(), YMM()}
	VMOVDQU(Mem{Base: k.at}, k.text[0])
	VMOVDQU(Mem{Base: k.at}.Offset(32), k.text[1])
}

// compare finds what is not plain text, and returns some of it: not zero where any is.
func (k *kernel) compare() reg.GPVirtual {
	some := YMM()
	VPXOR(some, some, some)
	for n := range k.is {
		k.is[n] = [2]reg.VecVirtual{YMM(), YMM()}
	}
	for half, v := range k.text {
		VPCMPEQB(all('"'), v, k.is[quote][half])
		VPCMPEQB(all('\\'), v, k.is[backslash][half])
		VPCMPGTB(v, k.blanks, k.is[low][half])
		for n := range k.is {
			VPOR(k.is[n][half], some, some)
		}
	}
	special := GP32()
	VPMOVMSKB(some, special)
	return special
}

// masks has a bit for each byte that is not plain.
func (k *kernel) masks() {
	k.quotes, k.backslashes, k.controls = mask(k.is[quote]), mask(k.is[backslash]), mask(k.is[low])
}

// plain passes a block that holds nothing but plain text.
func (k *kernel) plain() {
	special := k.compare()
	ORL(k.pending.As32(), special)
	JNZ(LabelRef("special"))
	k.next()
	Label("special")
	k.masks()
}

// stop finds where the block ends: at the first quote that is not escaped, or
// where the next one begins.
func (k *kernel) stop() {
	k.letters, k.stops = GP64(), GP64()
	XORL(k.letters.As32(), k.letters.As32())
	MOVQ(k.quotes, k.stops)
	TESTQ(k.backslashes, k.backslashes)
	JZ(LabelRef("noBackslash"))
	starts := k.pair()
	ANDNQ(k.quotes, k.letters, k.quotes)
	const longest = len(`\u0000`) // and the byte behind it
	MOVQ(from(starts, blockSize-longest), k.stops)
	ORQ(k.quotes, k.stops)
	Label("noBackslash")
	k.leads()
	k.ends()
	ANDQ(k.until, k.letters)
}

// ends drops what is behind the first stop.
func (k *kernel) ends() {
	k.until = GP64()
	BLSMSKQ(k.stops, k.until)
	ANDQ(k.until, k.quotes)
}

// pair tells which backslashes begin escapes: those of a run in turn, from its
// first one on. A run that begins at an even place is turned over by adding that
// bit to it, so that what is left of it tells how it began.
func (k *kernel) pair() (starts reg.GPVirtual) {
	starts = shifted(k.backslashes, 1)
	even := GP64()
	MOVQ(Imm(0x5555555555555555), even)
	ANDNQ(k.backslashes, starts, starts)
	ANDQ(even, starts)
	ADDQ(k.backslashes, starts)
	XORQ(even, starts)
	ANDQ(k.backslashes, starts)
	LEAQ(Mem{Base: starts, Index: starts, Scale: 1}, k.letters)
	return starts
}

// control refuses control characters. The tail has some behind it.
func (k *kernel) control() {
	TESTQ(k.controls, k.until)
	JNZ(LabelRef("fault"))
}

// step goes to the next block.
func (k *kernel) step() {
	TESTQ(k.stops, k.stops)
	JNZ(LabelRef("cut"))
	k.next()
	Label("cut")
	TESTQ(k.quotes, k.quotes)
	JNZ(LabelRef("closed"))
	n := GP64()
	TZCNTQ(k.stops, n)
	ADDQ(n, k.at)
	SUBQ(n, k.left)
	JMP(LabelRef("block"))
}

// next goes on behind the block, where that is known beforehand: its bytes can be looked
// at before those of this one are.
func (k *kernel) next() {
	ADDQ(Imm(blockSize), k.at)
	SUBQ(Imm(blockSize), k.left)
	JMP(LabelRef("block"))
}

func (k *kernel) closed() {
	Label("closed")
	VPTEST(k.bad, k.bad)
	JNZ(LabelRef("fault"))
	Store(k.found.As8(), ReturnIndex(1))
	k.endAt(k.stops)
}

// endAt returns the index after the first of some places in the block.
func (k *kernel) endAt(places reg.GPVirtual) {
	end, base := GP64(), GP64()
	TZCNTQ(places, end)
	Load(Param("src").Base(), base)
	SUBQ(base, k.at)
	LEAQ(Mem{Base: k.at, Index: end, Scale: 1, Disp: 1}, end)
	Store(end, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// fault returns 0, and so the second result where there is one.
func (k *kernel) fault(results int) {
	Label("fault")
	none := GP64()
	XORL(none.As32(), none.As32())
	Store(none, ReturnIndex(0))
	if results > 1 {
		Store(none.As8(), ReturnIndex(1))
	}
	VZEROUPPER()
	RET()
}

// tail loads what is left where that is less than a block, by way of the stack, so
// that nothing behind the source is read. Zeros follow it, which no text holds.
func (k *kernel) tail() {
	Label("tail")
	room := AllocLocal(blockSize)
	zero := YMM()
	VPXOR(zero, zero, zero)
	VMOVDQU(zero, room)
	VMOVDQU(zero, room.Offset(32))
	to := GP64()
	LEAQ(room, to)
	k.copyEnds(to, 32, YMM(), func(a, b Op) { VMOVDQU(a, b) })
	k.copyEnds(to, 16, XMM(), func(a, b Op) { VMOVDQU(a, b) })
	k.copyEnds(to, 8, GP64(), func(a, b Op) { MOVQ(a, b) })
	k.copyEnds(to, 4, GP32(), func(a, b Op) { MOVL(a, b) })
	k.copyEnds(to, 2, GP16(), func(a, b Op) { MOVW(a, b) })
	k.copyEnds(to, 1, GP8(), func(a, b Op) { MOVB(a, b) })
	Label("copied")
	VMOVDQU(room, k.text[0])
	VMOVDQU(room.Offset(32), k.text[1])
	JMP(LabelRef("loaded"))
}
