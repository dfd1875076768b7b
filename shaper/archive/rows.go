package archive

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// A row of a document is an object in a list, or the value outside all lists. Its leaves are
// its scalars, except for those in rows of its own. A text of more than one line is cut into
// blocks instead, and each block is a row. A line that is JSON has rows of its own.
const (
	maxWhole   = 700 // bytes of an object whose lists have no rows of their own
	maxLeaf    = 300 // bytes of a text that is a leaf
	blockLines = 5
	blockBytes = 400 // a block ends behind the line that reaches it
	pieceBytes = 400 // a longer line is cut between words
	wholePiece = 800 // and behind punctuation if no space comes before
)

// row is a row that is read.
type row struct {
	index   int
	pointer int // the length of its pointer
	path    int // the length of its path
	src     []byte
	start   int // of the row in src
	end     int
	line    int // the number of the first line of a block, from 1 on; 0 for JSON

	own, all matches // of the query: all includes the rows inside
	has      uint64  // conditions that are met, by their numbers
	found    int     // rows that were found before
	ranked   int     // those of them that are ranked
	shown    *shownRow
	isRoot   bool
	names    []leaf // the leaves that identify the row
	isKept   bool   // names are needed after the end of the row
}

// matches are the words of the query in some leaves.
type matches struct {
	words, whole wordSet // whole: not as parts of other words
	size         int     // bytes of the leaves
	isFresh      bool    // the model has not seen all of the leaves
}

// leaf is a value at its place in a row. text is the unescaped text of a string, or the value
// as written. name is path without the indexes of lists.
type leaf struct {
	path, name string
	raw, text  []byte
}

// walker visits the rows of a document in the order of their starts, each with an index. The
// order is the same each time.
type walker struct {
	begin func(*row)              // a row begins
	visit func(*row, leaf)        // of the innermost row; path and name are not set
	enter func(src []byte, i int) // any value, before visit; nil for none
	end   func(*row)

	skip      scan.Skipper
	pointer   []byte
	path      []byte // the names of the pointer, each behind a dot, without the indexes of lists
	open      []*row // innermost last
	free      []*row
	count     int  // of rows
	isElement bool // the present value is an element of a list
	isFlat    bool // in an object whose lists have no rows
	isWhole   bool // in a row that includes the rows and texts inside
}

// walk visits the rows of some parts.
func (w *walker) walk(parts []part) {
	w.count = 0
	for _, p := range parts {
		w.pointer = append(w.pointer[:0], p.pointer...)
		if p.isText {
			w.text(p.src)
			continue
		}
		w.root(p.src)
	}
}

// root visits the value at the start of src, a row of its own.
func (w *walker) root(src []byte) {
	src = inside(src)
	w.isElement = false
	w.push(src, 0, 0)
	r := w.open[len(w.open)-1]
	r.isRoot, r.end = true, w.value(src, 0)
	w.pop()
	w.isFlat = false
}

// value visits the value at src[i], and returns its end.
func (w *walker) value(src []byte, i int) (end int) {
	if w.enter != nil {
		w.enter(src, i)
	}
	switch {
	case src[i] == '"':
		text, end, _ := scan.Unquote(nil, src, i, len(src))
		w.string(src[i:end], text)
		return end
	case !scan.IsOpener(src[i]) || scan.IsEmpty(src, i):
		end = w.skip.End(src, i)
		w.visit(w.open[len(w.open)-1], leaf{raw: src[i:end], text: src[i:end]})
		return end
	}
	at, pathAt, element := len(w.pointer), len(w.path), 0
	return w.skip.Walk(src, i, func(name []byte, value int) (end int) {
		if src[i] == '[' {
			w.pointer = strconv.AppendInt(append(w.pointer, '/'), int64(element), 10)
			element++
		} else {
			w.pointer = words.AppendPointer(w.pointer, string(name))
			w.path = append(append(w.path, '.'), name...)
		}
		w.isElement = src[i] == '['
		isRow := !w.isFlat && src[i] == '[' && src[value] == '{'
		if isRow {
			w.push(src, value, 0)
			_, kind := w.skip.Value(src[:min(len(src), value+maxWhole)], value, 0, &scan.Unlimited)
			w.isFlat = w.isWhole || kind == scan.KindNone
		}
		end = w.value(src, value)
		if isRow {
			w.open[len(w.open)-1].end = end
			w.pop()
			w.isFlat = false
		}
		w.pointer, w.path = w.pointer[:at], w.path[:pathAt]
		return end
	})
}

