package pass

import (
	"testing"
	"unsafe"
)

// A frame is pushed for each container, so it must stay small.
func TestFramesAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(frame{}); size > 96 {
		t.Errorf("%d bytes", size)
	}
}
