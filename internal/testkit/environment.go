package testkit

import (
	"os"
	"slices"
	"strings"
)

// Configuring lists the environment variables that configure shape, except HOME. A test
// under any of them would depend on its user.
func Configuring() (names []string) {
	known := []string{
		"SCALPEL_MCP_INFO", "SCALPEL_MCP_OUTPUT", "CODE_SCALPEL_TIER", "CODE_SCALPEL_RESPONSE_CONFIG", "XDG_CONFIG_HOME",
		"XDG_STATE_HOME", "SHAPE_TRUST", "NO_COLOR", "CLICOLOR_FORCE",
	}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if slices.Contains(known, name) || strings.HasPrefix(name, "SHAPE_GLOBAL__") {
			names = append(names, name)
		}
	}
	return names
}
