package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A file named by a former handle of 24 characters is never served. A sweep removes it once no
// process can be writing it. Foreign files stay.
func TestFormerFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	c := newClock()
	d := newDirectory(t, c, path, Limits{})
	former, foreign := strings.Repeat("a2", 12), strings.Repeat("A2", 12)
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{former, foreign} {
		file := filepath.Join(path, name)
		if err := os.WriteFile(file, []byte(strings.Repeat("x", 64)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (Archive{Store: d}).Redeem(ctx, Handle(former)); err != ErrUnknown {
		t.Error(err)
	}
	if _, err := d.sweep(1 << 20); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(path, former)); !os.IsNotExist(err) {
		t.Errorf("the former file: %v", err)
	}
	if _, err := os.Stat(filepath.Join(path, foreign)); err != nil {
		t.Error(err)
	}
}
