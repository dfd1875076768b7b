package bmcis_test

import (
	"encoding/json"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

// beyondRequestSchema are the faults of requests that no schema states.
var beyondRequestSchema = []string{"INVALID_CURSOR", "belongs to another response_mode", "is not available in", "white space"}

func TestBMCISCases(t *testing.T) {
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"bmcis.validate":          envtest.ValidateCase(bmcis.Dialect{}, "", envtest.BeyondBMCISSchema...),
		"bmcis.model":             modelCase,
		"bmcis.request":           requestCase,
		"bmcis.page":              pageCase,
		"bmcis.page_walk":         pageWalkCase,
		"bmcis.estimate_tokens":   estimateCase,
		"bmcis.token_limit":       tokenLimitCase,
		"bmcis.warning_codes":     warningCodesCase,
		"bmcis.shorten_roundtrip": shortenCase,
		"cursor.decode":           cursorCase,
	})
}

func modelCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Model    string
		Instance json.RawMessage
	}](t, c)
	findings, err := bmcis.ValidateModel(in.Model, in.Instance)
	if err == nil {
		text, _ := bmcis.Dialect{}.Schema("")
		envtest.Agree(t, envtest.CompileText(t, text, "#/$defs/"+in.Model), in.Instance, findings, envtest.BeyondBMCISSchema)
	}
	return testkit.Result{Output: testkit.JSON(t, findings), Err: err}
}

func requestCase(t *testing.T, c testkit.Case) testkit.Result {
	args := testkit.Input[struct{ Args json.RawMessage }](t, c).Args
	r, findings, err := bmcis.ParseRequest(args)
	if err == nil {
		envtest.Agree(t, envtest.CompileText(t, bmcis.RequestSchema(), ""), args, findings, beyondRequestSchema)
	}
	return testkit.Result{Output: testkit.JSON(t, findings), Err: err, Facts: map[string]any{"normalized": r}}
}

type search struct {
	Query        string
	ResponseMode string `json:"response_mode"`
	PageSize     int    `json:"page_size"`
	Results      []json.RawMessage
	Fields       []string
	Cursor       string
}

// page answers a search as a server would: it cuts the page out of the full
// list and shapes it by the mode.
func (s search) page(t *testing.T) (results json.RawMessage, p *bmcis.Pagination, err error) {
	r := bmcis.Request{
		Query: s.Query, ResponseMode: s.ResponseMode, PageSize: s.PageSize, Cursor: s.Cursor, Fields: s.Fields,
	}
	page, p, err := bmcis.Paginate(r, s.Results)
	if err != nil {
		return nil, nil, err
	}
	engine, err := shaper.New(profiles.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	shaped, err := engine.Shape(t.Context(), shaper.Request{
		Tool: "semantic_search", Mode: s.ResponseMode, Fields: s.Fields, Dialect: "plain", Body: testkit.JSON(t, page),
	})
	return shaped.Body, p, err
}

func pageCase(t *testing.T, c testkit.Case) testkit.Result {
	results, p, err := testkit.Input[search](t, c).page(t)
	return testkit.Result{Output: testkit.JSON(t, map[string]any{"results": results, "pagination": p}), Err: err}
}

func pageWalkCase(t *testing.T, c testkit.Case) testkit.Result {
	s := testkit.Input[search](t, c)
	ids, pages := []any{}, 0
	for more := true; more; pages++ {
		results, p, err := s.page(t)
		if err != nil {
			return testkit.Result{Err: err}
		}
		var rows []struct {
			ChunkID json.Number `json:"chunk_id"`
		}
		if err := json.Unmarshal(results, &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			ids = append(ids, row.ChunkID)
		}
		if more = p.HasMore; more {
			s.Cursor = *p.Cursor
		}
	}
	return testkit.Result{Output: testkit.JSON(t, map[string]any{"ids": ids, "pages": pages})}
}

func estimateCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		ResponseMode string `json:"response_mode"`
		Count        int
		Envelope     bool
	}](t, c)
	tokens := bmcis.DefaultTokenBudget().Estimate(in.ResponseMode, in.Count, in.Envelope)
	return testkit.Result{Output: testkit.JSON(t, tokens)}
}

func tokenLimitCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Operation     string
		Tokens, Limit int
		ResponseMode  string `json:"response_mode"`
		PageSize      int    `json:"page_size"`
	}](t, c)
	over := bmcis.TokenLimit{Tokens: in.Tokens, Limit: in.Limit, Mode: in.ResponseMode, PageSize: in.PageSize}
	out, err := bmcis.TokenLimitExceeded(bmcis.Metadata{Operation: in.Operation}, over).Build()
	return testkit.Result{Output: out, Err: err}
}

func warningCodesCase(t *testing.T, _ testkit.Case) testkit.Result {
	table := map[string]any{}
	for _, w := range bmcis.Warnings() {
		table[w.Code] = map[string]any{"level": w.Level, "suggestion": w.Suggestion}
	}
	return testkit.Result{Output: testkit.JSON(t, table)}
}

func shortenCase(t *testing.T, c testkit.Case) testkit.Result {
	data := testkit.Input[struct{ Data json.RawMessage }](t, c).Data
	shortened, err := bmcis.ShortenKeys(data)
	if err != nil {
		return testkit.Result{Err: err}
	}
	restored, err := bmcis.RestoreKeys(shortened)
	output := map[string]json.RawMessage{"shortened": shortened, "restored": restored}
	return testkit.Result{Output: testkit.JSON(t, output), Err: err}
}

func cursorCase(t *testing.T, c testkit.Case) testkit.Result {
	decoded, err := bmcis.DecodeCursor(testkit.Input[struct{ Cursor string }](t, c).Cursor)
	findings := envelope.Findings{Valid: err == nil, Errors: []envelope.Finding{}}
	if err != nil {
		findings.Errors = append(findings.Errors, envelope.Finding{Path: "cursor", Message: err.Error()})
	}
	return testkit.Result{Output: testkit.JSON(t, findings), Facts: map[string]any{"decoded": decoded}}
}
