package bmcis

import (
	"math/big"
	"reflect"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Validate checks an envelope against seed 004 (RULES R80 to R91). It checks types and
// required members, a timestamp with a zone, and the same request id in both places. Tokens
// must be within 10 % of the estimate (RULES D26 and D27). A cursor must be readable, and
// codes must be in SCREAMING_SNAKE_CASE.
//
// The name metadata instead of _metadata is a warning (RULES D22). The abbreviated errors of
// the document are not valid (RULES D28).
func (Dialect) Validate(doc []byte, edition string) (envelope.Findings, error) {
	return contract.Validate(doc, edition, check)
}

func check(v *kit.Validation, d *envelope.Doc) {
	name, head, execution := headName(d.Value), envelope.Index(headOf(d.Value)), envelope.Index(d.Value("execution_context"))
	switch {
	case name == "metadata":
		v.Warn("metadata", "should be named _metadata")
	case !d.Has(name):
		v.Fail(name, "is required")
	}
	checkTimestamp(v, kit.Join(name, "timestamp"), head.Value("timestamp"))
	checkTokens(v, "execution_context", execution)
	if ours, theirs := execution.Value("request_id"), head.Value("request_id"); kit.Text(ours) != kit.Text(theirs) && ours != nil && theirs != nil {
		v.Fail("execution_context.request_id", "must be that of %s", name)
	}
	checkPagination(v, "pagination", envelope.Index(d.Value("pagination")))
	v.CheckNames(d, "is not a key of this envelope")
}

// checkTimestamp refuses dates that look right but are not, such as month 13.
func checkTimestamp(v *kit.Validation, path string, value []byte) {
	if kit.Kind(value) != "string" {
		return
	}
	if _, err := time.Parse(time.RFC3339, kit.Text(value)); err != nil {
		v.Fail(path, "must be a date and time with a zone")
	}
}

// checkTokens limits tokens_used to 110 % of the estimate, and both to countable numbers.
func checkTokens(v *kit.Validation, path string, d *envelope.Doc) {
	v.CheckRange(kit.Join(path, "tokens_used"), d.Value("tokens_used"))
	v.CheckRange(kit.Join(path, "tokens_estimated"), d.Value("tokens_estimated"))
	used, ok := kit.Integer(d.Value("tokens_used"))
	estimated, known := kit.Integer(d.Value("tokens_estimated"))
	if !ok || !known {
		return
	}
	ten, eleven := big.NewInt(10), big.NewInt(11)
	if ten.Mul(ten, big.NewInt(used)).Cmp(eleven.Mul(eleven, big.NewInt(estimated))) > 0 {
		v.Fail(kit.Join(path, "tokens_used"), "must not exceed tokens_estimated by more than 10 %%")
	}
}

// checkPagination requires a readable cursor, exactly if there are more results.
func checkPagination(v *kit.Validation, path string, d *envelope.Doc) {
	cursor := d.Value("cursor")
	if kit.Kind(cursor) == "string" {
		if _, err := DecodeCursor(kit.Text(cursor)); err != nil {
			v.Fail(kit.Join(path, "cursor"), "%s", err)
		}
	}
	switch more := string(d.Value("has_more")); {
	case more == "true" && kit.Kind(cursor) == "null":
		v.Fail(kit.Join(path, "cursor"), "must be set where there is more")
	case more == "false" && kit.Kind(cursor) == "string":
		v.Fail(kit.Join(path, "cursor"), "must be null where there is no more")
	}
}

// The response modes of seed 004, from little to everything (RULES R83 and R86).
const (
	ModeIDsOnly  = "ids_only"
	ModeMetadata = "metadata"
	ModePreview  = "preview"
	ModeFull     = "full"
)

var modes = []string{ModeIDsOnly, ModeMetadata, ModePreview, ModeFull}

// Modes returns the response modes, from little to everything.
func Modes() []string { return slices.Clone(modes) }

// modeModels returns the models of a tool's results in the order of [Modes], nil for an
// unknown tool.
func modeModels(tool string) []reflect.Type {
	switch tool {
	case "semantic_search":
		return []reflect.Type{
			reflect.TypeFor[SearchResultIDs](), reflect.TypeFor[SearchResultMetadata](),
			reflect.TypeFor[SearchResultPreview](), reflect.TypeFor[SearchResultFull](),
		}
	case "find_vendor_info":
		return []reflect.Type{
			reflect.TypeFor[VendorInfoIDs](), reflect.TypeFor[VendorInfoMetadata](),
			reflect.TypeFor[VendorInfoPreview](), reflect.TypeFor[VendorInfoFull](),
		}
	}
	return nil
}

// AllowedFields returns the fields of a tool's response mode, in the document's order. It
// returns nil if the tool or the mode is unknown.
func AllowedFields(tool, mode string) []string {
	models, i := modeModels(tool), slices.Index(modes, mode)
	if models == nil || i < 0 {
		return nil
	}
	var fields []string
	for _, f := range reflect.VisibleFields(models[i]) {
		if !f.Anonymous {
			fields = append(fields, f.Tag.Get("json"))
		}
	}
	return fields
}

// InvalidFieldsError reports a request for fields that its response mode does not show (RULES
// R88).
type InvalidFieldsError struct {
	Fields  []string // those that cannot be had
	Mode    string
	Allowed []string
}

func (e *InvalidFieldsError) Error() string {
	return words.FieldsNotAvailable(e.Fields, e.Mode)
}

// CheckFields reports fields that a response mode of a tool does not show, as
// an [*InvalidFieldsError].
func CheckFields(tool, mode string, fields []string) error {
	allowed := AllowedFields(tool, mode)
	invalid := slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return slices.Contains(allowed, f) })
	if len(invalid) > 0 {
		return &InvalidFieldsError{Fields: invalid, Mode: mode, Allowed: allowed}
	}
	return nil
}

