package archive

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// part is a value of a document, and its pointer. If isText, src is a text instead.
type part struct {
	pointer string
	src     []byte
	isText  bool
}

// parts returns the values that an ask is about: the value at its path, or those of a tool
// result that a client reads. A path that leads nowhere in the document may begin at these.
func (a Ask) parts(document []byte) ([]part, error) {
	all := a.half(document)
	if a.Path == "" {
		return all, nil
	}
	for _, p := range append([]part{{src: document}}, all...) {
		if value, ok := find(p.src, a.Path); ok {
			return []part{{p.pointer + a.Path, value, false}}, nil
		}
	}
	return nil, &AskError{fmt.Sprintf("the path %q leads nowhere in the document", words.Shorten(a.Path, 200))}
}

// half returns the values of a tool result that a client reads; lines are those of its texts.
// Any other document is one part, and so is one that is wanted as it is kept.
func (a Ask) half(document []byte) []part {
	if a.isKept() && a.Path == "" || !isDocument(document) {
		return []part{{"", document, true}}
	}
	whole := document[scan.Space(document, 0):]
	result, at := whole, ""
	if _, isMessage := step(whole, "jsonrpc"); isMessage {
		if inner, ok := step(whole, "result"); ok {
			result, at = inner, "/result"
		}
	}
	content, _ := step(result, "content")
	structured, isThere := step(result, "structuredContent")
	isThere = isThere && scan.IsOpener(structured[0])
	switch {
	case isThere && (a.Reads != ReadsText && (a.Lines == "" || a.Path != "") || content == nil):
		return []part{{at + "/structuredContent", firstOf(structured), false}}
	case content != nil && content[0] == '[':
		if blocks := blocksOf(content, at+"/content/"); blocks != nil {
			return blocks
		}
	}
	return []part{{"", firstOf(whole), false}}
}

// blocksOf returns the texts of blocks, and any other block as it is.
func blocksOf(content []byte, at string) (all []part) {
	var skip scan.Skipper
	n := 0
	skip.EachElement(content, 0, func(i int) bool {
		block, pointer := firstOf(content[i:]), at+strconv.Itoa(n)
		n++
		for _, path := range []string{"/text", "/resource/text", ""} {
			if value, ok := find(block, path); ok && (value[0] == '"' || path == "") {
				all = append(all, part{pointer + path, value, false})
				break
			}
		}
		return true
	})
	return all
}

// textOf returns the parts as texts, one below the other.
func textOf(parts []part) []byte {
	var texts [][]byte
	for _, p := range parts {
		text := p.src
		if !p.isText {
			text = textAt(p.src)
		}
		texts = append(texts, text)
	}
	return bytes.Join(texts, []byte("\n"))
}

// textAt returns the text of a value that is a string, or the value as written.
func textAt(value []byte) []byte {
	if value[0] == '"' {
		value, _, _ = scan.Unquote(nil, value, 0, len(value))
	}
	return value
}

// search returns the selected rows. If the parts that a client reads have none, it selects in
// all of the document.
func (a Ask) search(document []byte) (Page, error) {
	parts, err := a.parts(document)
	if err != nil {
		return Page{}, err
	}
	p, err := a.rows(document, parts)
	if errors.Is(err, errNothing) && a.Path == "" && isDocument(document) {
		return a.rows(document, []part{{"", document[scan.Space(document, 0):], false}})
	}
	return p, err
}

var errNothing = &AskError{"nothing in the document matches"}

func errPage(p Page) error {
	return &AskError{fmt.Sprintf("there is no page %d: the value has %d, counted from 1", p.Number, p.Pages)}
}

// rowsOf returns the starts of the rows of a value: the elements of a list, or the lines of a text.
func rowsOf(value []byte) (starts []int, name string) {
	if i := scan.Space(value, 0); i < len(value) && value[i] == '[' && isDocument(value) {
		var skip scan.Skipper
		skip.EachElement(value, i, func(at int) bool {
			starts = append(starts, at)
			return true
		})
		return starts, "rows"
	}
	return linesOf(value), "lines"
}

// linesOf returns the starts of the lines of a text.
func linesOf(text []byte) (starts []int) {
	for i := 0; i < len(text); i = lineEnd(text, i) {
		starts = append(starts, i)
	}
	return starts
}

// span returns the part of a text that Lines selects.
func (a Ask) span(text []byte) (start, end int, err error) {
	if a.Lines == "" {
		return 0, len(text), nil
	}
	one, other, isRange := strings.Cut(a.Lines, "-")
	first, err1 := strconv.Atoi(strings.TrimSpace(one))
	last, err2 := first, error(nil)
	if isRange {
		last, err2 = strconv.Atoi(strings.TrimSpace(other))
	}
	if err1 != nil || err2 != nil || first < 1 || last < first {
		return 0, 0, &AskError{`lines: a range is "400-480", counted from 1`}
	}
	starts := linesOf(text)
	if first > len(starts) {
		return 0, 0, &AskError{fmt.Sprintf("lines: the text has %d", len(starts))}
	}
	return starts[first-1], lineEnd(text, starts[min(last, len(starts))-1]), nil
}

// head names the number of a page and the rows of value[start:end] in it.
func head(p Page, value []byte, start, end int) string {
	said := fmt.Sprintf("page %d of %d", p.Number, p.Pages)
	starts, name := rowsOf(value)
	if len(starts) < 2 {
		return said
	}
	first, last := sort.SearchInts(starts, start+1), sort.SearchInts(starts, end)
	return said + fmt.Sprintf(", %s %d–%d of %d", name, max(first, 1), max(last, 1), len(starts))
}
