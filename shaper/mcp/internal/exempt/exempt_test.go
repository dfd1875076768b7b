package exempt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// Of a message whose closed members cannot be shown the members of the table stay, and a
// required one is withheld.
func TestHideWithoutRules(t *testing.T) {
	fails := func([]byte) ([]byte, error) { return nil, errors.New("refused") }
	for _, c := range []struct{ form, body, want string }{
		{"params notifications/progress", `{"progressToken": 1,"progress":2,"message":"m"}`, `{"progressToken":1,"progress":2}`},
		{"params elicitation/create", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","description":"d","default":"v"}}},"x":1}`,
			`{"message":"[withheld]","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`},
		{"params sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":9,"systemPrompt":"p"}`,
			`{"messages":[{"role":"user","content":{"type":"text","text":"[withheld]"}}],"maxTokens":9}`},
		{"result initialize", `{"capabilities":{"tools":{},"x":{"y":"z"}},"serverInfo":{"name":"s"},"instructions":"i"}`,
			`{"capabilities":{"tools":{},"x":{}},"serverInfo":{"name":"[withheld]"}}`},
		{"result ping", `{"x":1}`, `{}`},
		{"block", `{"type":"resource","resource":{"uri":"u","mimeType":"text/csv","blob":"eA=="}}`, `{"type":"resource","resource":{"uri":"u","mimeType":"text/csv","blob":""}}`},
		{"block", `{"type":"resource","resource":{"mimeType":"image/png","blob":"eA=="}}`, `{"type":"resource","resource":{"mimeType":"image/png","blob":"eA=="}}`},
		{"block", `{"type":"image","data":"aGk=","type":"text"}`, `{"type":"image","type":"text"}`}, // readers may take it for either
	} {
		if got := string(exempt.Of(c.form).Hide([]byte(c.body), fails)); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.form, c.body, got, c.want)
		}
	}
}

// Rules get the closed members at their places, and texts of a schema apart.
func TestHideShowsClosedMembers(t *testing.T) {
	body := `{"name":"t","inputSchema":{"properties":{"password":{"type":"string","description":"d","default":"v","enum":[{"a":"b"}]}}}}`
	want := `[{"name":"t","inputSchema":{"properties":{"password":{"type":null,"description":null,"default":"v","enum":[{"a":"b"}]}}}},{"description":"d"}]`
	out := exempt.Of("tool").Hide([]byte(body), func(doc []byte) ([]byte, error) {
		if string(doc) != want {
			t.Errorf("rules get %s\nwant %s", doc, want)
		}
		return []byte(`[{"inputSchema":{"properties":{}}},{"description":"D"}]`), nil
	})
	if want := `{"name":"t","inputSchema":{"properties":{"password":{"type":"string","description":"D"}}}}`; string(out) != want {
		t.Errorf("%s\nwant %s", out, want)
	}
}

// Nothing hidden is nothing changed, and deep bodies are closed and not followed for ever.
func TestHideKeepsBytes(t *testing.T) {
	keeps := func(doc []byte) ([]byte, error) { return doc, nil }
	deep := strings.Repeat(`{"items": `, 900) + `{"type": "a"}` + strings.Repeat("}", 900)
	for _, body := range []string{`{ "a" : 1 }`, `[1, 2]`, `"x"`, deep, `{"type":1,"type":2}`} {
		if got := exempt.Of("schema").Hide([]byte(body), keeps); string(got) != body {
			t.Errorf("%.40q became %.40q", body, got)
		}
	}
	if got := exempt.Strict.Hide([]byte(`{"a":{"b":1},"c":2}`), func([]byte) ([]byte, error) { return []byte(`{"a":{}}`), nil }); string(got) != `{"a":{}}` {
		t.Error(string(got))
	}
}

// Lists that lose elements keep the table's members in each element.
func TestHideLostElements(t *testing.T) {
	got := exempt.Of("result prompts/list").Hide([]byte(`{"prompts":[{"name":"a","title":"x"},{"name":"b","title":"y"}]}`), func([]byte) ([]byte, error) {
		return []byte(`{"prompts":[{"name":"b","title":"y"}]}`), nil
	})
	if want := `{"prompts":[{"name":"a"},{"name":"b"}]}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUnknownForms(t *testing.T) {
	if exempt.Result("x/y") != nil || exempt.Params("x/y") != exempt.Of("any params") || exempt.Of("x") != nil {
		t.Error("a form that is not in the table")
	}
}
