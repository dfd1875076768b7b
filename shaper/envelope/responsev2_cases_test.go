package envelope_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func TestResponseV2Cases(t *testing.T) {
	casetest.Run(t, ownCases, sharedCases, map[string]casetest.Adapter{
		"foundry.validate":      validateFoundry,
		"foundry.success":       buildSuccess,
		"foundry.error":         buildError,
		"foundry.helper":        callHelper,
		"foundry.paginated":     buildPage,
		"foundry.sanitize":      sanitize,
		"foundry.upgrade":       upgrade,
		"foundry.trim":          trim,
		"foundry.error_types":   errorTypes,
		"foundry.error_codes":   errorCodes,
		"foundry.cursor_decode": decodeCursor,
	})
}

func validateFoundry(t *testing.T, c casetest.Case) casetest.Result {
	edition := casetest.Input[struct{ Contract string }](t, c).Contract
	return validateCase(envelope.ResponseV2{}, edition)(t, c)
}

type arguments map[string]json.RawMessage

// take removes an argument and decodes it; null counts as absent.
func take[T any](t *testing.T, args arguments, name string) (v T) {
	t.Helper()
	raw := args[name]
	delete(args, name)
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return v
}

// options turns keyword arguments of the Python helpers into options; what
// remains in args is none of them.
func options(t *testing.T, args arguments) []envelope.Option {
	type raw = json.RawMessage
	return []envelope.Option{
		envelope.WithData(take[raw](t, args, "data")),
		envelope.WithRequestID(take[string](t, args, "request_id")),
		envelope.WithWarnings(take[[]string](t, args, "warnings")...),
		envelope.WithWarningDetails(warnings(t, take[[]arguments](t, args, "warning_details"))...),
		envelope.WithPagination(take[raw](t, args, "pagination")),
		envelope.WithRateLimit(take[raw](t, args, "rate_limit")),
		envelope.WithTelemetry(take[raw](t, args, "telemetry")),
		envelope.WithFidelity(take[string](t, args, "content_fidelity"),
			take[[]string](t, args, "dropped_content_ids"),
			take[map[string]string](t, args, "content_archive_hashes")),
		envelope.WithMeta(take[raw](t, args, "meta")),
	}
}

// errorOptions adds those of error_response; to success_response they are
// payload.
func errorOptions(t *testing.T, args arguments) []envelope.Option {
	return append(options(t, args),
		envelope.WithErrorCode(take[string](t, args, "error_code")),
		envelope.WithErrorType(take[string](t, args, "error_type")),
		envelope.WithDetails(take[json.RawMessage](t, args, "details")),
		envelope.WithRemediation(take[string](t, args, "remediation")),
	)
}

func warnings(t *testing.T, list []arguments) (warnings []envelope.Warning) {
	for _, args := range list {
		warnings = append(warnings, envelope.Warning{
			Code:     take[string](t, args, "code"),
			Severity: take[string](t, args, "severity"),
			Message:  take[string](t, args, "message"),
			Context:  args["context"],
		})
	}
	return warnings
}

func buildSuccess(t *testing.T, c casetest.Case) casetest.Result {
	args := casetest.Input[struct{ Args arguments }](t, c).Args
	opts := options(t, args)
	if len(args) > 0 { // further keyword arguments are payload
		opts = append(opts, envelope.WithData(args))
	}
	return result(envelope.Success(nil, opts...))
}

func buildError(t *testing.T, c casetest.Case) casetest.Result {
	in := casetest.Input[struct {
		Message string
		Args    arguments
	}](t, c)
	return result(envelope.Error(in.Message, append(errorOptions(t, in.Args), envelope.WithEdition(c.Seed))...))
}

func callHelper(t *testing.T, c casetest.Case) casetest.Result {
	in := casetest.Input[struct {
		Helper string
		Args   []json.RawMessage
		Kwargs arguments
	}](t, c)
	text := func(i int) string {
		if i >= len(in.Args) {
			return ""
		}
		return take[string](t, arguments{"": in.Args[i]}, "")
	}
	number := func(i int) int64 { return take[int64](t, arguments{"": in.Args[i]}, "") }
	field := envelope.WithInvalidField(take[string](t, in.Kwargs, "field"))
	permission := envelope.WithRequiredPermission(take[string](t, in.Kwargs, "required_permission"))
	retry := take[int64](t, in.Kwargs, "retry_after_seconds")
	opts := errorOptions(t, in.Kwargs)
	switch in.Helper {
	case "validation_error":
		return result(envelope.ValidationError(text(0), append(opts, field)...))
	case "not_found_error":
		return result(envelope.NotFoundError(text(0), text(1), opts...))
	case "rate_limit_error":
		return result(envelope.RateLimitError(number(0), text(1), number(2), opts...))
	case "unauthorized_error":
		return result(envelope.UnauthorizedError(text(0), opts...))
	case "forbidden_error":
		return result(envelope.ForbiddenError(text(0), append(opts, permission)...))
	case "conflict_error":
		return result(envelope.ConflictError(text(0), opts...))
	case "internal_error":
		return result(envelope.InternalError(text(0), opts...))
	case "unavailable_error":
		return result(envelope.UnavailableError(text(0), retry, opts...))
	case "feature_disabled_error":
		return result(envelope.FeatureDisabledError(text(0), opts...))
	}
	return result(nil, errors.New("no such helper"))
}

