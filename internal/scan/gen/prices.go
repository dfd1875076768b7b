package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the tables of lexis.Prices are.
const (
	classAt  = 0
	classAt8 = classAt + 128
	rowAt8   = classAt8 + 128
	lowAt    = rowAt8 + 64
	highAt   = lowAt + 128
)

// The class of digits.
const digitClass = 2

func priceBlocks() {
	TEXT("priceBlocks", NOSPLIT, "func(text []byte, i int, digits int, tables *[576]byte) (cost, groups, next, after int)")
	Pragma("noescape")
	Doc("priceBlocks adds up what blocks of 64 bytes cost from i on, which is 3 at least, up to",
		"where one is short or has a byte beyond ASCII, or one of the two bytes before it is. It",
		"returns how many digits begin another three behind three others, which are priced as",
		"the others; and where it stopped. Before i stand so many digits, up to three, of those",
		"that are no three yet, and after so many before next.")
	p := &prices{at: GP64(), left: GP64(), known: GP64(), digits: GP64(), groups: GP64(), low: ZMM(), high: ZMM(), none: ZMM()}
	p.begin()
	Label("block")
	CMPQ(p.left, U8(blockSize))
	JLT(LabelRef("done"))
	p.load()
	p.findGroups()
	Label("priced")
	p.add()
	ADDQ(U8(blockSize), p.at)
	SUBQ(U8(blockSize), p.left)
	JMP(LabelRef("block"))
	Label("groups")
	p.countGroups()
	Label("done")
	p.done()
}

// prices adds up two tables, of which one has the lower halves of what pairs cost and the
// other one the upper halves.
type prices struct {
	at, left       reg.GPVirtual
	known, digits  reg.GPVirtual // before known stand so many digits
	groups         reg.GPVirtual
	low, high      reg.VecVirtual // sums
	none           reg.VecVirtual
	class, class8  [2]reg.VecVirtual // tables
	row, lows, ups reg.VecVirtual
	lows2, ups2    reg.VecVirtual
	digit, digit8  reg.VecVirtual

	c, before, before8 reg.VecVirtual // classes of the block, and of the bytes before each
	isDigit            reg.OpmaskVirtual
}

func (p *prices) begin() {
	i, tables := GP64(), GP64()
	Load(Param("text").Base(), p.at)
	Load(Param("text").Len(), p.left)
	Load(Param("i"), i)
	Load(Param("digits"), p.digits)
	Load(Param("tables"), tables)
	ADDQ(i, p.at)
	SUBQ(i, p.left)
	MOVQ(p.at, p.known)
	XORL(p.groups.As32(), p.groups.As32())
	for _, zero := range []reg.VecVirtual{p.low, p.high, p.none} {
		VPXORQ(zero, zero, zero)
	}
	table := func(at int) reg.VecVirtual {
		to := ZMM()
		VMOVDQU64(Mem{Base: tables}.Offset(at), to)
		return to
	}
	p.class = [2]reg.VecVirtual{table(classAt), table(classAt + 64)}
	p.class8 = [2]reg.VecVirtual{table(classAt8), table(classAt8 + 64)}
	p.row, p.lows, p.lows2, p.ups, p.ups2 = table(rowAt8), table(lowAt), table(lowAt+64), table(highAt), table(highAt+64)
	p.digit, p.digit8 = every(digitClass), every(8*digitClass)
}

// every is c in every lane.
func every(c uint32) reg.VecVirtual {
	one, to := GP32(), ZMM()
	MOVL(U32(c), one)
	VPBROADCASTB(one, to)
	return to
}

// from are the bytes from n before the block on.
func (p *prices) from(n int) reg.VecVirtual {
	to := ZMM()
	VMOVDQU64(Mem{Base: p.at}.Offset(-n), to)
	return to
}

// load loads the block, and stops before what is beyond ASCII.
func (p *prices) load() {
	p.c, p.before, p.before8 = p.from(0), p.from(1), p.from(2)
	any, beyond := ZMM(), K()
	VPORQ(p.c, p.before8, any)
	VPMOVB2M(any, beyond)
	KORTESTQ(beyond, beyond)
	JNZ(LabelRef("done"))
	VPERMI2B(p.class[1], p.class[0], p.c)
	VPERMI2B(p.class[1], p.class[0], p.before)
	VPERMI2B(p.class8[1], p.class8[0], p.before8)
}

// findGroups turns to countGroups where four digits stand together.
func (p *prices) findGroups() {
	p.isDigit = K()
	is, four := K(), K()
	VPCMPEQB(p.digit, p.c, p.isDigit)
	VPCMPEQB(p.digit, p.before, is)
	KANDQ(p.isDigit, is, four)
	VPCMPEQB(p.digit8, p.before8, is)
	KANDQ(is, four, four)
	third := p.from(3)
	VPERMI2B(p.class[1], p.class[0], third)
	VPCMPEQB(p.digit, third, is)
	KANDQ(is, four, four)
	KORTESTQ(four, four)
	JNZ(LabelRef("groups"))
}

