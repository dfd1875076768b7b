package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
)

func TestReferences(t *testing.T) {
	for value, want := range map[string]string{
		`{"id":7,"name":"x","user_id":"u","ownerId":null,"rows":[{"id":1}],"trackID":"t"}`:                         `{"id":7,"user_id":"u","rows":[{"id":1}],"trackID":"t"}`,
		`{"id":{"a":1},"uri":"a:b","valid":1,"Id":"` + strings.Repeat("x", 300) + `"}`:                             `{"uri":"a:b"}`,
		`{"a":[{"n":1},{"n":2,"b":{"html_url":"u"}}],"task_ids":[1,"b",true,[2]],"c":[1]}`:                         `{"a":[{"b":{"html_url":"u"}}],"task_ids":[1,"b",[2]]}`,
		`{"source_text_hash":"h","sourceURL":"s","content-ref":"r","keys":{"a":1},"monkey":1,"grid":2,"hashes":3}`: `{"source_text_hash":"h","sourceURL":"s","content-ref":"r"}`,
		`[[{"id":1}],[2]]`: `[[{"id":1}]]`, `[1]`: `[]`, `{"a":1}`: `{}`, `"text"`: `"text"`, `7`: `7`, `{}`: `{}`,
	} {
		if got := string(outline.References([]byte(value), 32)); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	for most, want := range []string{`{}`, `{"a":[{"id":1}]}`, `{"a":[{"id":1}],"id":2}`, `{"a":[{"id":1}],"id":2}`} {
		if got := string(outline.References([]byte(`{"a":[{"id":1}],"id":2}`), most)); got != want {
			t.Errorf("%d: %s, want %s", most, got, want)
		}
	}
}

func TestReferencesAreBounded(t *testing.T) {
	var many []string
	for i := range 10_000 {
		many = append(many, fmt.Sprintf(`"n%d_id":%d`, i, i))
	}
	if got := outline.References([]byte("{"+strings.Join(many, ",")+"}"), 32); strings.Count(string(got), ":") != 32 {
		t.Errorf("%s", got)
	}
}
