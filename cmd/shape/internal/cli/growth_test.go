package cli

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestGrowth runs the command in this process on each shape of input, of 8 KB and of 128 KB.
// Sixteen times the input may allocate 48 times as much, and take 64 times the time. Quadratic
// growth would be 256 times.
func TestGrowth(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	const small, large = 8 << 10, 128 << 10
	for _, g := range slices.Concat(growth, growingTexts()) {
		t.Run(g.name, func(t *testing.T) {
			args := g.arguments(t)
			input := map[int]string{small: g.make(small), large: g.make(large)}
			do := func(size int) {
				var stderr strings.Builder
				if status := run(args, strings.NewReader(input[size]), io.Discard, &stderr); status > 1 {
					t.Fatalf("exit status %d: %.300s", status, stderr.String())
				}
			}
			do(small) // made once
			var less, more int
			short, long := time.Hour, time.Hour
			for range 3 {
				short = min(short, testkit.ProcessorTime(func() { less = testkit.Allocated(func() { do(small) }) }))
				long = min(long, testkit.ProcessorTime(func() { more = testkit.Allocated(func() { do(large) }) }))
				if long <= 64*max(short, time.Millisecond) {
					break
				}
			}
			t.Logf("%.1f times its size, then %.1f; %v, then %v", float64(less)/small, float64(more)/large, short, long)
			if more > 48*max(less, small) {
				t.Errorf("%d bytes are allocated, %d for 16 times as much", less, more)
			}
			if long > 64*max(short, time.Millisecond) {
				t.Errorf("%v, and %v for 16 times as much", short, long)
			}
		})
	}
}

// arguments moves the test into an empty folder and returns the arguments of the command.
func (g *growing) arguments(t *testing.T) []string {
	t.Helper()
	alone(t)
	args := strings.Fields(g.args)
	if g.config != "" {
		writeFile(t, "growth.json", g.config)
		args = append(args, "--config", "growth.json")
	}
	return args
}
