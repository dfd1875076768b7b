package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// hasKernels asks two leaves of CPUID. In a virtual machine each takes 10 µs.
func hasKernels() {
	TEXT("hasKernels", NOSPLIT, "func() (has bool)")
	Doc("hasKernels reports whether the processor runs the kernels and the system saves AVX registers.")
	need := func(r reg.Register, bits uint32) {
		ANDL(U32(bits), r)
		CMPL(r, U32(bits))
		JNE(LabelRef("no"))
	}
	MOVB(U8(0), NewParamAddr("has", 0))
	MOVL(U32(1), reg.EAX)
	CPUID()
	need(reg.ECX, 1<<27|1<<28|1<<23) // OSXSAVE, AVX, POPCNT
	XORL(reg.ECX, reg.ECX)
	XGETBV()
	need(reg.EAX, 1<<1|1<<2)
	MOVL(U32(7), reg.EAX)
	XORL(reg.ECX, reg.ECX)
	CPUID()
	need(reg.EBX, 1<<3|1<<5) // BMI1, AVX2
	MOVB(U8(1), NewParamAddr("has", 0))
	Label("no")
	RET()
}
