// Package checkout puts a commit of this repository into a folder of its own, for
// commands that run it beside the tree.
package checkout

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Commit is a commit in a folder, beside the tree that it belongs to.
type Commit struct {
	Tree   string // the top of the repository
	Folder string // the commit
}

// At puts a commit into dir, until it is removed.
func At(dir, commit string) (Commit, error) {
	tree, err := Run("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return Commit{}, err
	}
	c := Commit{Tree: tree, Folder: filepath.Join(dir, "base")}
	_, err = Run(tree, "git", "worktree", "add", "--detach", c.Folder, commit)
	return c, err
}

// Remove takes the folder away.
func (c Commit) Remove() { Run(c.Tree, "git", "worktree", "remove", "--force", c.Folder) }

// Adopt puts a folder of the tree in the place of what the commit has there.
func (c Commit) Adopt(folder string) error {
	to := filepath.Join(c.Folder, folder)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(filepath.Join(c.Tree, folder)))
}

// Run runs a command in a folder. Its error holds what the command said.
func Run(folder, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSpace(string(out)), nil
}
