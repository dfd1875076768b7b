package words

import (
	"slices"
	"strconv"
	"strings"
)

// IsEarlier reports whether a version is known to come before another one: its
// numbers do. One without numbers is not known to.
func IsEarlier(version, other string) bool {
	v, o := numbers(version), numbers(other)
	return v != nil && slices.Compare(v, o) < 0
}

// numbers returns the numbers between the dots of a version, without a suffix. It returns
// nil if the text is no version.
func numbers(version string) (all []int) {
	version, _, _ = strings.Cut(version, "-")
	for part := range strings.SplitSeq(strings.TrimPrefix(version, "v"), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}
