package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench/lab/questions"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// answers counts how questions were answered.
type answers struct {
	fromResult, byRetrieval int
	tokens                  int      // of the pages that were retrieved
	open                    []string // places without any answer
}

// ask answers a question from the rest of a result, or else from one page of the archive.
// The captured result has the right answer.
func (a *answers) ask(q *questions.Question, r *result, results archive.Archive) error {
	in := *q
	in.Pointer = strings.TrimPrefix(q.Pointer, "/result") // the proxy shapes the result alone
	answer, ok := in.Text(r.raw)
	if !ok || !in.IsAnswer(answer) {
		return fmt.Errorf("%s%s: another result than the questions are about", q.Capture, q.Pointer)
	}
	shaped, err := shaper.Unfold(r.shaped)
	if err != nil {
		return err
	}
	if in.Stands(shaped, answer) {
		a.fromResult++
		return nil
	}
	page, ok := retrieved(&in, answer, r.handle, results)
	if !ok {
		a.open = append(a.open, q.Capture+q.Pointer)
		return nil
	}
	a.byRetrieval++
	a.tokens += o200k.Counter{}.Count(page)
	return nil
}

// retrieved is the page of the archived value that says the answer.
func retrieved(q *questions.Question, answer string, h archive.Handle, results archive.Archive) (page []byte, ok bool) {
	for n := 1; ; n++ {
		p, err := results.Read(context.Background(), archive.Ask{Handle: h, Path: q.Pointer, Page: n})
		if err != nil {
			return absent(q, answer, h, results)
		}
		if q.Says(plain(p.Text), answer) {
			return p.Text, true
		}
		if n == p.Pages {
			return nil, false
		}
	}
}

// absent returns the object that lacks a member, if the answer is null.
func absent(q *questions.Question, answer string, h archive.Handle, results archive.Archive) ([]byte, bool) {
	if answer != "null" {
		return nil, false
	}
	p, err := results.Read(context.Background(), archive.Ask{Handle: h, Path: path.Dir(q.Pointer)})
	return p.Text, err == nil && scalars.IsObject(p.Text, "")
}

// plain returns the text of a page with a string or a part of one, and any other page as
// it is.
func plain(page []byte) string {
	if len(page) > 1 && page[0] == '"' && page[len(page)-1] == '"' {
		page = page[1 : len(page)-1]
	}
	return string(scan.AppendUnquote(nil, page))
}

// print prints how many were answered, and how.
func (a *answers) print(w io.Writer, of int) {
	fmt.Fprintf(w, "%d of %d answered: %d from the result, %d by one retrieval (%d tokens)\n",
		a.fromResult+a.byRetrieval, of, a.fromResult, a.byRetrieval, a.tokens)
	for _, place := range a.open {
		fmt.Fprintf(w, "not answered: %s\n", place)
	}
}
