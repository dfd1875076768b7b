package pass

import (
	"testing"
	"unsafe"
)

// Frames are pushed and popped for each container, and stay in the cache.
func TestFramesAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(frame{}); size > 96 {
		t.Errorf("%d bytes", size)
	}
}
