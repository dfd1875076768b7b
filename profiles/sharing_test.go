package profiles

import (
	"fmt"
	"slices"
	"testing"
)

func TestSharingTools(t *testing.T) {
	for _, test := range []struct {
		names, others, want []string
	}{
		{[]string{"scan", "read"}, []string{"scan"}, []string{"scan"}},
		{[]string{"*", "read"}, []string{"scan"}, []string{"*"}},
		{[]string{"code.*", "git.*"}, []string{"mcp__code__scan"}, []string{"code.*"}},
		{[]string{"mcp__code__scan"}, []string{"scan"}, []string{"mcp__code__scan"}},
		{[]string{"s*"}, []string{"*n"}, []string{"s*"}},
		{[]string{"scan"}, nil, nil},
		{nil, []string{"scan"}, nil},
	} {
		if got := SharingTools(test.names, test.others); !slices.Equal(got, test.want) {
			t.Errorf("%q, %q: %q, want %q", test.names, test.others, got, test.want)
		}
	}
}

// Names too many to compare count as sharing a tool.
func TestSharingTooManyTools(t *testing.T) {
	var names, others []string
	for i := range 1024 {
		names, others = append(names, fmt.Sprintf("a%d", i)), append(others, fmt.Sprintf("b%d", i))
	}
	if got := SharingTools(names, others); len(got) == 0 || len(got) == len(names) {
		t.Errorf("%d of %d", len(got), len(names))
	}
}
