package texts

import "strings"

var failures = []string{"error", "fail", "fatal", "panic", "exception", "traceback", "warn", "critical", "denied", "refused", "not ok", "×", "✗", "✘", "❌"}

// IsFailure reports whether a line tells of a failure. A log keeps each such line.
func IsFailure(line string) bool {
	line = strings.ToLower(line)
	for _, word := range failures {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}
