package jsonish

import "bytes"

// lineWord remembers the last word of a line that may be a secret.
type lineWord struct{ from, end, word int }

// Missed reports whether a name without a withheld value may have one. A sign and more
// then follow on its line, or a word like a secret does. Such a word has eight characters
// or more, with a digit or in mixed case. It may also fill the next line.
func (a *Assignments) Missed(of Assignment) bool {
	i := inLine(a.text, of.Behind)
	if i >= len(a.text) || a.marked(i) > 0 || a.commandOf(of) != "" {
		return false
	}
	if isLineEnd(a.text[i]) && (!of.Bare || a.beginsItsLine(of.Name.Start)) {
		word := a.wordBelow(i)
		return LooksSecret(a.text[word.Start:word.End])
	}
	if !of.Bare {
		return bytes.IndexByte([]byte(",;)]}"), a.text[i]) < 0
	}
	w := &a.words
	if i < w.from || i >= w.end {
		*w = lineWord{from: i, end: lineEnd(a.text, i), word: -1}
		w.find(a.text)
	}
	return w.word >= i
}

// find finds the last such word.
func (w *lineWord) find(text []byte) {
	for i := w.from; i < w.end; i++ {
		start := i
		for i < w.end && (isAlnum(text[i]) || text[i] == '_') {
			i++
		}
		if LooksSecret(text[start:i]) {
			w.word = start
		}
	}
}
