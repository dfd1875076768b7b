//go:build !purego

package scan

//go:generate go run -C gen . -out ../text_amd64.s -stubs ../text_amd64.go -pkg scan

import (
	"os"

	"golang.org/x/sys/cpu"
)

// kernel tells whether the functions of the kernel may be called.
var kernel = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT && cpu.X86.HasPCLMULQDQ && os.Getenv("SHAPE_NOASM") == ""

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
	reach  = 2 * 64
	growth = 64*len(`\u0000`) + 64
)
