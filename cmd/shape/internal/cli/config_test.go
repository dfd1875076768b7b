package cli

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// TestConfigCheckGoldens compares the problems of every bad file of testdata/config with the
// golden file beside it.
func TestConfigCheckGoldens(t *testing.T) {
	dir, err := filepath.Abs("../../../../testdata/config")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.bad.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	alone(t)
	t.Chdir(dir)
	var all sync.WaitGroup // each waits for a save that may be in progress
	for _, name := range names {
		all.Go(func() {
			want, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".want")
			got := shape(strings.NewReader(""), "config", "check", filepath.Base(name))
			if err != nil || got.status != app.ExitUsage || got.stdout != string(want) {
				t.Errorf("%s: %v, exit status %d, printed\n%s, want\n%s", name, err, got.status, got.stdout, want)
			}
		})
	}
	all.Wait()
}
