package filter

import (
	"encoding/json"
	"errors"

	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// pager selects one page of the results in a bmcis envelope (seed 004; RULES R89).
type pager struct {
	size          int
	cursor, query string
}

// page returns the envelope with one page of its results, the position, and a new count of
// tokens.
func (p *pager) page(d documents.Document, req shaper.Request) ([]byte, error) {
	doc := d.Text
	opened, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return nil, err
	}
	results := opened.Value("results")
	rows, err := scan.Elements(results, scan.Limits{})
	if err != nil || rows == nil {
		return nil, d.Unusable(errors.New("--page-size and --cursor need an envelope with a list of results"))
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
	if err != nil {
		return nil, err
	}
	return bmcis.Dialect{}.Recount(scan.AppendCompact(nil, doc), tokens.Estimate{}.Count), nil
}

// listOf returns an array of the given elements of another array.
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
