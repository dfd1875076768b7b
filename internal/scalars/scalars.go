// Package scalars finds the scalars of a response as a model reads them. In a tool result,
// these are the scalars of structuredContent if it exists. Otherwise they are those of its
// texts and of JSON documents in them. In any other document, they are all scalars.
//
// A pointer continues through a text into the document in it, as pointers of explain do:
// /result/content/0/text/rows/3/id.
package scalars

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Scalar is a scalar at its place.
type Scalar struct {
	Pointer string
	Text    string // the unescaped string, or the scalar as written
	String  bool
	Tail    bool // it is far behind in a list, beyond the start of cuts
}

const ahead = 8 // elements before the tail of a longer list

// All yields the scalars of a response in the order of their places, members by their
// names. A body that is no JSON has none.
func All(body []byte) iter.Seq[Scalar] {
	return func(yield func(Scalar) bool) {
		if scan.Check(body, scan.Limits{}, false) != nil {
			return
		}
		w := walker{yield: yield}
		for _, part := range parts(gjson.ParseBytes(body)) {
			w.path = append(w.path[:0], part.at...)
			if !w.walk([]byte(part.value), false) {
				return
			}
		}
	}
}

// part is a value that a model reads, as written, and its pointer.
type part struct{ at, value string }

// parts returns the parts of a response that a model reads.
func parts(result gjson.Result) (all []part) {
	at := ""
	if result.Get("jsonrpc").Value() != nil {
		result, at = result.Get("result"), "/result"
	}
	blocks, data := result.Get("content"), result.Get("structuredContent")
	switch {
	case !result.IsObject() || !blocks.IsArray():
		return []part{{at, cmp.Or(result.Raw, "null")}}
	case data.Value() != nil:
		return []part{{at + "/structuredContent", data.Raw}}
	}
	for i, block := range blocks.Array() {
		if text := block.Get("text"); text.Type == gjson.String {
			all = append(all, part{at + "/content/" + strconv.Itoa(i) + "/text", text.Raw})
		}
	}
	return all
}

// walker yields the scalars of values.
type walker struct {
	yield func(Scalar) bool
	path  []byte // the pointer to the value
	skip  scan.Skipper
}

// item is a member or an element of a container.
type item struct {
	name  string
	start int
}

// walk yields the scalars of the valid text, also of a string that holds a document.
func (w *walker) walk(text []byte, tail bool) bool {
	start := scan.Space(text, 0)
	switch text[start] {
	case '"':
		said, _, _ := scan.Unquote(nil, text, start, len(text))
		if begin := scan.Space(said, 0); begin < len(said) && scan.IsOpener(said[begin]) && scan.Check(said, scan.Limits{}, false) == nil {
			return w.walk(said, tail)
		}
		return w.yield(Scalar{string(w.path), string(said), true, tail})
	case '{', '[':
	default:
		end, _ := scan.Scalar(text, start, 0)
		return w.yield(Scalar{string(w.path), string(text[start:end]), false, tail})
	}
	isObject := text[start] == '{'
	var items []item
	w.skip.Walk(text, start, func(name []byte, value int) int {
		items = append(items, item{string(name), value})
		return 0
	})
	if isObject {
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.name, b.name) })
	}
	around := len(w.path)
	for i, it := range items {
		inTail := tail
		switch {
		case !isObject:
			w.path = strconv.AppendInt(append(w.path, '/'), int64(i), 10)
			inTail = tail || len(items) > ahead && i >= min(ahead, len(items)/2)
		case i+1 < len(items) && items[i+1].name == it.name: // the last of two counts
			continue
		default:
			w.path = words.AppendPointer(w.path, it.name)
		}
		if !w.walk(text[it.start:], inTail) {
			return false
		}
		w.path = w.path[:around]
	}
	return true
}

// Decode returns a document with its numbers as they are written. ok is false for any other text.
func Decode(body []byte) (value any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&value) != nil || len(bytes.TrimLeft(body[d.InputOffset():], " \t\r\n")) > 0 {
		return nil, false
	}
	return value, true
}
