package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func copySaid() {
	TEXT("copySaid", NOSPLIT, "func(room, src []byte, i int, letters *[256]byte) (n, next int)")
	Pragma("noescape")
	Doc("copySaid is copyUnescaped for a text that nobody has to check: it stops where less than",
		"a block is left of the source or of the room, and at escapes that are no single letter.",
		"letters has what these stand for.")
	s := sayer{copier: beginCopy("letters"), space: GP64(), backslash: every('\\'), table: [2]reg.VecVirtual{ZMM(), ZMM()}}
	Load(Param("room").Len(), s.space)
	VMOVDQU64(Mem{Base: s.copier.table}, s.table[0])
	VMOVDQU64(Mem{Base: s.copier.table}.Offset(blockSize), s.table[1])
	Label("block")
	CMPQ(s.left, U8(blockSize))
	JLT(LabelRef("done"))
	CMPQ(s.space, U8(blockSize))
	JLT(LabelRef("done"))
	text, is := ZMM(), K()
	VMOVDQU64(Mem{Base: s.at}, text)
	VPCMPEQB(s.backslash, text, is)
	KORTESTQ(is, is)
	JNZ(LabelRef("escapes"))
	s.plain(text)
	Label("escapes")
	s.escapes(text, is)
	s.done()
}

// sayer leaves out the backslashes of a block at once.
type sayer struct {
	*copier
	space     reg.GPVirtual // left of the room
	backslash reg.VecVirtual
	table     [2]reg.VecVirtual // of what letters stand for, 0 for none
}

// plain copies a block without escapes, and goes on behind it.
func (s *sayer) plain(text reg.VecVirtual) {
	VMOVDQU64(text, Mem{Base: s.to})
	ADDQ(Imm(blockSize), s.to)
	SUBQ(Imm(blockSize), s.space)
	s.next()
}

// compress moves the bytes of which the bits are set to the beginning of to. It is not among
// the instructions that avo knows.
func compress(from reg.VecVirtual, kept reg.OpmaskVirtual, to reg.VecVirtual) {
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSB", Suffixes: []string{"Z"}, ISA: []string{"AVX512VBMI2"},
		Operands: []Op{from, kept, to}, Inputs: []Op{from, kept}, Outputs: []Op{to},
	})
}

// escapes copies a block up to the first escape that is no single letter, or is cut by the
// end of the block.
func (s *sayer) escapes(text reg.VecVirtual, is reg.OpmaskVirtual) {
	s.backslashes, s.letters = GP64(), GP64()
	KMOVQ(is, s.backslashes)
	starts := s.pair()
	meant, none, beyond, bad := ZMM(), K(), K(), GP64()
	VMOVDQA64(text, meant)
	VPERMI2B(s.table[1], s.table[0], meant)
	VPTESTNMB(meant, meant, none)
	VPMOVB2M(text, beyond)
	KORQ(beyond, none, none)
	KMOVQ(none, bad)
	ANDQ(s.letters, bad)
	letters := K()
	KMOVQ(s.letters, letters)
	VMOVDQU8(meant, letters, text)

	// The block ends before the backslash of what cannot be told.
	stop, keep, n := GP64(), GP64(), GP64()
	MOVQ(bad, stop)
	SHRQ(Imm(1), stop)
	MOVQ(starts, n)
	SHRQ(Imm(blockSize-1), n)
	SHLQ(Imm(blockSize-1), n)
	ORQ(n, stop)
	MOVQ(I32(-1), keep)
	TESTQ(stop, stop)
	JZ(LabelRef("whole"))
	BLSMSKQ(stop, keep)
	SHRQ(Imm(1), keep)
	Label("whole")
	POPCNTQ(keep, n)
	ADDQ(n, s.at)
	SUBQ(n, s.left)
	ANDNQ(keep, starts, keep)
	kept := K()
	KMOVQ(keep, kept)
	compress(text, kept, meant)
	VMOVDQU64(meant, Mem{Base: s.to})
	POPCNTQ(keep, n)
	ADDQ(n, s.to)
	SUBQ(n, s.space)
	TESTQ(bad, bad)
	JZ(LabelRef("block"))
}
