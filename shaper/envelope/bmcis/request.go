package bmcis

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The page sizes of seed 004 (RULES R87).
const (
	HitsPerPage    = 10
	MaxHitsPerPage = 50
)

// Request holds the arguments of semantic_search (RULES R87).
type Request struct {
	Query        string   `json:"query"`
	ResponseMode string   `json:"response_mode"` // "": metadata
	PageSize     int      `json:"page_size"`     // 0: HitsPerPage
	Cursor       string   `json:"cursor,omitempty"`
	Fields       []string `json:"fields,omitempty"` // nil: all that the mode shows

	// Warnings are for the response: deprecated arguments.
	Warnings []Warning `json:"-"`
}

// RequestSchema returns the JSON Schema of the arguments of semantic_search.
func RequestSchema() []byte { return kit.SchemaText("bmcis-request") }

func (r Request) withDefaults() Request {
	r.ResponseMode = cmp.Or(r.ResponseMode, ModeMetadata)
	r.PageSize = cmp.Or(r.PageSize, HitsPerPage)
	return r
}

// check refuses a page that no response could announce, and a mode that no cursor could name.
func (r Request) check() error {
	switch {
	case r.PageSize < 1 || r.PageSize > MaxHitsPerPage:
		return &envelope.FieldError{Field: "page_size", Problem: fmt.Sprintf("must be 1 to %d", MaxHitsPerPage)}
	case !slices.Contains(modes, r.ResponseMode):
		return &envelope.FieldError{Field: "response_mode", Problem: "must be one of " + strings.Join(modes, ", ")}
	}
	return nil
}

// ParseRequest reads the arguments of semantic_search, trims the query and fills in defaults.
// top_k is the deprecated name of page_size and wins if given (RULES D25). Use the request
// only if the findings are valid. The error is for args that are no JSON object.
//
// To refuse a request, a server passes the error of [Request.Err] to [Refusal].
func ParseRequest(args []byte) (Request, envelope.Findings, error) {
	var r Request
	findings, err := kit.Validate(args, kit.MustSchema("bmcis-request"), func(v *kit.Validation, d *envelope.Doc) {
		r = readRequestArgs(d)
		checkRequest(v, d, r)
	})
	return r, findings, err
}

// Err returns the fault of a request, for [Refusal]. It returns an [*InvalidFieldsError] for
// fields that the mode does not show, and a [*RefusedCursorError] for a cursor of another
// mode. Else it returns the errors in the findings of [ParseRequest], nil if these are valid.
func (r Request) Err(found envelope.Findings) error {
	if allowed := AllowedFields("semantic_search", r.ResponseMode); allowed != nil {
		if err := CheckFields("semantic_search", r.ResponseMode, r.Fields); err != nil {
			return err
		}
	}
	if r.Cursor != "" {
		if err := r.checkCursor(); err != nil {
			return err
		}
	}
	return found.Err()
}

// checkCursor wants a cursor that can be read, and of the mode.
func (r Request) checkCursor() error {
	c, err := DecodeCursor(r.Cursor)
	if err == nil && c.ResponseMode != "" && c.ResponseMode != r.ResponseMode {
		err = &RefusedCursorError{"belongs to another response_mode"}
	}
	return err
}

func readRequestArgs(d *envelope.Doc) Request {
	r := Request{
		Query:        strings.TrimSpace(kit.Text(d.Value("query"))),
		ResponseMode: kit.Text(d.Value("response_mode")),
		Cursor:       kit.Text(d.Value("cursor")),
	}
	size := d.Value("page_size")
	if top := d.Value("top_k"); !kit.IsNull(top) {
		size = top
		deprecated := NewWarning(WarnDeprecatedParameter, "top_k is deprecated")
		deprecated.Suggestion = "Use page_size"
		r.Warnings = append(r.Warnings, deprecated)
	}
	if n, ok := kit.Integer(size); ok {
		r.PageSize = int(n)
	}
	for _, f := range kit.Elements(d.Value("fields")) {
		r.Fields = append(r.Fields, kit.Text(f))
	}
	return r.withDefaults()
}

// checkRequest checks the rules that a schema cannot express. The query must have more than
// white space of any kind. The fields must be fields of the mode. The cursor must be readable
// and of the same mode.
func checkRequest(v *kit.Validation, d *envelope.Doc, r Request) {
	if r.Query == "" && kit.Text(d.Value("query")) != "" {
		v.Fail("query", "must hold more than white space")
	}
	allowed := AllowedFields("semantic_search", r.ResponseMode)
	for i, f := range r.Fields {
		if allowed != nil && !slices.Contains(allowed, f) {
			v.Fail(kit.Join("fields", strconv.Itoa(i)), "is not available in '%s' mode", r.ResponseMode)
		}
	}
	if kit.Kind(d.Value("cursor")) == "string" {
		if err := r.checkCursor(); err != nil {
			v.Fail("cursor", "%s", err)
		}
	}
	for _, w := range r.Warnings {
		v.Warn("top_k", "%s", w.Message)
	}
	v.CheckNames(d, "is not a parameter")
}

// Cursor is the position of a page in the results of a query (RULES R89).
type Cursor struct {
	QueryHash    string `json:"query_hash"` // see the function QueryHash
	Offset       int64  `json:"offset"`     // of the first result, from 0
	ResponseMode string `json:"response_mode"`
}

// RefusedCursorError is the reason why a cursor cannot be used. Its code in an envelope is
// INVALID_CURSOR (RULES D24).
type RefusedCursorError struct{ Reason string }

func (e *RefusedCursorError) Error() string { return "INVALID_CURSOR: the cursor " + e.Reason }

// Encode writes the cursor: standard base64 of compact JSON with all three keys.
func (c Cursor) Encode() string {
	var o kit.Object
	o.Str("query_hash", c.QueryHash)
	o.Int("offset", c.Offset)
	o.Str("response_mode", c.ResponseMode)
	return base64.StdEncoding.EncodeToString(o.Done())
}

// DecodeCursor reads a cursor in standard or URL-safe base64, with any spaces and padding. A
// missing mode becomes "" (RULES D23). The error is a [*RefusedCursorError].
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

// QueryHash returns the identity of the list that a cursor belongs to. It depends on the
// query, the response mode, and the set of fields, but not on the page size. It is 12
// hexadecimal digits of a SHA-256.
func QueryHash(query, mode string, fields []string) string {
	var o kit.Object
	sorted := slices.Compact(slices.Sorted(slices.Values(fields)))
	o.Any("fields", sorted)
	o.Str("query", query)
	o.Str("response_mode", mode)
	sum := sha256.Sum256(o.Done())
	return hex.EncodeToString(sum[:6])
}

// Paginate returns the page of a request over the full list of results, and its position.
// There is a next cursor exactly if there are more results.
//
// A cursor of another query, of another mode or beyond the end is a [*RefusedCursorError],
// never a silent restart. A page size or a mode unknown to the contract is a
// [*envelope.FieldError].
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

// offset returns the first index of the request's page in a list of n results.
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
