package bmcis

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Cursor is the position of a page in the results of a query (RULES R89).
type Cursor struct {
	QueryHash    string `json:"query_hash"` // see the function QueryHash
	Offset       int64  `json:"offset"`     // of the first result, from 0
	ResponseMode string `json:"response_mode"`
}

// RefusedCursorError says why a cursor cannot be used. Its code in an envelope
// is INVALID_CURSOR (RULES D24).
type RefusedCursorError struct{ Reason string }

func (e *RefusedCursorError) Error() string { return "INVALID_CURSOR: the cursor " + e.Reason }

// Encode writes the cursor: standard base64 of compact JSON with all three
// keys.
func (c Cursor) Encode() string {
	var o kit.Object
	o.Str("query_hash", c.QueryHash)
	o.Int("offset", c.Offset)
	o.Str("response_mode", c.ResponseMode)
	return base64.StdEncoding.EncodeToString(o.Done())
}

// DecodeCursor reads a cursor, however it is spaced, padded or spelled
// (standard or URL-safe base64). The mode may be missing, then it is "" (RULES
// D23). The error is a [*RefusedCursorError].
func DecodeCursor(cursor string) (Cursor, error) {
	decoded, err := kit.DecodeBase64(cursor)
	if err != nil {
		return Cursor{}, &RefusedCursorError{"is not base64"}
	}
	d, err := envelope.Open(decoded, envelope.Limits{})
	if err != nil || kit.Kind(kit.Trim(decoded)) != "object" {
		return Cursor{}, &RefusedCursorError{"does not hold a JSON object"}
	}
	offset, whole := kit.Integer(d.Value("offset"))
	c := Cursor{kit.Text(d.Value("query_hash")), offset, kit.Text(d.Value("response_mode"))}
	switch {
	case kit.Kind(d.Value("query_hash")) != "string":
		return Cursor{}, &RefusedCursorError{"has no query_hash"}
	case !whole || offset < 0:
		return Cursor{}, &RefusedCursorError{"has no offset of 0 or more"}
	case d.Has("response_mode") && !slices.Contains(modes, c.ResponseMode):
		return Cursor{}, &RefusedCursorError{"has an unknown response_mode"}
	}
	return c, nil
}

// QueryHash identifies what a cursor belongs to: the query, the response mode
// and the fields, whose order does not matter. The page size is free to change
// between pages. It is 12 hexadecimal digits of a SHA-256.
func QueryHash(query, mode string, fields []string) string {
	var o kit.Object
	sorted := slices.Compact(slices.Sorted(slices.Values(fields)))
	o.Any("fields", sorted)
	o.Str("query", query)
	o.Str("response_mode", mode)
	sum := sha256.Sum256(o.Done())
	return hex.EncodeToString(sum[:6])
}

// Paginate returns the page of a request over the full list of results, and its
// position. There is a next cursor exactly where there are more results. A
// cursor of another query, of another mode or beyond the end is an
// [*RefusedCursorError], never a silent restart; a page size or a mode that the
// contract does not know is a [*envelope.FieldError].
func Paginate[T any](r Request, results []T) ([]T, *Pagination, error) {
	r = r.withDefaults()
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	offset, err := r.offset(len(results))
	if err != nil {
		return nil, nil, err
	}
	end := min(offset+r.PageSize, len(results))
	total := int64(len(results))
	p := &Pagination{PageSize: r.PageSize, HasMore: end < len(results), TotalAvailable: &total}
	if p.HasMore {
		next := Cursor{QueryHash(r.Query, r.ResponseMode, r.Fields), int64(end), r.ResponseMode}.Encode()
		p.Cursor = &next
	}
	return results[offset:end], p, nil
}

// offset returns where the page of the request begins in a list of n results.
func (r Request) offset(n int) (int, error) {
	if r.Cursor == "" {
		return 0, nil
	}
	c, err := DecodeCursor(r.Cursor)
	switch {
	case err != nil:
		return 0, err
	case c.QueryHash != QueryHash(r.Query, r.ResponseMode, r.Fields):
		return 0, &RefusedCursorError{"belongs to another query"}
	case c.ResponseMode != "" && c.ResponseMode != r.ResponseMode:
		return 0, &RefusedCursorError{"belongs to another response_mode"}
	case c.Offset > int64(n):
		return 0, &RefusedCursorError{"lies beyond the results"}
	}
	return int(c.Offset), nil
}
