//go:build !purego

package lexis

//go:generate go run -C ../scan/gen . -prices -out ../../lexis/prices_amd64.s -stubs ../../lexis/prices_amd64.go -pkg lexis

import (
	"os"

	"golang.org/x/sys/cpu"
)

// kernel tells whether priceBlocks may be called.
var kernel = cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BW && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT && os.Getenv("SHAPE_NOASM") == ""
