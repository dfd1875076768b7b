package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadTellsMissingFromUnreadable(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("secret content"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, missing := range map[string]bool{
		filepath.Join(dir, "nothing"):   true,
		filepath.Join(dir, "file/here"): true, // a file where a directory should be
		dir:                             false,
	} {
		f := Options{}.read(Place{Path: path, Role: "project"})
		if f.Missing != missing || (f.Err == nil) != missing || f.Path != path || f.Role != "project" {
			t.Errorf("%s: %+v", path, f)
		}
		if f.Err != nil && strings.Contains(f.Err.Error(), "secret") {
			t.Errorf("the error holds content: %v", f.Err)
		}
	}
}
