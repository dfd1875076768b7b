//go:build !purego

package scan

//go:generate go run -C gen . -out ../text_amd64.s -stubs ../text_amd64.go -pkg scan

import (
	"os"

	"golang.org/x/sys/cpu"
)

// kernel tells whether the functions of the kernel may be called.
var kernel = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT && cpu.X86.HasPCLMULQDQ && os.Getenv("SHAPE_NOASM") == ""

// wide tells whether copySaid may be called.
var wide = kernel && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512BW

// patience is after how much plain text String turns to the kernel: a call costs as
// much as it saves before that.
var patience = func() int {
	if kernel {
		return 128
	}
	return forever
}()

// What the copying kernels stop without: so much of the source, and room for as much or
// for what a block of it may grow to.
const (
	block  = 64
	reach  = 2 * block
	growth = block*len(`\u0000`) + block
)
