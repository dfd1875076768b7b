package examples_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/examples"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// handlers are the tools of all servers; their names are not shared.
func handlers(tier string) map[string]examples.Handler {
	all := (&examples.Specs{Tasks: map[string][]examples.Task{"s": {{ID: "t-1"}, {ID: "t-2"}}, "empty": {}}}).Handlers()
	maps.Copy(all, examples.Analysis{Tier: tier}.Handlers())
	found := make([]bmcis.SearchResultMetadata, 30)
	maps.Copy(all, examples.Knowledge{Found: found, TokenLimit: 5000}.Handlers())
	return all
}

// Each answer is a valid envelope of its server's contract, and says what it should.
func TestHandlers(t *testing.T) {
	tools := handlers("community")
	for _, c := range []struct {
		tool, arguments, dialect string
		failed                   bool
		path, want               string // a place in the answer, and what it holds
	}{
		{"spec_get", `{"spec_id":"s"}`, "response-v2", false, "data.tasks", "2"},
		{"spec_get", `{}`, "response-v2", true, "data.error_code", "VALIDATION_ERROR"},
		{"spec_get", `{"spec_id":"x"}`, "response-v2", true, "data.error_code", "SPEC_NOT_FOUND"},
		{"task_list", `{"spec_id":"s"}`, "response-v2", false, "meta.pagination.has_more", "true"},
		{"task_list", `{"spec_id":"s","cursor":"?"}`, "response-v2", true, "data.details.field", "cursor"},
		{"task_complete", `{"spec_id":"s","task_id":"t-2"}`, "response-v2", false, "data.completed", "t-2"},
		{"task_complete", `{"spec_id":"s","task_id":"t-9"}`, "response-v2", true, "data.error_code", "TASK_NOT_FOUND"},
		{"research", `{}`, "response-v2", false, "meta.dropped_content_ids.1", "finding-3"},
		{"count_lines", `{"file":"examples_test.go"}`, "scalpel", false, "tool_id", "count_lines"},
		{"count_lines", `{"file":"/missing.py"}`, "scalpel", true, "error.error_code", "not_found"},
		{"count_lines", `[]`, "scalpel", true, "error.error_code", "invalid_argument"},
		{"find_secrets", `{"file":"a.go"}`, "scalpel", false, "data.secrets", "[]"},
		{"find_secrets", `{"file":"a.env"}`, "scalpel", true, "error.error_details", `{"line":3}`},
		{"project_graph", `{"file":"a.go"}`, "scalpel", false, "upgrade_hints.0.tier", "pro"},
		{"semantic_search", `{"query":"jwt"}`, "bmcis", false, "pagination.total_available", "30"},
		{"semantic_search", `{"query":" "}`, "bmcis", true, "error.code", "INVALID_REQUEST"},
		{"semantic_search", `{"query":"jwt","page_size":50}`, "bmcis", true, "warnings.0.code", "TOKEN_LIMIT_EXCEEDED"},
		{"semantic_search", `{"query":"jwt","top_k":3}`, "bmcis", false, "warnings.0.code", "DEPRECATED_PARAMETER"},
		{"find_vendor_info", `{"vendor_name":"acme"}`, "bmcis", false, "results.entity_ids.0", "e-1"},
		{"find_vendor_info", `{"vendor_name":"acme","fields":["price"]}`, "bmcis", true, "error.code", "INVALID_FIELDS"},
		{"list_sources", `{}`, "bmcis", false, "_metadata.status", "partial"},
	} {
		answer, err := tools[c.tool](json.RawMessage(c.arguments))
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, c.arguments, err)
			continue
		}
		check(t, c.tool, answer, c.dialect, c.failed)
		if got := gjson.GetBytes(answer, c.path).String(); got != c.want {
			t.Errorf("%s %s: %s is %q, want %q in %s", c.tool, c.arguments, c.path, got, c.want, answer)
		}
	}
}

func check(t *testing.T, tool string, answer []byte, dialect string, failed bool) {
	t.Helper()
	doc, err := envelope.Open(answer, envelope.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	d := dialects.Detect(doc)
	if d.Name() != dialect || d.Facts(doc).IsError != failed {
		t.Errorf("%s: %s, %+v: %s", tool, d.Name(), d.Facts(doc), answer)
	}
	if found, err := d.(envelope.Validator).Validate(answer, ""); err != nil || !found.Valid {
		t.Errorf("%s: %+v, %v", tool, found, err)
	}
}

// Pages follow each other to the end.
func TestPages(t *testing.T) {
	tools := handlers("pro")
	for _, c := range []struct {
		tool, arguments, cursor string
		pages                   int
	}{
		{"task_list", `{"spec_id":"s"}`, "meta.pagination.cursor", 2},
		{"semantic_search", `{"query":"jwt"}`, "pagination.cursor", 3},
	} {
		arguments := c.arguments
		for page := 1; ; page++ {
			answer, err := tools[c.tool](json.RawMessage(arguments))
			if err != nil || page > c.pages {
				t.Fatalf("%s, page %d: %v", c.tool, page, err)
			}
			cursor := gjson.GetBytes(answer, c.cursor).String()
			if cursor == "" {
				if page != c.pages {
					t.Errorf("%s: %d pages", c.tool, page)
				}
				break
			}
			arguments = strings.TrimSuffix(c.arguments, "}") + `,"cursor":"` + cursor + `"}`
		}
	}
}

func TestLockedSpecs(t *testing.T) {
	answer, err := (&examples.Specs{Locked: true}).Handlers()["task_complete"](json.RawMessage(`{"spec_id":"s","task_id":"t"}`))
	if err != nil || gjson.GetBytes(answer, "data.error_code").String() != "CONFLICT" {
		t.Errorf("%s, %v", answer, err)
	}
	check(t, "task_complete", answer, "response-v2", true)
}
