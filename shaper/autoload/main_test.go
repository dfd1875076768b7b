package autoload_test

import (
	"os"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestMain leaves the machine's environment no say in what MustLoad finds.
func TestMain(m *testing.M) {
	for _, name := range testkit.Configuring() {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}
