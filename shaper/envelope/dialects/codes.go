package dialects

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Translate returns a model whose error has its code in the spelling of the
// dialect that is to be built, and keeps the original as source_error_code in the
// details, where the way back finds it. A model without such an error is returned
// as it is.
func Translate(m *envelope.Model, to envelope.Codec) *envelope.Model {
	if m.Error == nil {
		return m
	}
	translated, failure := *m, *m.Error
	failure.Code, failure.Details = spelledFor(to, m.Error)
	translated.Error = &failure
	return &translated
}

// spelledFor returns the code and the details that an error gets in a dialect. The
// first edition of response-v2 has no codes, and a tool result no place for one.
func spelledFor(to envelope.Codec, e *envelope.ModelError) (code string, details json.RawMessage) {
	switch to := to.(type) {
	case scalpel.Dialect:
		return translateCode(e, isScalpelCode, scalpelCode)
	case responsev2.Dialect:
		if to.Edition != responsev2.Edition003 && e.Code != "" {
			return translateCode(e, kit.IsScreamingSnake, foundryCode)
		}
	case bmcis.Dialect:
		return translateCode(e, kit.IsScreamingSnake, sameCode)
	case jsonrpc.Dialect:
		return translateCode(e, isInteger, sameCode)
	}
	return e.Code, e.Details
}

func sameCode(e *envelope.ModelError) string { return e.Code }

// sourceErrorCode is the member of an error's details that keeps the code an
// error had before a conversion translated it.
const sourceErrorCode = "source_error_code"

// translateCode translates the code of an error. own recognises a code in the
// target's spelling, translate finds one where there is none.
func translateCode(e *envelope.ModelError, own func(code string) bool, translate func(*envelope.ModelError) string) (code string, details json.RawMessage) {
	var o kit.Object
	o.Merge(e.Details)
	if kept := kit.Text(o.Get(sourceErrorCode)); kept != "" && own(kept) {
		o.Drop(sourceErrorCode)
		if o.Empty() {
			return kept, nil
		}
		return kept, o.Done()
	}
	code = translate(e)
	if code == e.Code || e.Code == "" || o.Get(sourceErrorCode) != nil {
		return code, e.Details
	}
	o.Str(sourceErrorCode, e.Code)
	return code, o.Done()
}

// codesToFoundry translates the codes of Code Scalpel (RULES, conversion) and
// of JSON-RPC 2.0.
var codesToFoundry = map[string]string{
	scalpel.CodeInvalidArgument:       responsev2.CodeValidationError,
	scalpel.CodeInvalidPath:           responsev2.CodeValidationError,
	scalpel.CodeForbidden:             responsev2.CodeForbidden,
	scalpel.CodeNotFound:              responsev2.CodeNotFound,
	scalpel.CodeTimeout:               responsev2.CodeUnavailable,
	scalpel.CodeTooLarge:              responsev2.CodeValidationError,
	scalpel.CodeResourceExhausted:     responsev2.CodeUnavailable,
	scalpel.CodeNotImplemented:        responsev2.CodeFeatureDisabled,
	scalpel.CodeUpgradeRequired:       responsev2.CodeFeatureDisabled,
	scalpel.CodeDependencyUnavailable: responsev2.CodeUnavailable,
	scalpel.CodeInternalError:         responsev2.CodeInternalError,
	"-32700":                          responsev2.CodeInvalidFormat,
	"-32600":                          responsev2.CodeInvalidFormat,
	"-32601":                          responsev2.CodeNotFound,
	"-32602":                          responsev2.CodeValidationError,
	"-32603":                          responsev2.CodeInternalError,
}

// foundryCode spells a code of any envelope as response-v2 does. A code in the
// right spelling stays, registered or not; one that no table knows becomes
// INTERNAL_ERROR.
func foundryCode(e *envelope.ModelError) string {
	if kit.IsScreamingSnake(e.Code) {
		return e.Code
	}
	return cmp.Or(codesToFoundry[e.Code], responsev2.CodeInternalError)
}

// isScalpelCode reports whether a code may be one of seed 001, registered or
// not: it is neither spelled as in seeds 000 and 004 nor a number, as in JSON-RPC.
func isScalpelCode(code string) bool {
	return !kit.IsScreamingSnake(code) && !isInteger(code)
}

// codesToScalpel translates the codes that JSON-RPC and seed 004 have of their
// own (RULES, conversion).
var codesToScalpel = map[string]string{
	"TOKEN_LIMIT_EXCEEDED": scalpel.CodeTooLarge,
	"INVALID_FIELDS":       scalpel.CodeInvalidArgument,
	"INVALID_CURSOR":       scalpel.CodeInvalidArgument,
	"-32700":               scalpel.CodeInvalidArgument,
	"-32600":               scalpel.CodeInvalidArgument,
	"-32601":               scalpel.CodeNotFound,
	"-32602":               scalpel.CodeInvalidArgument,
	"-32603":               scalpel.CodeInternalError,
}

// typesToScalpel translates the error types of response-v2 (RULES, conversion).
var typesToScalpel = map[string]string{
	responsev2.TypeValidation:     scalpel.CodeInvalidArgument,
	responsev2.TypeAuthentication: scalpel.CodeForbidden,
	responsev2.TypeAuthorization:  scalpel.CodeForbidden,
	responsev2.TypeNotFound:       scalpel.CodeNotFound,
	responsev2.TypeConflict:       scalpel.CodeInvalidArgument,
	responsev2.TypeRateLimit:      scalpel.CodeResourceExhausted,
	responsev2.TypeFeatureFlag:    scalpel.CodeUpgradeRequired,
	responsev2.TypeInternal:       scalpel.CodeInternalError,
	responsev2.TypeUnavailable:    scalpel.CodeDependencyUnavailable,
}

// scalpelCode translates a code of another dialect: by name, else by the type
// of the error or the documented one of its code. Else a number is classified by
// the message, and a name stays.
func scalpelCode(e *envelope.ModelError) string {
	if e.Code == "" {
		return ""
	}
	if slices.Contains(scalpel.Codes(), e.Code) {
		return e.Code
	}
	if code, ok := codesToScalpel[e.Code]; ok {
		return code
	}
	documented, _ := responsev2.ErrorTypeOf(e.Code)
	if code, ok := typesToScalpel[cmp.Or(e.Type, documented.Name)]; ok {
		return code
	}
	if isInteger(e.Code) {
		return scalpel.ClassifyMessage(e.Message)
	}
	return e.Code
}

func isInteger(code string) bool {
	_, err := strconv.Atoi(code)
	return err == nil
}
