//go:build !purego

package scan

import (
	"testing"

	"golang.org/x/sys/cpu"
)

func TestFeatures(t *testing.T) {
	if want := cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT; hasKernels() != want {
		t.Errorf("kernels %t, want %t", !want, want)
	}
}
