package archive

import (
	"cmp"
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// PageBytes is the most that a page holds unless an [Ask] says otherwise.
const PageBytes = 16 << 10

// Ask selects a part of a document.
type Ask struct {
	Handle Handle
	// Path is a JSON Pointer (RFC 6901) to a value in the document; "" selects all of it. A
	// path goes on into a string that holds a JSON document. It has at most 100 names.
	Path string
	// Page is the number of the page, counted from 1; 0 means 1.
	Page int
	// PageBytes are the most bytes of a page; 0 is [PageBytes]. A page holds whole
	// characters, and so at least four bytes.
	PageBytes int
}

// Page is a part of a value. The texts of all its pages, joined, are the value as the
// document has it, byte for byte.
type Page struct {
	Text   []byte
	Number int    // from 1 on
	Pages  int    // of the value, at least 1
	Hash   string // of the whole document: see [Hash]
}

// AskError reports a wrong [Ask] for an existing document. It holds nothing of the document.
type AskError struct{ message string }

func (e *AskError) Error() string { return "archive: " + e.message }

// Read returns a page of a value in a document of this producer. Its errors are an
// [*AskError], and those of [Archive.Redeem].
func (d Archive) Read(ctx context.Context, a Ask) (Page, error) {
	document, err := d.Redeem(ctx, a.Handle)
	if err != nil {
		return Page{}, err
	}
	return a.Of(document)
}

// Of returns the selected part of a document and ignores the handle. The error is an
// [*AskError].
func (a Ask) Of(document []byte) (Page, error) {
	value, ok := find(document, a.Path)
	if !ok {
		return Page{}, &AskError{"the path " + shown(a.Path) + " leads nowhere in the document"}
	}
	p := Page{Number: cmp.Or(a.Page, 1), Hash: Hash(document)}
	most := max(cmp.Or(a.PageBytes, PageBytes), utf8.UTFMax)
	for rest := value; len(rest) > 0 || p.Pages == 0; p.Pages++ {
		end := pageEnd(rest, most)
		if p.Pages+1 == p.Number {
			p.Text = rest[:end]
		}
		rest = rest[end:]
	}
	if p.Number < 1 || p.Number > p.Pages {
		return Page{}, &AskError{fmt.Sprintf("there is no page %d: the value has %d, counted from 1", p.Number, p.Pages)}
	}
	return p, nil
}

// pageEnd is where the first page of a text ends: between two characters, or where it
// holds none, anywhere.
func pageEnd(text []byte, most int) int {
	if len(text) <= most {
		return len(text)
	}
	for end := most; end > most-utf8.UTFMax; end-- {
		if utf8.RuneStart(text[end]) {
			return end
		}
	}
	return most
}

// shown is a path as an error tells it.
func shown(path string) string {
	const longest = 200
	return fmt.Sprintf("%q", words.Shorten(path, longest))
}
