package autoload_test

import (
	"os"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestMain removes the environment variables that name a configuration.
func TestMain(m *testing.M) {
	for _, name := range testkit.Configuring() {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}
