// Command gen writes the AVX2 kernels of internal/scan. They read and unescape string
// text, escape text, pass runs of escapes, and find the ends of words. The command is a module of its own, so
// that the project does not depend on avo.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	readText()
	copyEscaped()
	wordEnd()
	escapesEnd()
	hasKernels()
	Generate()
}

// blockSize is how many bytes are looked at together. A mask has one bit for each.
const blockSize = 64

// kernel holds the registers of one block. A block begins where neither an escape nor a
// character is under way. One that the end of a block may cut short begins the next
// block instead, so no state passes from block to block.
type kernel struct {
	at, left reg.GPVirtual        // the block in the source, and the bytes left from there on
	text     [2]reg.VecVirtual    // the block
	blanks   reg.VecVirtual       // a blank in each byte
	is       [3][2]reg.VecVirtual // the places of quotes, backslashes and low bytes

	quotes, backslashes, controls reg.GPVirtual // masks
	letters                       reg.GPVirtual // the bytes behind the backslashes that begin escapes
	stops, until                  reg.GPVirtual // the ends of the block, and all bits up to the first
}

// The indexes of is. Low bytes are control characters and bytes beyond ASCII, since those
// are negative.
const (
	quote = iota
	backslash
	low
)

// begin loads src, and the place in it where the kernel begins.
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

// compare marks quotes, backslashes and low bytes in is. It returns zero if there are
// none.
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

// ends drops the quotes behind the first stop.
func (k *kernel) ends() {
	k.until = GP64()
	BLSMSKQ(k.stops, k.until)
	ANDQ(k.until, k.quotes)
}

// pair marks the backslashes that begin escapes: every other one of a run, from its first
// one on. The addition of the first bit flips a run that begins at an even place. The rest
// of the run then shows its beginning.
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

// next continues behind the block.
func (k *kernel) next() {
	ADDQ(Imm(blockSize), k.at)
	SUBQ(Imm(blockSize), k.left)
	JMP(LabelRef("block"))
}
