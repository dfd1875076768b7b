package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// build makes the benchmark binaries of the base commit and of the tree, in that
// order. The base is measured with the benchmarks of the tree where they compile
// there, so that new ones have something to be compared with.
func build(dir, base string, log io.Writer) (sides [2]string, err error) {
	top, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return sides, err
	}
	checkout := filepath.Join(dir, "base")
	if _, err := output(top, "git", "worktree", "add", "--detach", checkout, base); err != nil {
		return sides, err
	}
	defer output(top, "git", "worktree", "remove", "--force", checkout)

	sides = [2]string{filepath.Join(dir, "base.test"), filepath.Join(dir, "tree.test")}
	if err := compile(top, sides[1]); err != nil {
		return sides, err
	}
	return sides, buildBase(top, checkout, sides[0], log)
}

func buildBase(top, checkout, binary string, log io.Writer) error {
	own, theirs := filepath.Join(top, "bench"), filepath.Join(checkout, "bench")
	kept := theirs + ".kept"
	if err := os.Rename(theirs, kept); err != nil {
		return err
	}
	if err := os.CopyFS(theirs, os.DirFS(own)); err != nil {
		return err
	}
	err := compile(checkout, binary)
	if err == nil {
		return nil
	}
	fmt.Fprintf(log, "perf: the tree's benchmarks do not compile on the base, which runs its own: only what both have is compared\n%v\n", err)
	if err := os.RemoveAll(theirs); err != nil {
		return err
	}
	if err := os.Rename(kept, theirs); err != nil {
		return err
	}
	return compile(checkout, binary)
}

func compile(dir, binary string) error {
	_, err := output(dir, "go", "test", "-c", "-o", binary, "./bench")
	return err
}

// output runs a command in a folder. Its error holds what the command said.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSpace(string(out)), nil
}
