package responsev2_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

func TestResponseV2Cases(t *testing.T) {
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
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

func validateFoundry(t *testing.T, c testkit.Case) testkit.Result {
	edition := testkit.Input[struct{ Contract string }](t, c).Contract
	return envtest.ValidateCase(responsev2.Dialect{}, edition)(t, c)
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

// options turns keyword arguments of the Python helpers into options. All other arguments
// remain in args.
func options(t *testing.T, args arguments) []responsev2.Option {
	type raw = json.RawMessage
	return []responsev2.Option{
		responsev2.WithData(take[raw](t, args, "data")),
		responsev2.WithRequestID(take[string](t, args, "request_id")),
		responsev2.WithWarnings(take[[]string](t, args, "warnings")...),
		responsev2.WithWarningDetails(warnings(t, take[[]arguments](t, args, "warning_details"))...),
		responsev2.WithPagination(take[raw](t, args, "pagination")),
		responsev2.WithRateLimit(take[raw](t, args, "rate_limit")),
		responsev2.WithTelemetry(take[raw](t, args, "telemetry")),
		responsev2.WithFidelity(take[string](t, args, "content_fidelity"),
			take[[]string](t, args, "dropped_content_ids"),
			take[map[string]string](t, args, "content_archive_hashes")),
		responsev2.WithMeta(take[raw](t, args, "meta")),
	}
}

// errorOptions adds those of error_response; to success_response they are
// payload.
func errorOptions(t *testing.T, args arguments) []responsev2.Option {
	return append(options(t, args),
		responsev2.WithErrorCode(take[string](t, args, "error_code")),
		responsev2.WithErrorType(take[string](t, args, "error_type")),
		responsev2.WithDetails(take[json.RawMessage](t, args, "details")),
		responsev2.WithRemediation(take[string](t, args, "remediation")),
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

func buildSuccess(t *testing.T, c testkit.Case) testkit.Result {
	args := testkit.Input[struct{ Args arguments }](t, c).Args
	opts := options(t, args)
	if len(args) > 0 { // further keyword arguments are payload
		opts = append(opts, responsev2.WithData(args))
	}
	return envtest.Result(responsev2.Success(nil, opts...))
}

func buildError(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Message string
		Args    arguments
	}](t, c)
	return envtest.Result(responsev2.Error(in.Message, append(errorOptions(t, in.Args), responsev2.WithEdition(c.Seed))...))
}

func callHelper(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
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
	field := responsev2.WithInvalidField(take[string](t, in.Kwargs, "field"))
	permission := responsev2.WithRequiredPermission(take[string](t, in.Kwargs, "required_permission"))
	retry := take[int64](t, in.Kwargs, "retry_after_seconds")
	opts := errorOptions(t, in.Kwargs)
	switch in.Helper {
	case "validation_error":
		return envtest.Result(responsev2.ValidationError(text(0), append(opts, field)...))
	case "not_found_error":
		return envtest.Result(responsev2.NotFoundError(text(0), text(1), opts...))
	case "rate_limit_error":
		return envtest.Result(responsev2.RateLimitError(number(0), text(1), number(2), opts...))
	case "unauthorized_error":
		return envtest.Result(responsev2.UnauthorizedError(text(0), opts...))
	case "forbidden_error":
		return envtest.Result(responsev2.ForbiddenError(text(0), append(opts, permission)...))
	case "conflict_error":
		return envtest.Result(responsev2.ConflictError(text(0), opts...))
	case "internal_error":
		return envtest.Result(responsev2.InternalError(text(0), opts...))
	case "unavailable_error":
		return envtest.Result(responsev2.UnavailableError(text(0), retry, opts...))
	case "feature_disabled_error":
		return envtest.Result(responsev2.FeatureDisabledError(text(0), opts...))
	}
	return envtest.Result(nil, errors.New("no such helper"))
}

func buildPage(t *testing.T, c testkit.Case) testkit.Result {
	args := testkit.Input[arguments](t, c)
	page := responsev2.Page{
		Cursor:  take[string](t, args, "cursor"),
		HasMore: take[bool](t, args, "has_more"),
		Total:   take[*int64](t, args, "total_count"),
	}
	if size := take[*int](t, args, "page_size"); size != nil {
		page.PageSize = responsev2.ClampPageSize(*size)
	}
	return envtest.Result(responsev2.Paginated(nil, page, options(t, args)...))
}

func sanitize(t *testing.T, c testkit.Case) testkit.Result {
	kind := testkit.Input[struct{ Kind string }](t, c).Kind
	return envtest.Result(testkit.JSON(t, responsev2.SanitizeException(kind)), nil)
}

func upgrade(t *testing.T, c testkit.Case) testkit.Result {
	return envtest.Result(responsev2.Upgrade(testkit.Input[struct{ Envelope json.RawMessage }](t, c).Envelope))
}

func trim(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Envelope  json.RawMessage
		List      string
		IDField   string `json:"id_field"`
		Keep      int
		ArchiveID string `json:"archive_id"`
	}](t, c)
	out, err := responsev2.Trim(in.Envelope, responsev2.ListLimit{List: in.List, IDField: in.IDField, Keep: in.Keep, ArchiveID: in.ArchiveID})
	return envtest.Result(out.Envelope, err)
}

func errorTypes(t *testing.T, _ testkit.Case) testkit.Result {
	table := map[string]any{}
	for _, e := range responsev2.ErrorTypes() {
		table[e.Name] = map[string]any{"http_status": e.HTTPStatus, "retry": e.Retry}
	}
	return envtest.Result(testkit.JSON(t, table), nil)
}

func errorCodes(t *testing.T, _ testkit.Case) testkit.Result {
	table := map[string]string{}
	for _, e := range responsev2.ErrorCodes() {
		table[e.Name] = e.Type
	}
	return envtest.Result(testkit.JSON(t, table), nil)
}

func decodeCursor(t *testing.T, c testkit.Case) testkit.Result {
	position, err := responsev2.DecodeCursor(testkit.Input[struct{ Cursor string }](t, c).Cursor)
	r := envtest.Result(position, err)
	if fault, ok := errors.AsType[*responsev2.UnreadableCursorError](err); ok {
		r.Facts = map[string]any{"reason": fault.Reason}
	}
	return r
}

func TestRegistriesAgree(t *testing.T) {
	var types []string
	for _, e := range responsev2.ErrorTypes() {
		types = append(types, e.Name)
	}
	for _, c := range responsev2.ErrorCodes() {
		if kind, ok := responsev2.ErrorTypeOf(c.Name); !ok || kind.Name != c.Type || !slices.Contains(types, c.Type) {
			t.Errorf("%s: type %q", c.Name, c.Type)
		}
	}
	if _, ok := responsev2.ErrorTypeOf("NO_SUCH_CODE"); ok {
		t.Error("a type for a code that nobody registered")
	}
	for _, level := range responsev2.FidelityLevels() {
		if _, err := responsev2.Success(nil, responsev2.WithFidelity(level, nil, nil)); err != nil {
			t.Errorf("%s: %v", level, err)
		}
	}
	severities := map[string]string{}
	for _, w := range responsev2.WarningCodes() {
		severities[w.Name] = w.Severity
	}
	want := map[string]string{ // seed 000; RULES R33
		"CONTENT_TRUNCATED": "info", "STALE_CACHE": "warning", "PARTIAL_FAILURE": "warning",
		"DEPRECATED_FIELD": "info", "RATE_LIMIT_APPROACHING": "warning", "FALLBACK_USED": "info",
	}
	if !maps.Equal(severities, want) {
		t.Errorf("severities %v", severities)
	}
}