// string visits a string: the document in it, its lines, or the string itself.
func (w *walker) string(raw, text []byte) {
	if i := scan.Space(text, 0); i < len(text) && (text[i] == '"' || scan.IsOpener(text[i])) && isDocument(text) {
		w.value(text[i:], 0)
		return
	}
	if !w.isWhole && (len(text) > maxLeaf || bytes.IndexByte(text, '\n') >= 0) {
		w.text(text)
		return
	}
	w.visit(w.open[len(w.open)-1], leaf{raw: raw, text: text})
}

// text visits the blocks of a text.
func (w *walker) text(text []byte) {
	at := len(w.pointer)
	for start, line := 0, 1; start < len(text); {
		end := lineEnd(text, start)
		if i := scan.Space(text, start); i < end && scan.IsOpener(text[i]) && isDocument(text[start:end]) {
			w.pointer = append(w.pointer, " line "...)
			w.pointer = append(strconv.AppendInt(w.pointer, int64(line), 10), ' ')
			w.root(text[i:end])
			w.pointer = w.pointer[:at]
			start, line = end, line+1
			continue
		}
		end, lines := blockEnd(text, start)
		w.push(text, start, line)
		r := w.open[len(w.open)-1]
		r.end = end
		w.visit(r, leaf{raw: text[start:end], text: text[start:end]})
		w.pop()
		start, line = end, line+lines
	}
}

// lineEnd returns the end of the line at text[i], with its line feed.
func lineEnd(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}

// blockEnd returns the end of the block at text[i] and the number of lines that end in it.
func blockEnd(text []byte, i int) (end, lines int) {
	for end = i; end < len(text) && lines < blockLines && end-i < blockBytes; lines++ {
		next := lineEnd(text, end)
		if next-end > pieceBytes {
			if end > i {
				return end, lines
			}
			if end = pieceEnd(text[:next], end); end < next {
				return end, 0
			}
			return end, 1
		}
		if first := text[end]; end > i && scan.IsOpener(first) && isDocument(text[end:next]) {
			return end, lines
		}
		end = next
	}
	return end, lines
}

// pieceEnd returns the end of a piece of a long line. A piece ends only where words do.
func pieceEnd(line []byte, start int) int {
	for i := start + pieceBytes; i < len(line); i++ {
		if c := line[i]; c == ' ' || c == '\t' || i > start+wholePiece && c < utf8.RuneSelf && isBetween(rune(c)) {
			return i + 1
		}
	}
	return len(line)
}

func (w *walker) push(src []byte, start, line int) {
	var r *row
	if n := len(w.free); n > 0 {
		r, w.free = w.free[n-1], w.free[:n-1]
	} else {
		r = new(row)
	}
	*r = row{index: w.count, pointer: len(w.pointer), path: len(w.path), src: src, start: start, line: line, names: r.names[:0]}
	w.count++
	w.open = append(w.open, r)
	if w.begin != nil {
		w.begin(r)
	}
}

func (w *walker) pop() {
	r := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if w.end != nil {
		w.end(r)
	}
	if !r.isKept {
		w.free = append(w.free, r)
	}
}

// pathIn returns the names from a row to the present value, with dots between them.
func (w *walker) pathIn(r *row) []byte {
	return bytes.TrimPrefix(w.path[r.path:], []byte("."))
}
