package mcp_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/diffs"
)

// A text that text_as makes shorter keeps the parts that the arguments of the call name, unless
// the arguments are long.
func TestArgumentsNameParts(t *testing.T) {
	const diff = `--- a.go\n+++ a.go\n@@ -1 +1 @@\n-of the first file\n+of the first file\n--- b.go\n+++ b.go\n@@ -1 +1 @@\n-of the second file\n+of the second file\n`
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{TextAs: &[]string{"diff"}}}}}
	for arguments, isNamed := range map[string]bool{
		`{"path":"b.go"}`: true,
		`{"path":"c.go"}`: false,
		`{"path":"b.go","x":"` + strings.Repeat("x", 2<<10) + `"}`: false,
	} {
		x := exchange{newSession(t, spec).Exchange(), t}
		x.list(toolT, "") // a listed tool has a view of its rules
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/call","params":{"name":"t","arguments":`+arguments+`}}`))
		got := string(x.FromServer(t.Context(), []byte(`{"id":1,"result":{"content":[{"type":"text","text":"`+diff+`"}]}}`)))
		if strings.Contains(got, "second file") != isNamed || strings.Contains(got, "first file") {
			t.Errorf("%.40s: %s", arguments, got)
		}
	}
}
