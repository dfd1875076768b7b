package bmcis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
)

// TestRecount counts bytes as tokens, so that each digit of a number counts.
func TestRecount(t *testing.T) {
	count := func(text []byte) int { return len(text) }
	for _, c := range []struct{ doc, want string }{
		{`{"execution_context":{"tokens_estimated":25000,"tokens_used":null}}`, `{"execution_context":{"tokens_estimated":64,"tokens_used":null}}`},
		{`{"execution_context":{"tokens_estimated":1,"tokens_used":25000,"x":2}}`, `{"execution_context":{"tokens_estimated":68,"tokens_used":68,"x":2}}`},
		// 99 bytes with two digits; then 101 with three, since two would make 100.
		{`{"execution_context":{"tokens_estimated":7},"x":"` + strings.Repeat("x", 47) + `"}`, `{"execution_context":{"tokens_estimated":99},"x":"` + strings.Repeat("x", 47) + `"}`},
		{`{"execution_context":{"tokens_estimated":7},"x":"` + strings.Repeat("x", 48) + `"}`, `{"execution_context":{"tokens_estimated":101},"x":"` + strings.Repeat("x", 48) + `"}`},
		{`{"execution_context":{"tokens_estimated":77777},"x":"` + strings.Repeat("x", 48) + `"}`, `{"execution_context":{"tokens_estimated":101},"x":"` + strings.Repeat("x", 48) + `"}`},
		{`{"execution_context":{"tokens_estimated":"7","tokens_used":1.5}}`, ""},
		{`{"execution_context":7}`, ""},
		{`{"results":[]}`, ""},
	} {
		if c.want == "" {
			c.want = c.doc
		}
		got := string(bmcis.Dialect{}.Recount([]byte(c.doc), count))
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.doc, got, c.want)
		}
		if again := string(bmcis.Dialect{}.Recount([]byte(got), count)); again != got {
			t.Errorf("%s\nagain %s", got, again)
		}
	}
	n := 0 // a counter that never agrees with itself
	got := bmcis.Dialect{}.Recount([]byte(`{"execution_context":{"tokens_estimated":7}}`), func([]byte) int { n = 1000 - n; return n })
	if want := fmt.Sprintf(`{"execution_context":{"tokens_estimated":%d}}`, n); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWarnNearLimit(t *testing.T) {
	warning := `{"level":"warning","code":"TOKEN_LIMIT_WARNING","message":"Approaching token limit","suggestion":"Use metadata mode or reduce page_size"}`
	for doc, want := range map[string]string{
		`{"warnings":[]}`:                  `{"warnings":[` + warning + `]}`,
		`{"results":[]}`:                   `{"results":[],"warnings":[` + warning + `]}`,
		`{"warnings":[1,` + warning + `]}`: `{"warnings":[1,` + warning + `]}`,
	} {
		if got := string(bmcis.Dialect{}.WarnNearLimit([]byte(doc))); got != want {
			t.Errorf("%s\n got %s\nwant %s", doc, got, want)
		}
	}
}
