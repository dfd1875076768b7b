package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDeciders builds a small tree and compares the deciders of each path. They are the
// existing directories on the way, along every link, and the file itself.
func TestDeciders(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"a/b", "x/y"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"a/b/file", "x/y/file"} {
		if err := os.WriteFile(filepath.Join(root, file), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"a/b/relative": "../../x/y/file",
		"a/absolute":   root + "/x/y",
		"a/chain":      "absolute",
		"a/dangling":   "nothing/here",
		"a/loop":       "loop",
		"a/up":         "b/..",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"a/b/file":          ". a a/b a/b/file",
		"a/b/nothing":       ". a a/b",
		"a/not/yet/there":   ". a",
		"a/b/file/below":    ". a a/b a/b/file",
		"a/b/relative":      ". a a/b x x/y x/y/file",
		"a/absolute/file":   ". a x x/y x/y/file",
		"a/chain/file":      ". a x x/y x/y/file",
		"a/chain/../y/file": ". a x x/y x/y/file", // not a/y, as filepath.Clean has it
		"a/dangling":        ". a",
		"a/loop":            ". a",
		"a/up/b/file":       ". a a/b a/b/file",
		"a":                 ". a",
	} {
		if got := inside(root, path); got != want {
			t.Errorf("%s\n got %s\nwant %s", path, got, want)
		}
	}
}

// inside returns the deciders of a path that lie in root, and insists on those
// above it, up to the mount point.
func inside(root, path string) string {
	set := map[string]struct{}{}
	deciders(root+"/"+path, nil, set)
	var all []string
	for decider := range set {
		if rel, err := filepath.Rel(root, decider); err == nil && !strings.HasPrefix(rel, "..") {
			all = append(all, filepath.ToSlash(rel))
		}
	}
	for here := root; here != filepath.Dir(here) && sameDevice(here, filepath.Dir(here)); here = filepath.Dir(here) {
		if _, ok := set[filepath.Dir(here)]; !ok {
			return "without " + filepath.Dir(here)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func sameDevice(a, b string) bool {
	here, errA := os.Stat(a)
	there, errB := os.Stat(b)
	return errA == nil && errB == nil && device(here) == device(there)
}
