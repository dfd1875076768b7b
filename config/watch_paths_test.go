package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDeciders builds a small tree and compares what decides each path: the
// directories that exist on the way, along every link, and the file itself.
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

// TestR10AncestorsEnd: above a home nothing is watched, nor for places above it,
// but the folder of a configuration that is there.
func TestR10AncestorsEnd(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"home/user/project/sub", "home/" + FolderName} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "home", FolderName, FileName), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{
		Dir: filepath.Join(root, "home/user/project/sub"), Home: filepath.Join(root, "home/user"), Etc: filepath.Join(root, "etc"),
		Getenv: func(string) (string, bool) { return "", false },
	}
	places, err := o.places()
	if err != nil {
		t.Fatal(err)
	}
	s := newScout(o, places)
	watched := map[string]string{}
	for _, p := range places {
		watched[relative(root, p.Path)] = names(root, s.deciders(p))
	}
	for place, want := range map[string]string{
		"home/user/project/sub/.code-scalpel/response_config.json": "home/user home/user/project home/user/project/sub",
		"home/user/project/.code-scalpel/response_config.json":     "home/user home/user/project",
		"home/user/.config/code-scalpel/response_config.json":      "home/user",
		"home/user/.code-scalpel/response_config.json":             "home/user",
		"home/.code-scalpel/response_config.json":                  "home/.code-scalpel home/.code-scalpel/response_config.json",
		".code-scalpel/response_config.json":                       "",
	} {
		if got, ok := watched[place]; !ok || got != want {
			t.Errorf("%s: watched are %q, want %q", place, got, want)
		}
	}
}

// TestR10AncestorsEndAtAMount: above the mount point of what it lies on nothing is
// watched, but for the way to a link.
func TestR10AncestorsEndAtAMount(t *testing.T) {
	child, done := inChild(t, ownMachine())
	if done {
		return
	}
	if !child {
		t.Skip("mounts are not possible here, and there is no fault to inject")
	}
	root := quietDir(t)
	for _, dir := range []string{"disk", "a"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	smallDisk(t, filepath.Join(root, "disk"))
	if err := os.MkdirAll(filepath.Join(root, "disk/b/c"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../disk/b", filepath.Join(root, "a/link")); err != nil {
		t.Fatal(err)
	}
	set := map[string]struct{}{}
	deciders(filepath.Join(root, "disk/b/c/file"), nil, set)
	if got := names(root, set); got != "disk disk/b disk/b/c" {
		t.Errorf("watched are %s", got)
	}
	set = map[string]struct{}{}
	deciders(filepath.Join(root, "a/link/c"), nil, set)
	for _, want := range []string{".", "a", "disk", "disk/b", "disk/b/c"} {
		if _, ok := set[filepath.Join(root, want)]; !ok {
			t.Errorf("through a link: %s is not watched", want)
		}
	}
}

func relative(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// names lists a set of paths, as they look from root.
func names(root string, set map[string]struct{}) string {
	var all []string
	for path := range set {
		all = append(all, relative(root, path))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
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
