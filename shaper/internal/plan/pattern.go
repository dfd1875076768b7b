package plan

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// pattern is a privacy pattern. It leaves what it and the patterns before it have
// written: else one that fits its own replacement would fit wherever somebody looks
// again, and texts would grow with each look. What those after it write it does not
// leave: they are less trusted, and might write what it is to hide.
type pattern struct {
	*profiles.Pattern
	with    []byte
	written [][]byte // that, and what those before it write, none of it empty
}

// mostWritten different writings are left as they are: a match is looked for in each.
const mostWritten = 64

// writings are what replacements look like in a text, and in strings in it.
type writings struct {
	all   [][]byte
	known map[string]bool
}

// add adds a replacement, and returns those that there are so far.
func (w *writings) add(with []byte) [][]byte {
	for range MaxNesting {
		if len(with) == 0 || len(w.all) == mostWritten || w.known[string(with)] {
			break
		}
		w.all, w.known[string(with)] = append(w.all, with), true
		quoted := scan.AppendQuote(nil, with)
		with = quoted[1 : len(quoted)-1]
	}
	return w.all
}

// replace replaces what the pattern matches in a text, or all of it where there is no
// room.
func (p *pattern) replace(text []byte, room *int) (replaced []byte, changed bool) {
	r := replacing{p: p, text: text, room: room}
	replaced = p.Regexp.ReplaceAllFunc(text, r.match)
	switch {
	case !r.changed:
		return text, false
	case *room < 0:
		return p.with, true
	}
	return replaced, true
}

// replacing is a pattern at work on a text, from match to match.
type replacing struct {
	p       *pattern
	text    []byte
	covered int  // what is matched up to there are replacements
	room    *int // bytes that may still be written
	changed bool
}

// match returns what becomes of a match. One of nothing, as a boundary, is nothing to
// hide.
func (r *replacing) match(match []byte) []byte {
	at := cap(r.text) - cap(match) // it is a part of the text that was given
	from, to := r.beyond(at, at+len(match))
	if from >= to {
		return match
	}
	r.changed = true
	if *r.room -= len(r.p.with); *r.room < 0 {
		return nil
	}
	if to-from == len(match) {
		return r.p.with
	}
	return slices.Concat(match[:from-at], r.p.with, match[to-at:])
}

// beyond is the part of a match text[from:to] that is to be replaced: without the
// replacements that stand across its ends, and nothing where nothing else is in it.
// So each look leaves less that can be matched.
func (r *replacing) beyond(from, to int) (start, end int) {
	if to <= r.covered {
		return to, to
	}
	end, _ = r.p.around(r.text, to)
	_, r.covered = r.p.around(r.text, from-1)
	start, end = max(from, r.covered), min(to, end)
	for at := start; at < end; at = r.covered {
		if _, r.covered = r.p.around(r.text, at); r.covered == at {
			return start, end
		}
	}
	return end, end
}

// around returns where the first of the replacements begins in which text[at] stands,
// and where the last of them ends; at where there are none.
func (p *pattern) around(text []byte, at int) (first, last int) {
	first, last = at, at
	for _, w := range p.written {
		start, end := max(0, at+1-len(w)), min(len(text), at+len(w))
		if i := bytes.Index(text[start:end], w); i >= 0 {
			first = min(first, start+i)
			last = max(last, start+bytes.LastIndex(text[start:end], w)+len(w))
		}
	}
	return first, last
}