// TokenBudget is the expected cost of a response in tokens.
type TokenBudget struct {
	PerResult map[string]int // by response mode
	Envelope  int
}

// DefaultTokenBudget holds the budgets of seed 004 (RULES R84 and D26).
func DefaultTokenBudget() TokenBudget {
	return TokenBudget{
		PerResult: map[string]int{ModeIDsOnly: 10, ModeMetadata: 200, ModePreview: 500, ModeFull: 1500},
		Envelope:  300,
	}
}

// Estimate returns the tokens of a response with count results, with or without
// its envelope. An unknown mode counts as metadata.
func (b TokenBudget) Estimate(mode string, count int, envelope bool) int {
	each, known := b.PerResult[mode]
	if !known {
		each = b.PerResult[ModeMetadata]
	}
	tokens := each * max(count, 0)
	if envelope {
		tokens += b.Envelope
	}
	return tokens
}

// estimateTokens estimates the tokens of a response without an estimate: one for four bytes of
// results, plus the envelope. The estimate is not below used.
func estimateTokens(results []byte, used *int64) int64 {
	estimate := int64(DefaultTokenBudget().Envelope + len(results)/4)
	if used != nil {
		estimate = max(estimate, *used)
	}
	return estimate
}

// Warning is a warning of seed 004 (RULES R91).
type Warning struct {
	Level      string `json:"level"` // info, warning or error
	Code       string `json:"code"`  // SCREAMING_SNAKE_CASE
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
}

// The warning codes of seed 004 (RULES R92). Other codes are allowed.
const (
	WarnTokenLimit          = "TOKEN_LIMIT_WARNING"
	WarnTokenLimitExceeded  = "TOKEN_LIMIT_EXCEEDED"
	WarnCacheMissSlow       = "CACHE_MISS_SLOW"
	WarnLowQualityResults   = "LOW_QUALITY_RESULTS"
	WarnPartialResults      = "PARTIAL_RESULTS"
	WarnDeprecatedParameter = "DEPRECATED_PARAMETER"
)

// documentedWarnings holds each code with its level, meaning and remedy.
var documentedWarnings = []Warning{
	{envelope.SeverityWarning, WarnTokenLimit, "Approaching token limit", "Use metadata mode or reduce page_size"},
	{envelope.SeverityError, WarnTokenLimitExceeded, "Exceeded token limit", "Use ids_only mode"},
	{envelope.SeverityInfo, WarnCacheMissSlow, "Cache miss, slower response", "Query will be cached for next time"},
	{envelope.SeverityInfo, WarnLowQualityResults, "No high-confidence results", "Try different keywords"},
	{envelope.SeverityWarning, WarnPartialResults, "Some results omitted", "Reduce page_size for complete results"},
	{envelope.SeverityWarning, WarnDeprecatedParameter, "Using deprecated parameter", "Use suggested alternative"},
}

// Warnings returns the registry of warnings in the document's order:
// each code with its level, its usual message and suggestion.
func Warnings() []Warning { return slices.Clone(documentedWarnings) }

// NewWarning returns the documented warning of a code, with a message
// of its own unless that is empty. An unknown code is a plain warning.
func NewWarning(code, message string) Warning {
	w := Warning{Level: envelope.SeverityWarning, Code: code}
	if i := slices.IndexFunc(documentedWarnings, func(w Warning) bool { return w.Code == code }); i >= 0 {
		w = documentedWarnings[i]
	}
	if message != "" {
		w.Message = message
	}
	return w
}

// ValidateModel checks a value against a model of seed 004 by its name, such as
// "ConfidenceScore" or "SearchResultFull". The schema of [Dialect] defines the models. It
// fails if the name is unknown or the value is not JSON.
func ValidateModel(name string, value []byte) (envelope.Findings, error) {
	model := kit.Part(kit.MustSchema("bmcis"), "$defs", name)
	if model == nil {
		return envelope.Findings{}, &envelope.FieldError{Field: "model", Problem: "is not one of seed 004"}
	}
	return kit.Validate(value, model, func(v *kit.Validation, d *envelope.Doc) {
		switch name {
		case "ResponseMetadata":
			checkTimestamp(v, "timestamp", d.Value("timestamp"))
		case "PaginationMetadata":
			checkPagination(v, "", d)
		case "ExecutionContext":
			checkTokens(v, "", d)
		}
	})
}
