package casetest

import (
	"testing"
	"time"
)

// Within fails where f takes longer than limit, three times over: the machine
// may be busy. Under the race detector the limit is Slowness times that.
func Within(t *testing.T, limit time.Duration, f func()) {
	t.Helper()
	var took time.Duration
	for range 3 {
		start := time.Now()
		f()
		if took = time.Since(start); took <= Slowness*limit {
			return
		}
	}
	t.Errorf("it took %v", took)
}
