package plan

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// pattern is a privacy pattern. It skips its own replacement and those of the patterns before
// it: if a pattern matched its own replacement, texts would grow with each run. It does not
// skip the replacements of later patterns. Those are less trusted, and their output might
// contain secrets.
type pattern struct {
	*profiles.Pattern
	with    []byte
	written [][]byte // the replacements to skip, none of them empty
}

// mostWritten bounds the replacements to skip. Each match searches for every one of them.
const mostWritten = 64

// writings collects the spellings of replacements in a text and in strings nested in it.
type writings struct {
	all   [][]byte
	known map[string]bool
}

// add adds a replacement and returns all spellings so far.
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

// replace replaces the matches of the pattern in a text. Without room, it replaces the whole
// text.
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

// replacing is the state of one run of a pattern over a text.
type replacing struct {
	p       *pattern
	text    []byte
	covered int  // the end of the last replacement found
	room    *int // bytes that may still be written
	changed bool
}

// match returns the replacement of a match. An empty match, such as a word boundary, hides
// nothing.
func (r *replacing) match(match []byte) []byte {
	at := cap(r.text) - cap(match) // match is a part of r.text
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

// beyond returns the part of the match text[from:to] to replace. It leaves out replacements
// across its ends, and is empty if replacements cover the match. So each run leaves less to
// match.
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

// around returns the bounds of the replacements that cover text[at]: the start of the first
// and the end of the last. It returns at twice if there are none.
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
