package archive

import (
	"cmp"
	"context"
	"unicode/utf8"
)

// PageBytes is the most that a page holds unless an [Ask] says otherwise.
const PageBytes = 16 << 10

// Ask selects a part of a document.
type Ask struct {
	Handle Handle
	// Path is a JSON Pointer (RFC 6901) to a value in the document; "" selects all of it. A
	// path goes on into a string that holds a JSON document. It has at most 100 names. In a
	// tool result it may begin at the payload: "/rows/7".
	Path string
	// Page is the number of the page, counted from 1; 0 means 1.
	Page int
	// PageBytes are the most bytes of a page; 0 is [PageBytes]. A page holds whole
	// characters, and so at least four bytes.
	PageBytes int

	// Reads is the half of a tool result that Path "" selects; a text then comes as text. Zero
	// selects the document as it is kept. Query, Lines, Where and Fields read as [ReadsBoth]
	// if Reads is zero.
	Reads Reads
	// Query selects the rows with its words, in any case and also as parts of words. Rows with
	// more of the rare words come first, and so do words that follow each other. An object of
	// at most 8,000 bytes includes the rows inside. "/expr/" is a regular expression,
	// "/expr/i" one in any case. It has at most 4 KB.
	Query string
	// A row needs all values of Where in its fields, in any case: {"level": "error"}. A field
	// in an object below has a name with dots: "user.login".
	Where map[string]string
	// Fields are the shown fields of each row, the first one first. Alone, they select the rows
	// that have one of them.
	Fields []string
	// Lines selects lines of a text: "400-480", counted from 1. Of a tool result it reads
	// the texts, if there are any.
	Lines string
	// Shown is the result that the model has in place of the document, if that is known. An
	// answer to Query prefers rows and values that it lacks.
	Shown []byte
}

// Reads is the half of a tool result that an [Ask] is about.
type Reads uint8

// The halves. ReadsBoth and ReadsStructured select structuredContent, or the texts without it.
const (
	ReadsKept Reads = iota // no half: the document as it is kept
	ReadsBoth
	ReadsText
	ReadsStructured
)

// Page is a part of a value, or some rows of a search. The texts of all pages of a value,
// joined, are the value as the document has it, byte for byte. With Reads or Lines, a string
// is its unescaped text.
type Page struct {
	Text   []byte
	Number int    // from 1 on
	Pages  int    // of the value, at least 1
	Hash   string // of the whole document: see [Hash]
	Head   string // the number of the page, and the rows or lines in it, for a reader
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

// IsSearch reports whether an ask selects rows: by Query, Where or Fields.
func (a Ask) IsSearch() bool { return a.Query != "" || len(a.Where) > 0 || len(a.Fields) > 0 }

// isKept reports whether an ask wants bytes as they are kept.
func (a Ask) isKept() bool { return a.Reads == ReadsKept && a.Lines == "" && !a.IsSearch() }

// Of returns the selected part of a document and ignores the handle. The error is an
// [*AskError].
func (a Ask) Of(document []byte) (p Page, err error) {
	switch {
	case a.IsSearch() && a.Lines != "":
		err = &AskError{"lines: not with query, where or fields"}
	case a.IsSearch():
		p, err = a.search(document)
	default:
		p, err = a.read(document)
	}
	if err != nil {
		return Page{}, err
	}
	p.Hash = Hash(document)
	return p, nil
}

// read returns a page of a value or of its lines.
func (a Ask) read(document []byte) (Page, error) {
	parts, err := a.parts(document)
	if err != nil {
		return Page{}, err
	}
	value := parts[0].src
	if !a.isKept() {
		value = textOf(parts)
	}
	from, to, err := a.span(value)
	if err != nil {
		return Page{}, err
	}
	p := Page{Number: cmp.Or(a.Page, 1)}
	most := max(cmp.Or(a.PageBytes, PageBytes), utf8.UTFMax)
	start, end := from, from
	for at := from; at < to || p.Pages == 0; p.Pages++ {
		next := at + pageEnd(value[at:to], most)
		if p.Pages+1 == p.Number {
			start, end = at, next
		}
		at = next
	}
	if p.Number < 1 || p.Number > p.Pages {
		return Page{}, errPage(p)
	}
	p.Text, p.Head = value[start:end], head(p, value, start, end)
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
