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
	c := beginCopy("letters")
	s := said512{copier: c, backslash: every('\\'), table: [2]reg.VecVirtual{ZMM(), ZMM()}}
	VMOVDQU64(Mem{Base: c.table}, s.table[0])
	VMOVDQU64(Mem{Base: c.table}.Offset(blockSize), s.table[1])
	Load(Param("room").Len(), s.room())
	Label("block")
	CMPQ(c.left, U8(blockSize))
	JLT(LabelRef("done"))
	CMPQ(s.left, U8(blockSize))
	JLT(LabelRef("done"))
	text, is := ZMM(), K()
	VMOVDQU64(Mem{Base: c.at}, text)
	VPCMPEQB(s.backslash, text, is)
	KORTESTQ(is, is)
	JNZ(LabelRef("escapes"))
	VMOVDQU64(text, Mem{Base: c.to})
	s.pass(blockSize)
	Label("escapes")
	s.escapes(text, is)
	c.done()
}

// said512 leaves out the backslashes of a block at once.
type said512 struct {
	*copier
	left      reg.GPVirtual // of the room
	backslash reg.VecVirtual
	table     [2]reg.VecVirtual // of what letters stand for, 0 for none
}

func (s *said512) room() reg.GPVirtual {
	s.left = GP64()
	return s.left
}

// pass goes on behind so many bytes that were copied as they are.
func (s *said512) pass(n uint64) {
	for _, to := range []reg.GPVirtual{s.at, s.to} {
		ADDQ(Imm(n), to)
	}
	for _, left := range []reg.GPVirtual{s.copier.left, s.left} {
		SUBQ(Imm(n), left)
	}
	JMP(LabelRef("block"))
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
func (s *said512) escapes(text reg.VecVirtual, is reg.OpmaskVirtual) {
	s.backslashes, s.letters = GP64(), GP64()
	KMOVQ(is, s.backslashes)
	starts := s.pair()
	said, none, beyond, bad := ZMM(), K(), K(), GP64()
	VMOVDQA64(text, said)
	VPERMI2B(s.table[1], s.table[0], said)
	VPTESTNMB(said, said, none)
	VPMOVB2M(text, beyond)
	KORQ(beyond, none, none)
	KMOVQ(none, bad)
	ANDQ(s.letters, bad)
	letters := K()
	KMOVQ(s.letters, letters)
	VMOVDQU8(said, letters, text)

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
	SUBQ(n, s.copier.left)
	ANDNQ(keep, starts, keep)
	kept := K()
	KMOVQ(keep, kept)
	compress(text, kept, said)
	VMOVDQU64(said, Mem{Base: s.to})
	POPCNTQ(keep, n)
	ADDQ(n, s.to)
	SUBQ(n, s.left)
	TESTQ(bad, bad)
	JZ(LabelRef("block"))
}
