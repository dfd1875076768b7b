package dialects_test

import (
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Each code of a classification has its spelling in every dialect with codes, and the
// explanation of response-v2.
func TestClassify(t *testing.T) {
	spelled := map[string][]string{ // by dialect: scalpel's, the others'
		"FileNotFoundError": {"not_found", "NOT_FOUND", "not_found"},
		"ValueError":        {"invalid_argument", "VALIDATION_ERROR", "validation"},
		"PermissionError":   {"forbidden", "FORBIDDEN", "authorization"},
		"TimeoutError":      {"timeout", "UNAVAILABLE", "unavailable"},
		"MemoryError":       {"resource_exhausted", "UNAVAILABLE", "unavailable"},
		"RuntimeError":      {"internal_error", "INTERNAL_ERROR", "internal"},
	}
	for kind, want := range spelled {
		for _, d := range dialects.All() {
			code, ok := dialects.Classify(d, kind, "m")
			switch d.Name() {
			case "scalpel":
				if code.Code != want[0] || code.Type != "" {
					t.Errorf("%s in %s: %+v", kind, d.Name(), code)
				}
			case "response-v2":
				if code.Code != want[1] || code.Type != want[2] || code.HTTPStatus < 400 || code.Retry == "" {
					t.Errorf("%s in %s: %+v", kind, d.Name(), code)
				}
			case "bmcis":
				if code.Code != want[1] || code.Type != "" {
					t.Errorf("%s in %s: %+v", kind, d.Name(), code)
				}
			default:
				if ok {
					t.Errorf("%s has the code %+v", d.Name(), code)
				}
			}
		}
	}
	if code, ok := dialects.Classify(responsev2.Dialect{Edition: responsev2.Edition003}, "ValueError", ""); ok {
		t.Errorf("the first edition has the code %+v", code)
	}
}

// The registry holds all that the packages document, and no word twice.
func TestRegistry(t *testing.T) {
	seen := map[dialects.Registered]bool{}
	var words []string
	for _, r := range dialects.Registry() {
		key := dialects.Registered{Dialect: r.Dialect, Registry: r.Registry, Word: r.Word}
		if seen[key] || r.Word == "" {
			t.Errorf("%+v comes twice, or is none", key)
		}
		seen[key] = true
		words = append(words, r.Word)
		if _, ok := dialects.Lookup(r.Dialect); !ok {
			t.Errorf("%s is no dialect", r.Dialect)
		}
	}
	for _, word := range append(scalpel.Codes(), "SPEC_NOT_FOUND", "rate_limit", "FALLBACK_USED", "summary", "-32602", "CACHE_MISS_SLOW", "preview") {
		if !slices.Contains(words, word) {
			t.Errorf("%s is missing", word)
		}
	}
}
