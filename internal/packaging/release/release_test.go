package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree writes a repository with the published modules, each with a `replace`, and commits it.
func tree(t *testing.T) repository {
	t.Helper()
	r := repository{root: t.TempDir(), version: "v1.2.3"}
	write := func(name, text string) {
		path := filepath.Join(r.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module "+rootModule+"\n\ngo 1.26\n")
	write("LICENSE", "Permission is hereby granted, free of charge, to any person obtaining a copy")
	write("a.go", "package shape\n\nconst A = 1\n")
	for _, folder := range published[1:] {
		up := strings.Repeat("../", strings.Count(folder, "/")+1)
		requires := "require " + rootModule + " v0.0.0\n\nreplace " + rootModule + " => " + up + "\n"
		if folder == "cmd/shape-serve" {
			redis := modulePath("shaper/archive/redis")
			requires += "\nrequire " + redis + " v0.0.0\n\nreplace " + redis + " => ../../shaper/archive/redis\n"
		}
		write(folder+"/go.mod", "module "+modulePath(folder)+"\n\ngo 1.26\n\n"+requires)
		write(folder+"/go.sum", "")
		name := "redis"
		if strings.HasPrefix(folder, "cmd/") {
			name = "main"
		}
		text := "package " + name + "\n\nimport shape \"" + rootModule + "\"\n\nconst B = shape.A\n"
		if name == "main" {
			text += "\nfunc main() { println(B) }\n"
		}
		if folder == "cmd/shape-serve" {
			text = strings.Replace(text, "import ", "import _ \""+modulePath("shaper/archive/redis")+"\"\nimport ", 1)
		}
		write(folder+"/a.go", text)
	}
	for _, name := range []string{"GIT_AUTHOR", "GIT_COMMITTER"} {
		t.Setenv(name+"_NAME", "a")
		t.Setenv(name+"_EMAIL", "a@localhost")
		t.Setenv(name+"_DATE", "2026-01-02T03:04:05+05:00")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "a tree"}} {
		if err := r.git(args...); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// The tagged modules install by version from a proxy that has nothing else, and the tree after
// them is the one before.
func TestTag(t *testing.T) {
	r := tree(t)
	if err := r.tag(); err != nil {
		t.Fatal(err)
	}
	if changed, err := output(r.root, "git", "diff", "HEAD~2", "HEAD"); err != nil || changed != "" {
		t.Errorf("after the release: %v\n%s", err, changed)
	}
	if changes, err := output(r.root, "git", "status", "--porcelain"); err != nil || changes != "" {
		t.Errorf("status: %v, %s", err, changes)
	}
	for _, folder := range published {
		if at, err := output(r.root, "git", "rev-parse", r.tagOf(folder)+"^{commit}"); err != nil {
			t.Error(err)
		} else if want, _ := output(r.root, "git", "rev-parse", "HEAD~1"); at != want {
			t.Errorf("%s is at %s, want %s", r.tagOf(folder), at, want)
		}
	}
	proxy, cache := t.TempDir(), t.TempDir()
	if err := r.writeModules(proxy); err != nil {
		t.Fatal(err)
	}
	for _, folder := range published[3:] {
		cmd := exec.Command("go", "install", modulePath(folder)+"@"+r.version)
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "GOPROXY=file://"+proxy, "GONOSUMDB=*", "GOFLAGS=-modcacherw", "GOWORK=off",
			"GOMODCACHE="+cache, "GOBIN="+t.TempDir())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", folder, err, out)
		}
	}
	// A checkout of the tag holds its dependencies to the sums.
	cmd := exec.Command("go", "build", "-o", filepath.Join(t.TempDir(), "serve"), ".")
	if err := r.git("checkout", "-q", r.version); err != nil {
		t.Fatal(err)
	}
	cmd.Dir = filepath.Join(r.root, "cmd/shape-serve")
	cmd.Env = append(os.Environ(), "GOPROXY=file://"+proxy, "GONOSUMDB=*", "GOFLAGS=-modcacherw -buildvcs=false", "GOWORK=off", "GOMODCACHE="+cache)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("at the tag: %v\n%s", err, out)
	}
}

