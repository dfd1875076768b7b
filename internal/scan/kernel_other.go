//go:build !amd64 || purego

package scan

const (
	kernel   = false
	wide     = false
	patience = forever
	block    = 0
	reach    = 0
	growth   = 0
)

func textEnd([]byte, int) (end int, escapes uint8) { return 0, 0 }

func copyUnescaped([]byte, []byte, int, *[257]uint64) (n, next int) { return 0, 0 }

func copySaid([]byte, []byte, int, *[256]byte) (n, next int) { return 0, 0 }

func copyEscaped([]byte, []byte, int, *[256]uint64) (n, next int) { return 0, 0 }

func containerEnd([]byte, int) (end int, spaced bool) { return 0, false }

func closingQuote([]byte, int) (end int) { return 0 }

func wordEnd([]byte, int, *[128]byte) (next int) { return 0 }
