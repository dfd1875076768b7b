package bmcis_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

func TestPaginateErrors(t *testing.T) {
	cursor := func(query, mode string, fields []string, offset int64) string {
		return bmcis.Cursor{QueryHash: bmcis.QueryHash(query, mode, fields), Offset: offset, ResponseMode: mode}.Encode()
	}
	r := bmcis.Request{Query: "q", ResponseMode: "full", Fields: []string{"rank", "chunk_id"}}
	for name, c := range map[string]string{
		"another query":  cursor("p", "full", r.Fields, 1),
		"another mode":   cursor("q", "preview", r.Fields, 1),
		"other fields":   cursor("q", "full", nil, 1),
		"beyond the end": cursor("q", "full", r.Fields, 4),
		"another mode than its hash": bmcis.Cursor{
			QueryHash: bmcis.QueryHash("q", "full", r.Fields), ResponseMode: "preview",
		}.Encode(),
	} {
		r.Cursor = c
		_, _, err := bmcis.Paginate(r, []int{1, 2, 3})
		var fault *bmcis.RefusedCursorError
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, r := range map[string]bmcis.Request{
		"page_size":     {Query: "q", PageSize: bmcis.MaxHitsPerPage + 1},
		"response_mode": {Query: "q", ResponseMode: "everything"}, // no cursor could name it
	} {
		_, _, err := bmcis.Paginate(r, []int{1, 2, 3})
		if fault, ok := errors.AsType[*envelope.FieldError](err); !ok || fault.Field != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.Cursor = cursor("q", "full", []string{"chunk_id", "rank", "rank"}, 1)
	r.PageSize = 7
	if page, p, err := bmcis.Paginate(r, []int{1, 2, 3}); err != nil || !slices.Equal(page, []int{2, 3}) || p.Cursor != nil {
		t.Errorf("fields in another order, another page size: %v, %+v, %v", page, p, err)
	}
}