// Two releases of one commit are one commit.
func TestTagIsReproducible(t *testing.T) {
	var commits []string
	for range 2 {
		r := tree(t)
		if err := r.tag(); err != nil {
			t.Fatal(err)
		}
		commit, err := output(r.root, "git", "rev-parse", r.version)
		if err != nil {
			t.Fatal(err)
		}
		commits = append(commits, commit)
	}
	if commits[0] != commits[1] {
		t.Errorf("the commits are %q", commits)
	}
}

// A tree with changes is not tagged.
func TestTagRefusesChanges(t *testing.T) {
	r := tree(t)
	if err := os.WriteFile(filepath.Join(r.root, "new"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.tag(); err == nil || !strings.Contains(err.Error(), "has changes") {
		t.Errorf("tag: %v", err)
	}
}

func TestLicencesOf(t *testing.T) {
	for _, c := range []struct {
		text, fault string
		want        []string
	}{
		{"Permission is hereby granted, free of\ncharge, to any person  obtaining a copy", "", []string{"MIT"}},
		{"Apache License\n Version 2.0, January 2004", "", []string{"Apache-2.0"}},
		{"Redistribution and use in source and binary forms … endorse or promote products", "", []string{"BSD-3-Clause"}},
		{"Redistribution and use in source and binary forms", "", []string{"BSD-2-Clause"}},
		{"Mozilla Public License Version 2.0 … GNU General Public License", "", []string{"MPL-2.0"}},
		{"GNU GENERAL PUBLIC LICENSE Version 3", "refused licence: gnu general public license", nil},
		{"Business Source License 1.1; before, Apache License Version 2.0, January 2004", "refused licence: business source license", nil},
		{"All rights reserved.", "unknown licence", nil},
	} {
		got, err := licencesOf([]byte(c.text))
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if fault != c.fault || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v", c.text, got, err)
		}
	}
}

// A module is refused if a licence file of it is unknown, or if it has none.
func TestClassify(t *testing.T) {
	mit := []byte("Permission is hereby granted, free of charge, to any person obtaining a copy")
	for _, c := range []struct {
		texts map[string][]byte
		fault string
	}{
		{map[string][]byte{"LICENSE": mit, "NOTICE": []byte("by a")}, ""},
		{map[string][]byte{"LICENSE": mit, "sub/LICENSE.txt": []byte("odd")}, "sub/LICENSE.txt: unknown licence"},
		{map[string][]byte{"NOTICE": []byte("by a")}, "no licence found"},
		{nil, "no licence found"},
	} {
		m := linked{texts: c.texts}
		if err := m.classify(); (err == nil) != (c.fault == "") || err != nil && err.Error() != c.fault {
			t.Errorf("%v: want %q", err, c.fault)
		}
	}
}

// The formula and the statement hold the sums of checksums.txt.
func TestFromChecksums(t *testing.T) {
	r, dist := tree(t), t.TempDir()
	var lines string
	for i, system := range []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"} {
		lines += strings.Repeat(string(rune('0'+i)), 64) + "  shape_1.2.3_" + system + ".tar.gz\n"
	}
	if err := os.WriteFile(filepath.Join(dist, "checksums.txt"), []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.formula(dist); err != nil {
		t.Fatal(err)
	}
	if err := r.provenance(dist); err != nil {
		t.Fatal(err)
	}
	formula, err := os.ReadFile(filepath.Join(dist, "homebrew/shape.rb"))
	if err != nil || strings.Count(string(formula), "/v1.2.3/shape_1.2.3_") != 4 || !strings.Contains(string(formula), strings.Repeat("3", 64)) {
		t.Errorf("%v\n%s", err, formula)
	}
	text, err := os.ReadFile(filepath.Join(dist, "provenance.intoto.json"))
	var statement struct {
		Subject []struct{ Digest map[string]string }
	}
	if err != nil || json.Unmarshal(text, &statement) != nil || len(statement.Subject) != 4 || statement.Subject[2].Digest["sha256"] != strings.Repeat("2", 64) {
		t.Errorf("%v\n%s", err, text)
	}
	if err := os.WriteFile(filepath.Join(dist, "checksums.txt"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.formula(dist); err == nil {
		t.Error("a checksums.txt without sums is taken")
	}
}
