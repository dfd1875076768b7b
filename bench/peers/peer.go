package main

import (
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/seed-7aa78ce4/shape/bench"
)

// task is the work of a peer.
type task struct {
	work     bench.Work
	mask     *mask
	docs     [][]byte // that are there to be seen: those without halves
	validate bool     // all of the document, by the library's own means, where it can be had without
}

// shaper appends the output for a document. It is for one goroutine, and may keep its
// memory for the next document.
type shaper func(dst, doc []byte) ([]byte, error)

// peer does works with a library in the way of an expert.
type peer struct {
	name string
	make func(task) shaper // nil where the library cannot
}

// ours is the name of the one that is compared with all others.
const ours = "shape"

// peers are all that are measured, ours first.
var peers = []peer{
	{ours, shapeWork},
	{"encoding/json map", standardMap},
	{"sonic map", sonicMap},
	{"sonic nodes", sonicNodes},
	{"simdjson-go", simdWork},
	{"fastjson", fastWork},
	{"jsontext", jsontextWork},
	{"gjson + sjson", sjsonWork},
	{"gojq", gojqWork},
}

// text returns a document as a string, for peers that take one.
func text(doc []byte) string { return unsafe.String(unsafe.SliceData(doc), len(doc)) }

// appendComma separates a member from the one before it, where there is one.
func appendComma(dst []byte) []byte {
	if last := dst[len(dst)-1]; last != '{' && last != '[' {
		dst = append(dst, ',')
	}
	return dst
}

// appendName writes the name of a member that a library has unescaped.
func appendName(dst []byte, name string) []byte {
	dst = appendQuoted(dst, name)
	return append(dst, ':')
}

// appendQuoted writes a string for libraries that only read.
func appendQuoted(dst []byte, s string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, s) // bytes that are not UTF-8 are replaced
	return quoted
}

// isEmptied reports whether the output from here on is an empty container.
func isEmptied(dst []byte, from int) bool {
	return len(dst) == from+2 && (dst[from] == '{' || dst[from] == '[')
}
