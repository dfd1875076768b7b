package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
)

func TestReferences(t *testing.T) {
	for value, want := range map[string]string{
		`{"id":7,"name":"x","user_id":"u","ownerId":null,"rows":[{"id":1}],"trackID":"t"}`: `{"id":7,"user_id":"u","ownerId":null,"trackID":"t"}`,
		`{"id":{"a":1},"uri":"a:b","valid":1,"Id":"` + strings.Repeat("x", 300) + `"}`:     `{"uri":"a:b"}`,
		`[{"id":1}]`: `[]`, `{"a":1}`: `{}`, `"text"`: `"text"`, `7`: `7`,
	} {
		if got := string(outline.References([]byte(value))); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

func TestReferencesAreBounded(t *testing.T) {
	var many []string
	for i := range 10_000 {
		many = append(many, fmt.Sprintf(`"n%d_id":%d`, i, i))
	}
	if got := outline.References([]byte("{" + strings.Join(many, ",") + "}")); strings.Count(string(got), ":") != 32 {
		t.Errorf("%s", got)
	}
}
