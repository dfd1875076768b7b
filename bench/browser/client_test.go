package browser

import (
	"encoding/json"
	"strings"
	"testing"
)

// A client gets in Try the result that the proxy sends to it: the half that it shows, within its
// cap.
func TestClient(t *testing.T) {
	long(t)
	h := newHome(t)
	const config = `{
  "clients": {"opencode": {"max_tokens": 60}},
  "tool_overrides": {"list_issues": {"exclude_fields": ["node_id"]}}
}
`
	p := try(t, h, config)
	response := mcp(issues, map[string]any{"issues": json.RawMessage(issues)})
	p.paste(response)
	path := h.write("response.json", response)
	for _, c := range []struct{ client, version, shows, says string }{
		{"opencode", "1.0.0", "text", "The client shows the text half."},
		{"Visual Studio Code", "1.120.0", "structured", "The client shows the structured half."},
		{"codex-mcp-client", "0.200.0", "", ""},
	} {
		p.afterTry(func() { p.setField("Client", c.client) })
		if head := p.text("#result-head"); head != c.client+" sees" {
			t.Errorf("the head of the result is %s", head)
		}
		proxy := h.proxyFor(c.client, c.version, path)
		sent := proxy.ask("tools/call", map[string]any{"name": "list_issues", "arguments": map[string]any{}})
		var want struct{ Result json.RawMessage }
		if err := json.Unmarshal([]byte(sent), &want); err != nil {
			t.Fatal(err)
		}
		if got := p.plain(); got != string(want.Result) {
			t.Errorf("%s: the page shows\n%s\nand the proxy sends\n%s", c.client, got, want.Result)
		}
		p.click("tab", "Halves")
		p.waitText("[role=tabpanel]:not([hidden])", c.says)
		p.both("client-" + strings.Fields(c.client)[0])
	}
}
