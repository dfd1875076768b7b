package config

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

const configData = "../testdata/config"

// TestGoldenFiles holds every file of testdata/config to its .want. A bad file has all its
// problems, word for word. A good file has its warnings, and its effect for every tool that it
// names.
func TestGoldenFiles(t *testing.T) {
	for _, path := range dataFiles(t, "*.json") {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			snapshot, err := Parse(name, data)
			got := ""
			switch good := strings.HasSuffix(name, ".good.json"); {
			case good && err != nil, !good && err == nil:
				t.Fatalf("error %v", err)
			case good:
				got = listing(t, snapshot)
			default:
				got = err.Error() + "\n"
			}
			golden(t, strings.TrimSuffix(path, ".json")+".want", got)
		})
	}
}

// listing describes a snapshot: its warnings, the facts of each client with an entry, and the
// settings in effect for an unnamed tool and for each tool with an entry.
func listing(t *testing.T, s *Snapshot) string {
	t.Helper()
	var b strings.Builder
	for _, warning := range s.Warnings() {
		fmt.Fprintln(&b, warning)
	}
	for _, client := range s.spec.Clients {
		fmt.Fprintf(&b, "client %q %+v\n", client.Name, s.Profiles().Client(client.Name, ""))
	}
	tools := []string{""}
	for _, tool := range s.spec.Tools {
		tools = append(tools, tool.Name)
	}
	for _, tool := range tools {
		fmt.Fprintf(&b, "\ntool %q\n", tool)
		decisions, err := s.Effective(profiles.Key{Tool: tool})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range decisions {
			fmt.Fprintf(&b, "%s = %s  [%s]\n", d.Setting, d.Value, d.Origin)
		}
	}
	return b.String()
}

func dataFiles(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(configData, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s in %s: %v", pattern, configData, err)
	}
	return paths
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n%s\nwant:\n%s", path, got, want)
	}
}

// TestOnlyUsedWants finds expectations whose file is gone, and files that have
// none.
func TestOnlyUsedWants(t *testing.T) {
	used := map[string]bool{}
	for _, path := range dataFiles(t, "*.json") {
		used[strings.TrimSuffix(path, ".json")+".want"] = true
	}
	for _, path := range dataFiles(t, "*.want") {
		delete(used, path)
		if _, err := os.Stat(strings.TrimSuffix(path, ".want") + ".json"); err != nil {
			t.Error(err)
		}
	}
	if len(used) > 0 {
		t.Errorf("without an expectation: %v", slices.Sorted(maps.Keys(used)))
	}
}
