package digest

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Locator is a place in a canonical text: "char:1500-1650", or
// "page:3:char:200-450" for paged sources (seed 000; RULES R44). Offsets count
// code points from 0, the end is exclusive; pages count from 1.
type Locator struct {
	Page       int // 0: the text has no pages
	Start, End int
}

var locatorFormat = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:page:(0*[1-9][0-9]*):)?char:([0-9]+)-([0-9]+)$`)
})

// ErrLocator is the error of a text that is no locator.
var ErrLocator = errors.New("locator: want char:S-E or page:N:char:S-E")

// ParseLocator reads a locator; its error is [ErrLocator].
func ParseLocator(s string) (Locator, error) {
	parts := locatorFormat().FindStringSubmatch(s)
	if parts == nil {
		return Locator{}, ErrLocator
	}
	var l Locator
	for i, n := range []*int{&l.Page, &l.Start, &l.End} {
		digits := parts[i+1]
		if digits == "" {
			continue
		}
		var err error
		if *n, err = strconv.Atoi(digits); err != nil {
			return Locator{}, ErrLocator
		}
	}
	if l.Start > l.End {
		return Locator{}, ErrLocator
	}
	return l, nil
}

// String writes the locator as [ParseLocator] reads it.
func (l Locator) String() string {
	if l.Page > 0 {
		return fmt.Sprintf("page:%d:char:%d-%d", l.Page, l.Start, l.End)
	}
	return fmt.Sprintf("char:%d-%d", l.Start, l.End)
}

// Slice returns the part of a text that the locator names; beyond the end of
// the text there is nothing.
func (l Locator) Slice(text string) string {
	start := byteOffset(text, l.Start)
	return text[start : start+byteOffset(text[start:], l.End-l.Start)]
}

// byteOffset returns where the code point n of a text starts, or its end.
func byteOffset(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// Locate finds the first place of an excerpt in a canonical text, which like the
// excerpt is UTF-8.
func Locate(canonical, excerpt string) (Locator, bool) {
	i := strings.Index(canonical, excerpt)
	if i < 0 {
		return Locator{}, false
	}
	start := utf8.RuneCountInString(canonical[:i])
	return Locator{Start: start, End: start + utf8.RuneCountInString(excerpt)}, true
}

// VerifyLocator reports whether a canonical text holds an excerpt at the place
// that a locator names: canonical[S:E] == excerpt. A locator that cannot be
// read names no place.
func VerifyLocator(canonical, locator, excerpt string) bool {
	l, err := ParseLocator(locator)
	return err == nil && l.Slice(canonical) == excerpt
}
