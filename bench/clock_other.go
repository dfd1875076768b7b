//go:build !linux

package bench

import "time"

var start = time.Now()

// ThreadTime is the time that has passed: other systems do not count by thread.
func ThreadTime() time.Duration { return time.Since(start) }

// ProcessTime is the time that has passed.
func ProcessTime() time.Duration { return time.Since(start) }
