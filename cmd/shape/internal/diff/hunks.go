package diff

import "fmt"

// around is how many lines of what did not change stand around what did.
const around = 3

// hunks writes lines as a unified diff.
type hunks struct {
	dst           []byte
	before, after int      // lines so far
	ahead         [][]byte // the last lines that did not change, at most around
	hunk          []byte
	olds, news    int // lines of the hunk
	quiet         int // lines at its end that did not change
}

// line takes the next line.
func (h *hunks) line(op byte, depth int, text []byte) {
	line := append([]byte{op}, spaces(depth)...)
	line = append(append(line, text...), '\n')
	if op == ' ' {
		h.same(line)
		return
	}
	if h.hunk == nil {
		for _, same := range h.ahead {
			h.hunk = append(h.hunk, same...)
		}
		h.olds, h.news = len(h.ahead), len(h.ahead)
	}
	h.hunk, h.quiet = append(h.hunk, line...), 0
	if op == '-' {
		h.before++
		h.olds++
	} else {
		h.after++
		h.news++
	}
}

// same takes a line that did not change.
func (h *hunks) same(line []byte) {
	h.before++
	h.after++
	if h.hunk == nil {
		h.remember(line)
		return
	}
	h.hunk = append(h.hunk, line...)
	h.olds++
	h.news++
	h.remember(line)
	if h.quiet++; h.quiet == 2*around {
		h.flush(around)
	}
}

func (h *hunks) remember(line []byte) {
	if len(h.ahead) == around {
		h.ahead = h.ahead[:copy(h.ahead, h.ahead[1:])]
	}
	h.ahead = append(h.ahead, line)
}

// flush writes the hunk without the last lines, which did not change.
func (h *hunks) flush(without int) {
	text := h.hunk
	for _, line := range h.ahead[len(h.ahead)-without:] {
		text = text[:len(text)-len(line)]
	}
	olds, news := h.olds-without, h.news-without
	h.dst = fmt.Appendf(h.dst, "@@ -%d,%d +%d,%d @@\n", first(h.before-h.olds, olds), olds, first(h.after-h.news, news), news)
	h.dst, h.hunk, h.quiet = append(h.dst, text...), nil, 0
}

// first is the number of the first line of a hunk, of the line before an empty one.
func first(before, lines int) int {
	if lines == 0 {
		return before
	}
	return before + 1
}

// end writes the rest.
func (h *hunks) end() []byte {
	if h.hunk != nil {
		h.flush(max(0, h.quiet-around))
	}
	return h.dst
}

func spaces(depth int) []byte {
	b := make([]byte, 2*depth)
	for i := range b {
		b[i] = ' '
	}
	return b
}
