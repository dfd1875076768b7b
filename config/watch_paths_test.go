package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/watch"
)

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
	prober := o.newProber(places)
	watched := map[string]string{}
	for i, p := range places {
		watched[relative(root, p.Path)] = names(root, prober.Deciders(i))
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

// TestR10AncestorsEndAtAMount: above the file's mount point nothing is watched, except the way
// to a link.
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
	deciders := func(path string) map[string]struct{} {
		return watch.NewProber(watch.Options[file]{Places: []watch.Place{{Path: filepath.Join(root, path)}}}).Deciders(0)
	}
	if got := names(root, deciders("disk/b/c/file")); got != "disk disk/b disk/b/c" {
		t.Errorf("watched are %s", got)
	}
	set := deciders("a/link/c")
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
