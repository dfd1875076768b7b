package envelope

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// Translate returns a model whose error has its code in the spelling of the
// dialect that is to be built, and keeps the original as source_error_code in the
// details, where the way back finds it. A model without such an error is returned
// as it is.
func Translate(m *Model, to Codec) *Model {
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
func spelledFor(to Codec, e *ModelError) (code string, details json.RawMessage) {
	switch to := to.(type) {
	case Scalpel:
		return translateCode(e, isScalpelCode, scalpelCode)
	case ResponseV2:
		if to.Edition != Edition003 && e.Code != "" {
			return translateCode(e, screamingSnake.MatchString, foundryCode)
		}
	case BMCIS:
		return translateCode(e, screamingSnake.MatchString, sameCode)
	case JSONRPC:
		return translateCode(e, isInteger, sameCode)
	}
	return e.Code, e.Details
}

func sameCode(e *ModelError) string { return e.Code }

// sourceErrorCode is the member of an error's details that keeps the code an
// error had before a conversion translated it.
const sourceErrorCode = "source_error_code"

// translateCode translates the code of an error. own recognises a code in the
// target's spelling, translate finds one where there is none.
func translateCode(e *ModelError, own func(code string) bool, translate func(*ModelError) string) (code string, details json.RawMessage) {
	var o object
	o.merge(e.Details)
	if kept := text(o.get(sourceErrorCode)); kept != "" && own(kept) {
		o.drop(sourceErrorCode)
		if o.empty() {
			return kept, nil
		}
		return kept, o.done()
	}
	code = translate(e)
	if code == e.Code || e.Code == "" || o.get(sourceErrorCode) != nil {
		return code, e.Details
	}
	o.str(sourceErrorCode, e.Code)
	return code, o.done()
}

// codesToFoundry translates the codes of Code Scalpel (REQUIREMENTS section 4)
// and of JSON-RPC 2.0.
var codesToFoundry = map[string]string{
	ScalpelInvalidArgument:       CodeValidationError,
	ScalpelInvalidPath:           CodeValidationError,
	ScalpelForbidden:             CodeForbidden,
	ScalpelNotFound:              CodeNotFound,
	ScalpelTimeout:               CodeUnavailable,
	ScalpelTooLarge:              CodeValidationError,
	ScalpelResourceExhausted:     CodeUnavailable,
	ScalpelNotImplemented:        CodeFeatureDisabled,
	ScalpelUpgradeRequired:       CodeFeatureDisabled,
	ScalpelDependencyUnavailable: CodeUnavailable,
	ScalpelInternalError:         CodeInternalError,
	"-32700":                     CodeInvalidFormat,
	"-32600":                     CodeInvalidFormat,
	"-32601":                     CodeNotFound,
	"-32602":                     CodeValidationError,
	"-32603":                     CodeInternalError,
}

// foundryCode spells a code of any envelope as response-v2 does. A code in the
// right spelling stays, registered or not; one that no table knows becomes
// INTERNAL_ERROR.
func foundryCode(e *ModelError) string {
	if screamingSnake.MatchString(e.Code) {
		return e.Code
	}
	return cmp.Or(codesToFoundry[e.Code], CodeInternalError)
}

// isScalpelCode reports whether a code may be one of seed 001, registered or
// not: it is neither spelled as in seeds 000 and 004 nor a number, as in JSON-RPC.
func isScalpelCode(code string) bool {
	return !screamingSnake.MatchString(code) && !isInteger(code)
}

// codesToScalpel translates the codes that JSON-RPC and seed 004 have of their own
// (REQUIREMENTS section 4).
var codesToScalpel = map[string]string{
	"TOKEN_LIMIT_EXCEEDED": ScalpelTooLarge,
	"INVALID_FIELDS":       ScalpelInvalidArgument,
	"INVALID_CURSOR":       ScalpelInvalidArgument,
	"-32700":               ScalpelInvalidArgument,
	"-32600":               ScalpelInvalidArgument,
	"-32601":               ScalpelNotFound,
	"-32602":               ScalpelInvalidArgument,
	"-32603":               ScalpelInternalError,
}

// typesToScalpel translates the error types of response-v2 (REQUIREMENTS section
// 4).
var typesToScalpel = map[string]string{
	TypeValidation:     ScalpelInvalidArgument,
	TypeAuthentication: ScalpelForbidden,
	TypeAuthorization:  ScalpelForbidden,
	TypeNotFound:       ScalpelNotFound,
	TypeConflict:       ScalpelInvalidArgument,
	TypeRateLimit:      ScalpelResourceExhausted,
	TypeFeatureFlag:    ScalpelUpgradeRequired,
	TypeInternal:       ScalpelInternalError,
	TypeUnavailable:    ScalpelDependencyUnavailable,
}

// scalpelCode translates a code of another dialect: by name, else by the type
// of the error or the documented one of its code. Else a number is classified by
// the message, and a name stays.
func scalpelCode(e *ModelError) string {
	if e.Code == "" {
		return ""
	}
	if slices.Contains(ScalpelErrorCodes(), e.Code) {
		return e.Code
	}
	if code, ok := codesToScalpel[e.Code]; ok {
		return code
	}
	documented, _ := ErrorTypeOf(e.Code)
	if code, ok := typesToScalpel[cmp.Or(e.Type, documented.Name)]; ok {
		return code
	}
	if isInteger(e.Code) {
		return ClassifyMessage(e.Message)
	}
	return e.Code
}

func isInteger(code string) bool {
	_, err := strconv.Atoi(code)
	return err == nil
}
