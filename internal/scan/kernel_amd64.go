//go:build !purego

package scan

//go:generate go run -C gen . -out ../text_amd64.s -stubs ../text_amd64.go -pkg scan

import "os"

// kernel reports whether the processor runs the kernels and the environment allows them.
var kernel = hasKernels() && os.Getenv("SHAPE_NOASM") == ""

// patience is the length of plain text after which String calls the kernel. For a shorter
// text, a call costs as much as it saves.
var patience = map[bool]int{true: 128, false: forever}[kernel]

// readText stops before less than a block of the source or of the room. copyEscaped stops
// before less than reach of the source, or less than growth of the room.
const (
	block  = 64
	reach  = 2 * block
	growth = block*len(`\u0000`) + block
)
