package web_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// A response or an event with a result that no rule reaches passes byte for byte.
func TestUntouchedOverHTTP(t *testing.T) {
	for _, c := range mcptest.AllUntouched {
		t.Run(c.Name, func(t *testing.T) {
			msg := `{ "id":1, "result": ` + c.Result() + "}"
			for kind, text := range map[string]string{asJSON: msg + "\n", asEvents: "id: 1\ndata: " + msg + "\n\n"} {
				if got := stand(t, c.Rules, answers(kind, text)).says(t, callT); got != text {
					t.Errorf("%s: %q, came as %q", kind, got, text)
				}
			}
		})
	}
}
