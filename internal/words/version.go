package words

import (
	"slices"
	"strconv"
	"strings"
)

// IsVersion reports whether a text is a version: numbers between dots, perhaps after "v". A
// suffix after "-" or "+" holds letters, digits and these characters.
func IsVersion(text string) bool {
	return numbers(text) != nil && strings.Trim(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-") == ""
}

// IsEarlier reports whether a version is known to come before another one: its
// numbers do. One without numbers is not known to.
func IsEarlier(version, other string) bool {
	v, o := numbers(version), numbers(other)
	return v != nil && slices.Compare(v, o) < 0
}

// numbers returns the numbers between the dots of a version, without a suffix that follows
// "-" or "+". It returns nil if the text is no version.
func numbers(version string) (all []int) {
	if end := strings.IndexAny(version, "-+"); end >= 0 {
		version = version[:end]
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(version, "v"), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}
