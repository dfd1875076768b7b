package dialects

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Convert turns an envelope of one dialect into one of another, by their names; from may be
// "auto". Payload, error message and code, request id, warnings and pagination survive there
// and back wherever the other dialect has a place for them (RULES, conversion). For an edition
// that is not the default one, use its codec in [Recode].
func Convert(doc []byte, from, to string) (envelope.Conversion, error) {
	source, err := codecOf(from, doc)
	if err != nil {
		return envelope.Conversion{}, err
	}
	target, err := codecOf(to, nil)
	if err != nil {
		return envelope.Conversion{}, err
	}
	return Recode(doc, source, target)
}

// Recode is [Convert] by codecs. from reads the envelope, [Translate] changes the code of its
// error to the spelling of to, and to writes the envelope.
//
// Values that the contract of to forbids are kept and listed in [envelope.Conversion.Faults].
// A document with a duplicate name in an object is a [*envelope.SyntaxError], since it is
// ambiguous.
func Recode(doc []byte, from, to envelope.Codec) (envelope.Conversion, error) {
	if err := envelope.CheckUnique(doc); err != nil {
		return envelope.Conversion{}, err
	}
	if kit.Kind(kit.Trim(doc)) != "object" {
		return envelope.Conversion{}, ErrNoObject
	}
	model, err := from.Parse(doc)
	if err != nil {
		return envelope.Conversion{}, err
	}
	built, lost, err := to.Build(Translate(model, to))
	if err != nil {
		return envelope.Conversion{}, err
	}
	made := envelope.Conversion{Envelope: built, Lost: lost}
	if v, ok := to.(envelope.Validator); ok {
		found, err := v.Validate(built, "")
		made.Faults = found.Errors
		return made, err
	}
	return made, nil
}

// codecOf finds a dialect that converts; "auto" recognises that of a document.
func codecOf(name string, doc []byte) (envelope.Codec, error) {
	d, ok := Lookup(name)
	if name == "auto" && doc != nil {
		opened, err := envelope.Open(doc, envelope.Limits{})
		if err != nil {
			return nil, err
		}
		d, ok = Detect(opened), true
	}
	if !ok {
		return nil, &UnknownError{Name: name}
	}
	codec, ok := d.(envelope.Codec)
	if !ok {
		return nil, &NoCodecError{Dialect: d.Name()}
	}
	return codec, nil
}

// Translate returns a model with its error code in the spelling of the target dialect. It
// keeps the original code as source_error_code in the details, for the way back. It returns m
// itself if there is no such error.
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
		return translateCode(e, func(code string) bool { // neither as in seeds 000 and 004 nor a number, as in JSON-RPC
			return !kit.IsScreamingSnake(code) && !isInteger(code)
		}, scalpelCode)
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

// translateCode translates the code of an error. own recognises a code in the target's
// spelling. translate returns a code for an error without one.
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

// codesToFoundry translates the codes of Code Scalpel (RULES, conversion) and of JSON-RPC 2.0.
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

// foundryCode spells a code of any envelope as response-v2 does. A code in the right spelling
// stays, registered or not; one that no table knows becomes INTERNAL_ERROR.
func foundryCode(e *envelope.ModelError) string {
	if kit.IsScreamingSnake(e.Code) {
		return e.Code
	}
	return cmp.Or(codesToFoundry[e.Code], responsev2.CodeInternalError)
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

// scalpelCode translates a code of another dialect: by name, else by the type of the error or
// the documented one of its code. Else a number is classified by the message, and a name stays.
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

// Wrap builds an envelope of a dialect from an object of [envelope.Parts]. It fails with
// [ErrNoWrap] if the dialect has no envelope.
func Wrap(parts []byte, d envelope.Dialect, known envelope.Known) (envelope.Conversion, error) {
	w, ok := d.(envelope.Wrapper)
	if !ok {
		return envelope.Conversion{}, ErrNoWrap
	}
	p, err := kit.ParseParts(parts)
	if err != nil {
		return envelope.Conversion{}, err
	}
	return w.Wrap(translateParts(p, d), known)
}

// translateParts translates the code of an error in parts. Parts use the words of
// seed 001, so that its codes stay for its own envelope.
func translateParts(p envelope.Parts, to envelope.Dialect) envelope.Parts {
	value, ok := to.(envelope.Codec)
	if ok && kit.Kind(p.Error) == "object" && to != (scalpel.Dialect{}) {
		before := kit.FromParts(p).Error
		code, details := spelledFor(value, before)
		if code == before.Code && bytes.Equal(details, before.Details) {
			return p
		}
		var o kit.Object
		o.Merge(p.Error)
		o.Str("error_code", code)
		o.Drop("error_details")
		o.Set("error_details", details)
		p.Error = o.Done()
	}
	return p
}

// Code is the code of a failure, with the contract's explanation for callers if there is one.
type Code struct {
	Code       string           `json:"error_code"`
	Type       string           `json:"error_type,omitempty"`
	HTTPStatus int              `json:"http_status,omitempty"`
	Retry      responsev2.Retry `json:"retry,omitempty"`
}

// Classify returns the code of a failure in a dialect, by the name of its kind and its
// message, as [scalpel.Classify] does. bmcis documents no code for it and uses the spelling of
// response-v2. It reports false if the dialect or its edition has no place for such a code.
func Classify(d envelope.Dialect, kind, message string) (Code, bool) {
	code := scalpel.Classify(kind, message)
	switch d := d.(type) {
	case scalpel.Dialect:
		return Code{Code: code}, true
	case bmcis.Dialect:
		return Code{Code: codesToFoundry[code]}, true
	case responsev2.Dialect:
		t, known := responsev2.ErrorTypeOf(codesToFoundry[code])
		return Code{codesToFoundry[code], t.Name, t.HTTPStatus, t.Retry}, known && d.Edition != responsev2.Edition003
	}
	return Code{}, false
}

// ErrNoObject is the error of a document that is no envelope of any dialect.
var ErrNoObject = errors.New("an envelope is a JSON object")

// ErrNoWrap is the error of a dialect that has no envelope to build.
var ErrNoWrap = errors.New("the dialect has no envelope")

// UnknownError is a name that no dialect has. It is the program's or a
// configuration's, and no content of a document.
type UnknownError struct{ Name string }

// Error lists the names that there are, and the one that may be meant.
func (e *UnknownError) Error() string {
	names := make([]string, len(table))
	for i, d := range table {
		names[i] = d.Name()
	}
	said := fmt.Sprintf("unknown dialect %q, known are auto, %s", e.Name, strings.Join(names, ", "))
	return words.Hinted(errors.New(said), e.Name, names).Error()
}

// NoCodecError is a dialect that has no envelope to convert.
type NoCodecError struct{ Dialect string }

func (e *NoCodecError) Error() string {
	return fmt.Sprintf("dialect %s is no envelope to convert", e.Dialect)
}
