package main

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/bench"
)

// All peers do all works alike, so that their times compare.
func TestAgree(t *testing.T) {
	for c := range contests(bench.Corpora(16 << 10)) {
		if err := c.agree(); err != nil {
			t.Error(err)
		}
	}
	if err := mixed().only(inTraffic...).agree(); err != nil {
		t.Error(err)
	}
}
