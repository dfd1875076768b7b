package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Form is the extent to which a text is JSON.
type Form uint8

// The forms, each more than the one before.
const (
	Words Form = iota // no object and no array that can be read
	Mixed             // some, between words
	Lined             // those that begin a line are over half of the bytes that are not blank
	Data              // all of it: documents, in one code fence or none, blanks and comments between them
)

// Read starts with a text and returns its form. The text must not change until the next
// Read. lim has no zero field.
func (r *Reader) Read(text []byte, lim *scan.Limits) Form {
	r.text, r.lim, r.at, r.ahead, r.longest = text, lim, 0, Stretch{}, attempt{}
	if r.isData() {
		r.form = Data
	} else {
		r.form = r.mixture()
	}
	r.ahead = Stretch{}
	return r.form
}

// mixture returns the form of a text that is not Data.
func (r *Reader) mixture() Form {
	form, lined := Words, 0
	for i := 0; ; i = r.ahead.End {
		r.ahead.JSON = false
		if r.fragment(i); !r.ahead.JSON {
			break
		}
		form = Mixed
		if r.ahead.OwnLine {
			lined += notBlank(r.text[r.ahead.Start:r.ahead.End])
		}
	}
	if lined > 0 && 2*lined > notBlank(r.text) {
		form = Lined
	}
	return form
}

// notBlank counts the bytes that are no white space.
func notBlank(text []byte) (n int) {
	for _, c := range text {
		if c > ' ' {
			n++
		}
	}
	return n
}

// isData reports whether the text is Data. A document that is no container ends only with
// its line.
func (r *Reader) isData() bool {
	i, fence := openFence(r.text, r.text.Blanks(0))
	for r.whole = 0; ; {
		i = r.text.Blanks(i)
		if fence != nil && bytes.HasPrefix(r.text[i:], fence) {
			return r.whole > 0 && r.text.Blanks(i+fenceSigns(r.text[i:])) == len(r.text)
		}
		if i == len(r.text) {
			return r.whole > 0 && fence == nil
		}
		end, ok := r.text.Comment(i)
		if !ok {
			end, ok = r.read(i)
			if isContainer := r.text[i]|0x20 == '{'; !ok || !isContainer && !r.text.EndsLine(r.text.InLine(end)) {
				return false
			}
			r.whole++
		}
		i = end
	}
}

// document looks ahead for a document or a comment of a text that is Data.
func (r *Reader) document(i int) {
	for i = r.text.Blanks(i); i < len(r.text); i = r.text.Blanks(i) {
		if c := r.text[i]; c == '`' || c == '~' {
			i = r.text.LineEnd(i)
			continue
		}
		if end, ok := r.text.Comment(i); ok {
			r.ahead = Stretch{Start: i, End: end, Comment: true}
		} else if end, ok = r.read(i); ok {
			r.ahead = Stretch{Start: i, End: end, JSON: true, OwnLine: r.text.BeginsLine(i)}
		}
		return
	}
}

// openFence reads the line of backticks or tildes that opens a code fence at i.
// It returns the index after that line, and the fence.
func openFence(text lex.Text, i int) (next int, fence []byte) {
	n := fenceSigns(text[i:])
	if n == 0 {
		return i, nil
	}
	end := text.LineEnd(i)
	if bytes.Contains(text[i+n:end], text[i:i+1]) {
		return i, nil
	}
	return end, text[i : i+n]
}

// fenceSigns counts the equal signs, three or more, that text begins with.
func fenceSigns(text []byte) (n int) {
	if len(text) == 0 || text[0] != '`' && text[0] != '~' {
		return 0
	}
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 {
		return 0
	}
	return n
}
