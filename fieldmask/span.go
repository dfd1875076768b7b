package fieldmask

import (
	"strconv"
	"strings"
)

// span is a range of array positions, from and to counted from the end when
// negative; to is exclusive and open where toEnd is set.
type span struct {
	from, to int64
	toEnd    bool
}

// parseSpan reads the text between the brackets of an index.
func parseSpan(text string) (span, bool) {
	if text == "" {
		return span{toEnd: true}, true
	}
	from, to, isRange := strings.Cut(text, ":")
	r := span{toEnd: isRange && to == ""}
	var ok bool
	if r.from, ok = parsePosition(from, isRange); !ok {
		return span{}, false
	}
	if !isRange {
		r.to, r.toEnd = r.from+1, r.from == -1
		return r, true
	}
	r.to, ok = parsePosition(to, true)
	return r, ok
}

// parsePosition reads a position; one that is left out is 0.
func parsePosition(text string, mayBeEmpty bool) (int64, bool) {
	if text == "" {
		return 0, mayBeEmpty
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || text[0] == '+' || n > 1<<53 || n < -1<<53 {
		return 0, false
	}
	return n, true
}

func (r span) String() string {
	switch {
	case r.from == 0 && r.toEnd:
		return "[]"
	case r.toEnd && r.from != -1:
		return "[" + strconv.FormatInt(r.from, 10) + ":]"
	case r.isSingle():
		return "[" + strconv.FormatInt(r.from, 10) + "]"
	}
	return "[" + strconv.FormatInt(r.from, 10) + ":" + strconv.FormatInt(r.to, 10) + "]"
}

// isSingle reports whether the span is one position; [-1] and [-1:] are one.
func (r span) isSingle() bool {
	return r.toEnd && r.from == -1 || !r.toEnd && r.from != -1 && r.to == r.from+1
}

func (r span) fromEnd() bool { return r.from < 0 || r.to < 0 }

// holds reports whether a position lies in the span; n is the length of the
// array, needed where the span counts from the end.
func (r span) holds(i, n int) bool {
	at, size := int64(i), int64(n)
	from, to := r.from, r.to
	if from < 0 {
		from = max(from+size, -1)
		if r.isSingle() && from < 0 {
			return false
		}
	}
	if to < 0 {
		to += size
	}
	return at >= from && (r.toEnd || at < to)
}
