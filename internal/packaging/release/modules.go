package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

const rootModule = "github.com/seed-7aa78ce4/shape"

// published lists the folders of the modules of a release. A module stands behind those that it
// requires.
var published = []string{
	".", "shaper/archive/redis", "shaper/archive/blob", "cmd/shape-serve", "cmd/shape-benthos", "cmd/shape-otelcol",
}

func modulePath(folder string) string { return strings.TrimSuffix(rootModule+"/"+folder, "/.") }

// tagOf returns the name of the git tag of a module.
func (r repository) tagOf(folder string) string {
	return strings.TrimPrefix(folder+"/"+r.version, "./")
}

// tag commits the tree of a release on top of HEAD and tags it for each module. In that tree the
// modules require each other by version; a `replace` would forbid go install. A second commit
// restores the tree of before for development. Nothing is pushed.
func (r repository) tag() error {
	if changes, err := output(r.root, "git", "status", "--porcelain"); err != nil || changes != "" {
		return errors.Join(err, errors.New("tag: the working tree has changes; commit them first"))
	}
	before, err := output(r.root, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	tree, err := os.MkdirTemp("", "shape-tree")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	if err := r.export("HEAD", tree); err != nil {
		return err
	}
	sums := map[string]string{} // lines of go.sum, by module
	for _, folder := range published {
		if folder != "." {
			if err := r.requireTagged(tree, folder, sums); err != nil {
				return fmt.Errorf("tag: %s: %w", folder, err)
			}
		}
		if sums[modulePath(folder)], err = r.sum(tree, folder); err != nil {
			return fmt.Errorf("tag: %s: %w", folder, err)
		}
	}
	if err := r.git("add", "-A"); err != nil {
		return err
	}
	// A release of the same commit is the same commit: its date is the one of its parent.
	date, err := output(r.root, "git", "show", "-s", "--format=%cI", before)
	if err != nil {
		return err
	}
	os.Setenv("GIT_AUTHOR_DATE", date)
	os.Setenv("GIT_COMMITTER_DATE", date)
	if err := r.git("commit", "-qm", "release "+r.version+": modules require each other by version"); err != nil {
		return err
	}
	push := "git push origin HEAD"
	for _, folder := range published {
		if err := r.git("tag", r.tagOf(folder)); err != nil {
			return err
		}
		push += " " + r.tagOf(folder)
	}
	if err := r.git("read-tree", "-m", "-u", before); err != nil {
		return err
	}
	if err := r.git("commit", "-qm", "after "+r.version+": modules use the tree again"); err != nil {
		return err
	}
	fmt.Println("tagged; a person sends it with:\n  " + push)
	return nil
}

func (r repository) git(args ...string) error {
	_, err := output(r.root, "git", args...)
	return err
}

// export writes the files of a commit into a folder.
func (r repository) export(commit, to string) error {
	_, err := output(r.root, "sh", "-c", `git archive "$0" | tar -x -C "$1"`, commit, to)
	return err
}

// requireTagged writes go.mod, go.sum and LICENSE of a module as the release has them, into tree
// and into the repository.
func (r repository) requireTagged(tree, folder string, sums map[string]string) error {
	name := filepath.Join(tree, folder, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	mod, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	for _, replaced := range slices.Clone(mod.Replace) {
		if err := mod.DropReplace(replaced.Old.Path, replaced.Old.Version); err != nil {
			return err
		}
	}
	sum, err := os.ReadFile(filepath.Join(tree, folder, "go.sum"))
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(sum), "\n")
	for _, required := range mod.Require {
		lines = append(lines, strings.SplitAfter(sums[required.Mod.Path], "\n")...) // none of others
		if sums[required.Mod.Path] == "" && strings.HasPrefix(required.Mod.Path, rootModule) {
			return fmt.Errorf("%s has no tag before it", required.Mod.Path)
		}
		if sums[required.Mod.Path] != "" {
			if err := mod.AddRequire(required.Mod.Path, r.version); err != nil {
				return err
			}
		}
	}
	mod.Cleanup()
	if text, err = mod.Format(); err != nil {
		return err
	}
	slices.Sort(lines)
	licence, err := os.ReadFile(filepath.Join(tree, "LICENSE"))
	if err != nil {
		return err
	}
	for file, content := range map[string][]byte{"go.mod": text, "go.sum": []byte(strings.Join(lines, "")), "LICENSE": licence} {
		for _, root := range []string{tree, r.root} {
			if err := os.WriteFile(filepath.Join(root, folder, file), content, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// sum returns the two lines of go.sum for a module of a tree.
func (r repository) sum(tree, folder string) (string, error) {
	file, err := os.CreateTemp("", "shape-*.zip")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	err = zip.CreateFromDir(file, module.Version{Path: modulePath(folder), Version: r.version}, filepath.Join(tree, folder))
	if err := errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	all, err := dirhash.HashZip(file.Name(), dirhash.Hash1)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(tree, folder, "go.mod"))
	if err != nil {
		return "", err
	}
	mod, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil })
	if err != nil {
		return "", err
	}
	of := modulePath(folder) + " " + r.version
	return fmt.Sprintf("%s %s\n%s/go.mod %s\n", of, all, of, mod), nil
}

// writeModules writes the tagged modules as files of a module proxy.
func (r repository) writeModules(dir string) error {
	tree, err := os.MkdirTemp("", "shape-tree")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	if err := r.export(r.version, tree); err != nil {
		return err
	}
	date, err := output(r.root, "git", "show", "-s", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd", r.version)
	if err != nil {
		return err
	}
	for _, folder := range published {
		to := filepath.Join(dir, modulePath(folder), "@v")
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		mod, err := os.ReadFile(filepath.Join(tree, folder, "go.mod"))
		if err != nil {
			return err
		}
		for file, text := range map[string]string{
			"list": r.version + "\n", r.version + ".mod": string(mod),
			r.version + ".info": fmt.Sprintf(`{"Version":%q,"Time":%q}`, r.version, date),
		} {
			if err := os.WriteFile(filepath.Join(to, file), []byte(text), 0o644); err != nil {
				return err
			}
		}
		file, err := os.Create(filepath.Join(to, r.version+".zip"))
		if err != nil {
			return err
		}
		err = zip.CreateFromDir(file, module.Version{Path: modulePath(folder), Version: r.version}, filepath.Join(tree, folder))
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	return nil
}
