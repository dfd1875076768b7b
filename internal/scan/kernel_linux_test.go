package scan

import (
	"strings"
	"testing"
)

// The kernels read nothing behind a text that ends with a page, and nothing before a text
// that begins with a page. They write nothing behind a room that ends with a page. The
// pages around allow no access.
func TestKernelAtTheEndOfAPage(t *testing.T) {
	middle, room := guardedPage(t), guardedPage(t)
	page := len(middle)
	for _, piece := range textPieces {
		for size := range 200 { // three blocks of the kernel, and a part of one
			text := `"` + strings.Repeat(piece, size/len(piece))
			for _, end := range []string{`"`, "", `\`, "\xe4"} {
				first := middle[:copy(middle, text+end)]
				twins(t, first, 0)
				last := middle[page-len(text+end):]
				copy(last, text+end)
				twins(t, last, 0)
				into := room[page-size:]
				readText(into, last, 1, &squeezes)
				readText(nil, last, 1, &squeezes)
				copyEscaped(into, last, 1, &escapes)
				copyEscaped(room[page-2*size-growth:], last, 1, &escapes)
			}
		}
	}
}
