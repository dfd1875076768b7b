package bmcis

import (
	"cmp"
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

// RequestSchema returns the JSON Schema of the arguments of
// semantic_search.
func RequestSchema() []byte { return kit.SchemaText("bmcis-request") }

func (r Request) withDefaults() Request {
	r.ResponseMode = cmp.Or(r.ResponseMode, ModeMetadata)
	r.PageSize = cmp.Or(r.PageSize, HitsPerPage)
	return r
}

// check refuses a page that no response could announce, and a mode that no
// cursor could name.
func (r Request) check() error {
	switch {
	case r.PageSize < 1 || r.PageSize > MaxHitsPerPage:
		return &envelope.FieldError{Field: "page_size", Problem: fmt.Sprintf("must be 1 to %d", MaxHitsPerPage)}
	case !slices.Contains(modes, r.ResponseMode):
		return &envelope.FieldError{Field: "response_mode", Problem: "must be one of " + strings.Join(modes, ", ")}
	}
	return nil
}

// ParseRequest reads the arguments of semantic_search, trims the query and
// fills in defaults. top_k is the deprecated name of page_size; where it is
// given it counts (RULES D25). The request is usable only where the findings
// are valid; the error is for what is no JSON object.
//
// What the findings refuse, a server answers with [Refusal] and what [Request.Err] says
// of it.
func ParseRequest(args []byte) (Request, envelope.Findings, error) {
	var r Request
	findings, err := kit.Validate(args, requestSchema(), func(v *kit.Validation, d *envelope.Doc) {
		r = readRequestArgs(d)
		checkRequest(v, d, r)
	})
	return r, findings, err
}

// Err is the fault of a request that has a code of its own, for [Refusal]: fields that
// the mode does not show, an [*InvalidFieldsError], or a cursor that is none of this
// mode, a [*RefusedCursorError]. Where it has none of these, it is what the findings of
// [ParseRequest] say, nil where they are valid.
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

// checkRequest checks what the schema cannot say: that the query is more than
// white space of any kind, that the fields are those of the mode, and that the
// cursor can be read and is of the same mode.
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