func buildPage(t *testing.T, c casetest.Case) casetest.Result {
	args := casetest.Input[arguments](t, c)
	page := envelope.Page{
		Cursor:  take[string](t, args, "cursor"),
		HasMore: take[bool](t, args, "has_more"),
		Total:   take[*int64](t, args, "total_count"),
	}
	if size := take[*int](t, args, "page_size"); size != nil {
		page.PageSize = envelope.ClampPageSize(*size)
	}
	return result(envelope.PaginatedResponse(nil, page, options(t, args)...))
}

func sanitize(t *testing.T, c casetest.Case) casetest.Result {
	kind := casetest.Input[struct{ Kind string }](t, c).Kind
	return result(casetest.JSON(t, envelope.SanitizeException(kind)), nil)
}

func upgrade(t *testing.T, c casetest.Case) casetest.Result {
	return result(envelope.Upgrade(casetest.Input[struct{ Envelope json.RawMessage }](t, c).Envelope))
}

func trim(t *testing.T, c casetest.Case) casetest.Result {
	in := casetest.Input[struct {
		Envelope  json.RawMessage
		List      string
		IDField   string `json:"id_field"`
		Keep      int
		ArchiveID string `json:"archive_id"`
	}](t, c)
	out, err := envelope.Trim(in.Envelope, envelope.Cut{List: in.List, IDField: in.IDField, Keep: in.Keep, ArchiveID: in.ArchiveID})
	return result(out.Envelope, err)
}

func errorTypes(t *testing.T, _ casetest.Case) casetest.Result {
	table := map[string]any{}
	for _, e := range envelope.ErrorTypes() {
		table[e.Name] = map[string]any{"http_status": e.HTTPStatus, "retry": e.Retry}
	}
	return result(casetest.JSON(t, table), nil)
}

func errorCodes(t *testing.T, _ casetest.Case) casetest.Result {
	table := map[string]string{}
	for _, e := range envelope.ErrorCodes() {
		table[e.Name] = e.Type
	}
	return result(casetest.JSON(t, table), nil)
}

func decodeCursor(t *testing.T, c casetest.Case) casetest.Result {
	position, err := envelope.DecodeCursor(casetest.Input[struct{ Cursor string }](t, c).Cursor)
	r := result(position, err)
	if fault, ok := errors.AsType[*envelope.CursorError](err); ok {
		r.Facts = map[string]any{"reason": fault.Reason}
	}
	return r
}

func TestRegistriesAgree(t *testing.T) {
	var types []string
	for _, e := range envelope.ErrorTypes() {
		types = append(types, e.Name)
	}
	for _, c := range envelope.ErrorCodes() {
		if kind, ok := envelope.ErrorTypeOf(c.Name); !ok || kind.Name != c.Type || !slices.Contains(types, c.Type) {
			t.Errorf("%s: type %q", c.Name, c.Type)
		}
	}
	if _, ok := envelope.ErrorTypeOf("NO_SUCH_CODE"); ok {
		t.Error("a type for a code that nobody registered")
	}
	for _, level := range envelope.FidelityLevels() {
		if _, err := envelope.Success(nil, envelope.WithFidelity(level, nil, nil)); err != nil {
			t.Errorf("%s: %v", level, err)
		}
	}
	severities := map[string]string{}
	for _, w := range envelope.WarningCodes() {
		severities[w.Name] = w.Severity
	}
	want := map[string]string{ // seed 000, R33
		"CONTENT_TRUNCATED": "info", "STALE_CACHE": "warning", "PARTIAL_FAILURE": "warning",
		"DEPRECATED_FIELD": "info", "RATE_LIMIT_APPROACHING": "warning", "FALLBACK_USED": "info",
	}
	if !maps.Equal(severities, want) {
		t.Errorf("severities %v", severities)
	}
}
