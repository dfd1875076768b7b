//go:build !linux

package bench

import "time"

var start = time.Now()

// threadTime is the time that has passed: other systems do not count by thread.
func threadTime() time.Duration { return time.Since(start) }
