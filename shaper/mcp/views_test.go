package mcp_test

import (
	"fmt"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// A list of tools that differs for clients that show views is private. Any other list keeps
// its cacheScope.
func TestCacheScopeOfViews(t *testing.T) {
	const plain = `{"name":"t","outputSchema":{"type":"object","properties":{"a":{},"b":{"type":"array"}},"required":["a","b"]}`
	const view = plain + `,"_meta":{"ui":{"resourceUri":"ui://x"}}`
	ruled := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"b"}}}}
	shortened := profiles.Spec{Tools: []profiles.Tool{{Name: "t", IncludeOnly: []string{"a"}}}}
	for _, c := range []struct {
		name, tool, scope, want string
		spec                    profiles.Spec
	}{
		{"a view under rules", view, `"public"`, `"private"`, shortened},
		{"a view that no rule reaches", view, `"public"`, `"public"`, profiles.Spec{}},
		{"a view under a hiding rule, which holds for all", view, `"public"`, `"public"`, ruled},
		{"no view", plain, `"public"`, `"public"`, shortened},
		{"a private list", view, `"private"`, `"private"`, shortened},
		{"a list without a scope", view, ``, ``, shortened},
	} {
		for _, extensions := range []string{`{}`, `{"io.modelcontextprotocol/ui":{}}`} {
			x := newSession(t, c.spec).Exchange()
			x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"extensions":%s}}}}`, extensions))
			list := `{"id":1,"result":{"tools":[` + c.tool + `}]`
			if c.scope != "" {
				list += `,"ttlMs":5,"cacheScope":` + c.scope
			}
			got := x.FromServer(t.Context(), []byte(list+`}}`))
			if scope := gjson.GetBytes(got, "result.cacheScope").Raw; scope != c.want || !gjson.ValidBytes(got) {
				t.Errorf("%s, for a client with %s: %s", c.name, extensions, got)
			}
		}
	}
}
