//go:build !amd64 || purego

package scan

const (
	kernel   = false
	patience = forever
)

func textEnd([]byte, int) (end int, escapes uint8) { return 0, 0 }
