package cli

import (
	"strings"
	"testing"
)

// The help lists every flag in a group, and help flags explains it.
func TestHelpGroupsFlags(t *testing.T) {
	alone(t)
	help, full := shape(strings.NewReader(""), "--help").stdout, shape(strings.NewReader(""), "help", "flags").stdout
	names := flagNames(Root().LocalFlags())
	for _, name := range names {
		if !strings.Contains(help, " --"+name) || !strings.Contains(full, " --"+name) {
			t.Errorf("--%s is not there", name)
		}
	}
	if strings.Contains(help, "  "+otherFlags+" ") || len(names) < 30 {
		t.Errorf("a flag has no group in\n%s", help)
	}
}
