package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// tree is a file system of a machine with a project, a user and an /etc.
type tree struct {
	t    *testing.T
	root string
	env  map[string]string
}

// The places of a tree, the first to win first.
const (
	nearPlace    = "project/sub/.code-scalpel/response_config.json"
	projectPlace = "project/.code-scalpel/response_config.json"
	xdgPlace     = "home/.config/code-scalpel/response_config.json"
	homePlace    = "home/.code-scalpel/response_config.json"
	etcPlace     = "etc/response_config.json"
)

func newTree(t *testing.T) *tree {
	t.Helper()
	return &tree{t: t, root: t.TempDir(), env: map[string]string{}}
}

func (tr *tree) path(name string) string { return filepath.Join(tr.root, filepath.FromSlash(name)) }

func (tr *tree) write(name, content string) string {
	tr.t.Helper()
	path := tr.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		tr.t.Fatal(err)
	}
	return path
}

func (tr *tree) remove(name string) {
	tr.t.Helper()
	if err := os.Remove(tr.path(name)); err != nil {
		tr.t.Fatal(err)
	}
}

// options exclude the test's machine, except directories above its temporary folder.
func (tr *tree) options() Options {
	return Options{
		Dir: tr.path("project/sub"), Home: tr.path("home"), Etc: tr.path("etc"),
		Getenv: func(name string) (string, bool) {
			value, ok := tr.env[name]
			return value, ok
		},
	}
}

func (tr *tree) load(o Options) *Snapshot {
	tr.t.Helper()
	snapshot, err := Load(o)
	if err != nil {
		tr.t.Fatal(err)
	}
	return snapshot
}

// decided is the value of a setting that a call meets, and where it was said.
func decided(t *testing.T, s *Snapshot, tool, setting string) (value, origin string) {
	t.Helper()
	decisions, err := s.Effective(profiles.Key{Tool: tool})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if d.Setting == setting {
			return d.Value, d.Origin.String()
		}
	}
	return "", ""
}
