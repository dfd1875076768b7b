package bmcis

import (
	"reflect"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// The response modes of seed 004, from little to everything (RULES R83 and
// R86).
const (
	ModeIDsOnly  = "ids_only"
	ModeMetadata = "metadata"
	ModePreview  = "preview"
	ModeFull     = "full"
)

var modes = []string{ModeIDsOnly, ModeMetadata, ModePreview, ModeFull}

// Modes returns the response modes, from little to everything.
func Modes() []string { return slices.Clone(modes) }

// modeModels are the models of a tool's results, in the order of [Modes]; nil where
// the tool is unknown.
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

// AllowedFields returns the fields that a response mode of a tool shows, in the
// document's order; nil where the tool or the mode is unknown.
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

// InvalidFieldsError says that a request asks for fields that its response mode
// does not show (RULES R88).
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

// TokenBudget is what a response is expected to cost in tokens.
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

// estimateTokens estimates a response from its results where nobody did: four
// bytes to a token, and the envelope, but not less than what was used.
func estimateTokens(results []byte, used *int64) int64 {
	estimate := int64(DefaultTokenBudget().Envelope + len(results)/4)
	if used != nil {
		estimate = max(estimate, *used)
	}
	return estimate
}
