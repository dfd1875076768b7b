package bmcis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
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
func RequestSchema() []byte { return contract.SchemaText("bmcis-request") }

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
// Fields that the mode does not show are among the findings. A server that answers
// those with [InvalidFields] asks [CheckFields] before it looks at the findings.
func ParseRequest(args []byte) (Request, envelope.Findings, error) {
	var r Request
	findings, err := contract.Validate(args, requestSchema(), func(v *contract.Validation, d envelope.Doc) {
		r = readRequestArgs(d)
		checkRequest(v, d, r)
	})
	return r, findings, err
}

func readRequestArgs(d envelope.Doc) Request {
	r := Request{
		Query:        strings.TrimSpace(raw.Text(d.Value("query"))),
		ResponseMode: raw.Text(d.Value("response_mode")),
		Cursor:       raw.Text(d.Value("cursor")),
	}
	size := d.Value("page_size")
	if top := d.Value("top_k"); !raw.IsNull(top) {
		size = top
		deprecated := NewWarning(WarnDeprecatedParameter, "top_k is deprecated")
		deprecated.Suggestion = "Use page_size"
		r.Warnings = append(r.Warnings, deprecated)
	}
	if n, ok := raw.Integer(size); ok {
		r.PageSize = int(n)
	}
	for _, f := range raw.Elements(d.Value("fields")) {
		r.Fields = append(r.Fields, raw.Text(f))
	}
	return r.withDefaults()
}

// checkRequest checks what the schema cannot say: that the query is more than
// white space of any kind, that the fields are those of the mode, and that the
// cursor can be read and is of the same mode.
func checkRequest(v *contract.Validation, d envelope.Doc, r Request) {
	if r.Query == "" && raw.Text(d.Value("query")) != "" {
		v.Fail("query", "must hold more than white space")
	}
	allowed := AllowedFields("semantic_search", r.ResponseMode)
	for i, f := range r.Fields {
		if allowed != nil && !slices.Contains(allowed, f) {
			v.Fail(raw.Join("fields", strconv.Itoa(i)), "is not available in '%s' mode", r.ResponseMode)
		}
	}
	if raw.Kind(d.Value("cursor")) == "string" {
		c, err := DecodeCursor(r.Cursor)
		if err != nil {
			v.Fail("cursor", "%s", err)
		} else if c.ResponseMode != "" && c.ResponseMode != r.ResponseMode {
			v.Fail("cursor", "belongs to another response_mode")
		}
	}
	for _, w := range r.Warnings {
		v.Warn("top_k", "%s", w.Message)
	}
	v.CheckNames(d, "is not a parameter")
}
