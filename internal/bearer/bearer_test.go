package bearer_test

import (
	"maps"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/bearer"
)

func TestParameters(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                            {},
		"Basic":                       {},
		`Bearer scope="a b", error=x`: {"scope": "a b", "error": "x"},
		`Basic realm=r, Bearer Scope="a",scope="b"`:         {"realm": "r", "scope": "a"},
		`Bearer error_description="a \" scope=\"x",x="y\\"`: {"error_description": `a " scope="x`, "x": `y\`},
		`Bearer a="open`: {"a": "open"},
		`Bearer a="\`:    {"a": `\`},
		`Basic dGVzdA==`: {"dgvzda": "="},
		`="x"`:           {},
	} {
		if got := bearer.Parameters(text); !maps.Equal(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
	if got := bearer.Parameters("A a=1", "B a=2, b=3"); !maps.Equal(got, map[string]string{"a": "1", "b": "3"}) {
		t.Errorf("%q", got)
	}
}
