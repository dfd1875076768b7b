// Package scalars finds the scalars of a response as a model reads them. In a tool result,
// these are the scalars of structuredContent if it exists. Otherwise they are those of its
// texts and of JSON documents in them. In any other document, they are all scalars.
//
// A pointer continues through a text into the document in it, as pointers of explain do:
// /result/content/0/text/rows/3/id.
package scalars

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

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
		doc, ok := Decode(body)
		if !ok {
			return
		}
		for _, part := range parts(doc) {
			if !walk(part.value, Scalar{Pointer: part.at}, yield) {
				return
			}
		}
	}
}

// part is a value that a model reads, and its pointer.
type part struct {
	at    string
	value any
}

// parts returns the parts of a response that a model reads.
func parts(doc any) []part {
	result, at := doc, ""
	if around, ok := doc.(map[string]any); ok && around["jsonrpc"] != nil {
		result, at = around["result"], "/result"
	}
	object, _ := result.(map[string]any)
	blocks, ok := object["content"].([]any)
	switch {
	case !ok:
		return []part{{at, result}}
	case object["structuredContent"] != nil:
		return []part{{at + "/structuredContent", object["structuredContent"]}}
	}
	var all []part
	for i, block := range blocks {
		members, _ := block.(map[string]any)
		if text, ok := members["text"].(string); ok {
			all = append(all, part{at + "/content/" + strconv.Itoa(i) + "/text", text})
		}
	}
	return all
}

// walk yields the scalars of a value, also of a text that holds a document. on has the path
// to it.
func walk(value any, on Scalar, yield func(Scalar) bool) bool {
	switch v := inside(value).(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			next := on
			next.Pointer += words.Pointer(name)
			if !walk(v[name], next, yield) {
				return false
			}
		}
		return true
	case []any:
		for i, element := range v {
			next := on
			next.Pointer += "/" + strconv.Itoa(i)
			next.Tail = on.Tail || len(v) > ahead && i >= min(ahead, len(v)/2)
			if !walk(element, next, yield) {
				return false
			}
		}
		return true
	}
	leaf, _ := scalar(value, on)
	return yield(leaf)
}

// scalar returns the scalar of a value that is no container.
func scalar(value any, leaf Scalar) (Scalar, bool) {
	switch v := value.(type) {
	case string:
		leaf.Text, leaf.String = v, true
	case json.Number:
		leaf.Text = v.String()
	case bool:
		leaf.Text = strconv.FormatBool(v)
	case nil:
		leaf.Text = "null"
	default:
		return leaf, false
	}
	return leaf, true
}

// inside is the container that a text holds and nothing else, or the value itself.
func inside(value any) any {
	text, ok := value.(string)
	if begin := strings.TrimLeft(text, " \t\r\n"); !ok || begin == "" || begin[0] != '{' && begin[0] != '[' {
		return value
	}
	if held, ok := Decode([]byte(text)); ok {
		return held
	}
	return value
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