// add adds what the bytes of the block cost.
func (p *prices) add() {
	VPORQ(p.before8, p.before, p.before)
	VPERMB(p.row, p.before, p.before)
	VPORQ(p.c, p.before, p.before)
	other := ZMM()
	VMOVDQA64(p.before, other)
	VPERMI2B(p.lows2, p.lows, p.before)
	VPERMI2B(p.ups2, p.ups, other)
	VPSADBW(p.none, p.before, p.before)
	VPSADBW(p.none, other, other)
	VPADDQ(p.before, p.low, p.low)
	VPADDQ(other, p.high, p.high)
}

// countGroups counts the digits of the block that begin another three, first those at its
// beginning that go on with others before it, and then three after three.
func (p *prices) countGroups() {
	p.digitsBefore("seed")
	digit := GP64()
	KMOVQ(p.isDigit, digit)
	behind := shifted(digit, 1)
	first, begin, through, n := GP64(), GP64(), GP64(), GP64()
	ANDNQ(digit, behind, first)
	ANDQ(digit, behind)
	MOVQ(behind, through)
	ADDQ(through, through)
	ANDQ(behind, through) // with two digits before them in the block
	MOVQ(first, begin)
	TESTQ(p.digits, p.digits)
	JZ(LabelRef("noSeed"))
	ANDQ(I8(-2), first)
	MOVQ(first, begin)
	// The digits at 0 to 3-digits are all there where ones carry through them.
	run := GP64()
	MOVQ(digit, run)
	NOTQ(run)
	TZCNTQ(run, run)
	MOVQ(U32(3), n)
	SUBQ(p.digits, n)
	CMPQ(n, run)
	JGE(LabelRef("noSeed"))
	BTSQ(n, begin)
	Label("noSeed")
	p.spreadThrees(begin, through)
	ANDNQ(begin, first, begin)
	POPCNTQ(begin, begin)
	ADDQ(begin, p.groups)
	p.keepDigits(digit)
	JMP(LabelRef("priced"))
}

// spreadThrees has each bit lead to the third one behind it, through others.
func (p *prices) spreadThrees(begin, through reg.GPVirtual) {
	ahead := GP64()
	for _, n := range []uint64{3, 6, 12, 24, 48} {
		MOVQ(begin, ahead)
		SHLQ(Imm(n), ahead)
		ANDQ(through, ahead)
		ORQ(ahead, begin)
		MOVQ(through, ahead)
		SHLQ(Imm(n), ahead)
		ANDQ(ahead, through)
	}
}

// digitsBefore finds how many digits stand before the block, unless that is known: then
// they are fewer than four.
func (p *prices) digitsBefore(name string) {
	CMPQ(p.at, p.known)
	JEQ(LabelRef(name))
	XORL(p.digits.As32(), p.digits.As32())
	for n := 1; n < 4; n++ {
		b := GP32()
		MOVBLZX(Mem{Base: p.at}.Offset(-n), b)
		SUBL(U8('0'), b)
		CMPL(b, U8(10))
		JAE(LabelRef(name))
		INCQ(p.digits)
	}
	Label(name)
}

// keepDigits notes how many digits the block ends with, of those that are no three yet.
func (p *prices) keepDigits(digit reg.GPVirtual) {
	LEAQ(Mem{Base: p.at}.Offset(blockSize), p.known)
	n, third := GP64(), GP64()
	NOTQ(digit)
	BSRQ(digit, n)
	JZ(LabelRef("reduce")) // 64 more are 63 and one
	MOVQ(U32(63), p.digits)
	SUBQ(n, p.digits)
	JZ(LabelRef("kept"))
	DECQ(p.digits)
	Label("reduce")
	IMUL3Q(U8(43), p.digits, third)
	SHRQ(Imm(7), third)
	LEAQ(Mem{Base: third, Index: third, Scale: 2}, third)
	SUBQ(third, p.digits)
	INCQ(p.digits)
	Label("kept")
}

func (p *prices) done() {
	p.digitsBefore("told")
	base := GP64()
	Load(Param("text").Base(), base)
	SUBQ(base, p.at)
	Store(p.total(), ReturnIndex(0))
	Store(p.groups, ReturnIndex(1))
	Store(p.at, ReturnIndex(2))
	Store(p.digits, ReturnIndex(3))
	VZEROUPPER()
	RET()
}

// total is the sum of all lanes.
func (p *prices) total() reg.GPVirtual {
	VPSLLQ(Imm(8), p.high, p.high)
	VPADDQ(p.high, p.low, p.low)
	half, quarter, lane := YMM(), XMM(), XMM()
	VEXTRACTI64X4(Imm(1), p.low, half)
	VPADDQ(p.low.AsY(), half, half)
	VEXTRACTI128(Imm(1), half, quarter)
	VPADDQ(half.AsX(), quarter, quarter)
	VPSRLDQ(Imm(8), quarter, lane)
	VPADDQ(quarter, lane, lane)
	sum := GP64()
	VMOVQ(lane, sum)
	return sum
}
