package secrets

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// next returns the offset of the first keyword, searching from from, that a secret can follow.
func (r *rules) next(raw []byte, from int) int {
	if r == nil {
		return from
	}
	state := uint16(0)
	for end := from; ; {
		var keywords []uint16
		if end, state, keywords = r.search.find(raw, end, state); end == 0 {
			return len(raw)
		}
		for _, k := range keywords {
			start := end - r.search.sizes[k]
			if k == 0 || r.mayStand(k, raw[start:]) {
				return start
			}
		}
	}
}

// mayStand reports whether text can hold a secret of the keyword at its start.
func (r *rules) mayStand(keyword uint16, text []byte) bool {
	for i := range r.marks[keyword] {
		if r.marks[keyword][i].mayStand(text, true) {
			return true
		}
	}
	return false
}

// append appends the secrets of a text. Without rules the whole text is one.
func (r *rules) append(dst []profiles.Span, text []byte) []profiles.Span {
	if r == nil {
		return append(dst, profiles.Span{End: len(text), Kind: "secret"})
	}
	own := len(dst)
	f := finding{rules: r, text: text, spans: dst, read: map[int]window{}}
	state := uint16(0)
	for end := 0; ; {
		var keywords []uint16
		if end, state, keywords = r.search.find(text, end, state); end == 0 {
			break
		}
		for _, k := range keywords {
			start := end - r.search.sizes[k]
			for i := range r.marks[k] {
				if m := &r.marks[k][i]; m.mayStand(text[start:], false) && start >= f.read[m.rule].done {
					f.look(m, start)
				}
			}
		}
	}
	return f.spans[:own+len(profiles.JoinSpans(f.spans[own:]))]
}

// window is the last part of a text that a rule has read.
type window struct {
	end     int
	done    int // keywords before it need no other window
	crowded int // keywords in a row that stood in the window of the one before them
}

// finding is a search in one text.
type finding struct {
	*rules
	text  []byte
	spans []profiles.Span
	read  map[int]window // by rule
}

// Bounds of windows. If many keywords stand close together, one window serves all of them. So
// a rule reads each byte a bounded number of times.
const (
	longest  = 16 << 10 // of a window on either side of its keyword
	crowd    = 4        // keywords
	together = 8 * longest
	context  = 4 // bytes on either side, for boundaries of words
)

// look has the rule of a keyword that starts at i read the window around it.
func (f *finding) look(m *mark, i int) {
	x, w := &f.rules.rules[m.rule], f.read[m.rule]
	from := max(m.before.start(f.text, i), i-longest, 0)
	to := min(m.behind.end(f.text, i), i+longest)
	done := i + 1
	if w.crowded++; i >= w.end {
		w.crowded = 0
	}
	if w.crowded > crowd {
		to = min(i+together, len(f.text))
		done = max(done, to-longest)
	}
	from, to = max(from-context, w.done, 0), min(to+context, len(f.text))
	to, last := f.ask(x, from, to)
	if to == len(f.text) {
		done = to
	}
	w.end, w.done = to, max(done, last)
	f.read[m.rule] = w
}

// ask has a rule read text[from:to]. A match that reaches the end is read again with more text
// behind it. It returns the end of the text read and the end of the last match.
func (f *finding) ask(x *rule, from, to int) (end, last int) {
	expression := x.compile()
	for from < to {
		m := expression.FindSubmatchIndex(f.text[from:to])
		if m == nil {
			break
		}
		if from+m[1] == to && to < len(f.text) {
			to = min(to+2*(to-from), len(f.text))
			continue
		}
		f.judge(x, from, m)
		from += max(m[1], 1)
		last = from
	}
	return to, last
}

// judge adds the secret of a match at from, unless its entropy or an allowlist says that
// it is none.
func (f *finding) judge(x *rule, from int, m []int) {
	start, end := secretOf(x, m)
	start, end = from+start, from+end
	for start < end && f.text[start] == '\n' {
		start++
	}
	for start < end && f.text[end-1] == '\n' {
		end--
	}
	secret := f.text[start:end]
	if len(secret) == 0 || x.Entropy != 0 && entropy(secret) <= x.Entropy {
		return
	}
	whole := bytes.Trim(f.text[from+m[0]:from+m[1]], "\n")
	at := from + m[0] + bytes.Index(f.text[from+m[0]:from+m[1]], whole)
	c := candidate{text: f.text, start: at, end: at + len(whole), secret: secret}
	allows := func(l allowlist) bool { return l.allows(c) }
	if slices.ContainsFunc(f.rules.allow, allows) || slices.ContainsFunc(x.allow, allows) {
		return
	}
	f.spans = append(f.spans, profiles.Span{Start: start, End: end, Kind: "secret"})
}

// secretOf returns the part of a match that is the secret. It is the group that the rule
// names, else the first group that is not empty, else the whole match.
func secretOf(x *rule, m []int) (start, end int) {
	if x.SecretGroup > 0 && 2*x.SecretGroup+1 < len(m) {
		return max(m[2*x.SecretGroup], 0), max(m[2*x.SecretGroup+1], 0)
	}
	for i := 2; i+1 < len(m); i += 2 {
		if m[i+1] > m[i] {
			return m[i], m[i+1]
		}
	}
	return m[0], m[1]
}
