package testkit

import (
	"testing"
	"time"
)

// A waiting function costs no processor time; a working one does.
func TestProcessorTime(t *testing.T) {
	const nap = 200 * time.Millisecond
	if took := ProcessorTime(func() { time.Sleep(nap) }); took > nap/2 {
		t.Errorf("a nap of %v took %v of processor time", nap, took)
	}
	if took := ProcessorTime(func() { spin(nap) }); took < nap {
		t.Errorf("%v of work took %v", nap, took)
	}
}

// spin works until it has used that much processor time.
func spin(work time.Duration) {
	for begun := processorTime(); processorTime()-begun < work; {
	}
}

func TestPaceIsNoBonus(t *testing.T) {
	if p := pace(); p < 1 {
		t.Errorf("pace %v", p)
	}
}
