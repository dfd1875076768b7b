package words

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the known name that a misspelt one most likely meant. It is equal but
// for case, "-" and "_", or at most one edit away (two above seven letters). It returns ""
// if nothing is close.
func Nearest(name string, known []string) string {
	best, least := "", 3
	allowed := 1
	if len(name) > 7 {
		allowed = 2
	}
	folded := foldName(name)
	for _, k := range known {
		if foldName(k) == folded {
			return k
		}
		if d := distance(name, k, allowed); d <= allowed && d < least {
			best, least = k, d
		}
	}
	return best
}

// DidYouMean returns the hint to the meant name, or "" without one.
func DidYouMean(meant string) string {
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", meant)
}

// HintedError is an error with a hint to the likely intention.
type HintedError struct {
	Err  error
	Hint string
}

func (e *HintedError) Error() string { return e.Err.Error() + " (" + e.Hint + ")" }
func (e *HintedError) Unwrap() error { return e.Err }

// Hinted adds to an error the known name that a misspelt one most likely meant, as
// a [*HintedError].
func Hinted(err error, name string, known []string) error {
	if hint := DidYouMean(Nearest(name, known)); hint != "" {
		return &HintedError{err, hint}
	}
	return err
}

var withoutDashes = strings.NewReplacer("-", "", "_", "")

func foldName(s string) string { return withoutDashes.Replace(strings.ToLower(s)) }

// distance returns the number of single-letter edits (insert, delete, replace, swap of
// neighbours) between a and b. Above limit it returns limit+1. Most pairs exceed the limit
// in their first letters.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	rows := make([]int, 3*(len(b)+1))
	before, prev, cur := rows[:len(b)+1], rows[len(b)+1:2*len(b)+2], rows[2*len(b)+2:]
	for j := range prev {
		prev[j] = j
	}
	smallest := 0 // of the row before
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+differs(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		least := slices.Min(cur)
		if least > limit && smallest > limit {
			return limit + 1 // a swap reaches back two rows, and no further
		}
		smallest = least
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(b)], limit+1)
}

func differs(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
