package responsev2

import (
	"encoding/base64"
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The page sizes of response-v2.
const (
	ItemsPerPage    = 100
	MaxItemsPerPage = 1000
)

// ClampPageSize brings a requested page size into 1 … [MaxItemsPerPage]
// (normalize_page_size).
func ClampPageSize(requested int) int { return max(1, min(requested, MaxItemsPerPage)) }

// Page is the position of a page in a list of results.
type Page struct {
	Cursor   string // of the next page; "" for none
	HasMore  bool
	PageSize int    // 0: ItemsPerPage; clamped
	Total    *int64 // nil: unknown
}

// Paginated builds the envelope of one page of results
// (paginated_response).
func Paginated(data any, page Page, opts ...Option) ([]byte, error) {
	var o kit.Object
	o.Set("cursor", kit.Null)
	o.Text("cursor", page.Cursor)
	o.Bool("has_more", page.HasMore)
	size := ItemsPerPage
	if page.PageSize != 0 {
		size = ClampPageSize(page.PageSize)
	}
	o.Int("page_size", int64(size))
	if page.Total != nil {
		o.Int("total_count", *page.Total)
	}
	pagination := WithPagination(json.RawMessage(o.Done()))
	return Success(data, append([]Option{pagination}, opts...)...)
}

// UnreadableCursorError says why a cursor cannot be used.
type UnreadableCursorError struct {
	Reason string // "empty", "decode_failed" or "not_a_dict"
}

func (e *UnreadableCursorError) Error() string {
	switch e.Reason {
	case "empty":
		return "cursor is empty"
	case "not_a_dict":
		return "cursor does not hold an object"
	}
	return "cursor cannot be decoded"
}

// EncodeCursor makes an opaque cursor from a position, an object
// (encode_cursor): URL-safe base64 of its compact JSON with version 1 added.
func EncodeCursor(position any) (string, error) {
	encoded, err := kit.Encode(position)
	if err != nil || kit.Kind(encoded) != "object" {
		return "", &envelope.FieldError{Field: "cursor", Problem: "must be an object"}
	}
	var o kit.Object
	o.Merge(encoded)
	o.Int("version", 1)
	return base64.URLEncoding.EncodeToString(kit.Compact(o.Done())), nil
}

// DecodeCursor returns the object inside a cursor (decode_cursor), numbers
// as written. It reads both base64 alphabets, padded or not; its error is a
// [*UnreadableCursorError].
func DecodeCursor(cursor string) (json.RawMessage, error) {
	if cursor == "" {
		return nil, &UnreadableCursorError{"empty"}
	}
	decoded, err := kit.DecodeBase64(cursor)
	if err != nil || envelope.CheckUnique(decoded) != nil {
		return nil, &UnreadableCursorError{"decode_failed"}
	}
	decoded = kit.Trim(decoded)
	if kit.Kind(decoded) != "object" {
		return nil, &UnreadableCursorError{"not_a_dict"}
	}
	return decoded, nil
}
