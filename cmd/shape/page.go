package main

import (
	"encoding/json"
	"errors"

	"github.com/spf13/pflag"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

// pager shows one page of the results in a bmcis envelope (seed 004; RULES R89).
type pager struct {
	size          int
	cursor, query string
}

func (p *pager) add(fs *pflag.FlagSet) {
	fs.Var(number{&p.size, 1, bmcis.MaxHitsPerPage}, "page-size", "show `N` results of a bmcis envelope, 1 to 50, and the cursor of the next page")
	fs.StringVar(&p.cursor, "cursor", "", "show the page that begins at `CURSOR`")
	fs.StringVar(&p.query, "query", "", "`TEXT` of the query that was answered; a cursor holds for no other")
}

func (p *pager) check() error {
	if p.query != "" && p.size == 0 && p.cursor == "" {
		return errors.New("--query needs --page-size or --cursor")
	}
	return nil
}

// page returns the envelope with one page of its results, as they were written,
// and with its position. Without a flag that is the envelope as it is.
func (p *pager) page(d document, req shaper.Request) ([]byte, error) {
	doc := d.text
	if p.size == 0 && p.cursor == "" {
		return doc, nil
	}
	opened, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return nil, err
	}
	results := opened.Value("results")
	rows, err := scan.Elements(results, scan.Limits{})
	if err != nil || rows == nil {
		return nil, d.unusable(errors.New("--page-size and --cursor need an envelope with a list of results"))
	}
	rows, position, err := bmcis.Paginate(bmcis.Request{
		Query: p.query, ResponseMode: req.Mode, Fields: req.Fields, PageSize: p.size, Cursor: p.cursor,
	}, rows)
	if err != nil {
		return nil, err
	}
	told, err := json.Marshal(position)
	if err == nil {
		doc, err = sjson.SetRawBytes(doc, "results", listOf(results, rows))
	}
	if err == nil {
		doc, err = sjson.SetRawBytes(doc, "pagination", told)
	}
	return doc, err
}

// listOf is an array of some of the elements of another, as they were written.
func listOf(array []byte, elements []scan.Span) []byte {
	list := []byte{'['}
	for i, e := range elements {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, array[e.Start:e.End]...)
	}
	return append(list, ']')
}
