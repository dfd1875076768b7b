//go:build !amd64 || purego

package scan

const (
	kernel               = false
	patience             = forever
	block, reach, growth = 0, 0, 0
)

func readText([]byte, []byte, int, *[257]uint64) (n, next int, escaped bool) { return 0, 0, false }

func copyEscaped([]byte, []byte, int, *[256]uint64) (n, next int) { return 0, 0 }

func wordEnd([]byte, int, *[128]byte) (next int) { return 0 }

func escapesEnd(_ []byte, i int) (next int) { return i }
