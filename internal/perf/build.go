package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/internal/checkout"
)

// build makes the benchmark binaries of the base commit and of the tree, in that
// order. The base is measured with the benchmarks of the tree where they compile
// there, so that new ones have something to be compared with.
func build(dir, base string, log io.Writer) (sides [2]string, err error) {
	commit, err := checkout.At(dir, base)
	if err != nil {
		return sides, err
	}
	defer commit.Remove()
	sides = [2]string{filepath.Join(dir, "base.test"), filepath.Join(dir, "tree.test")}
	if err := compile(commit.Tree, sides[1]); err != nil {
		return sides, err
	}
	return sides, buildBase(commit, sides[0], log)
}

func buildBase(commit checkout.Commit, binary string, log io.Writer) error {
	theirs := filepath.Join(commit.Folder, "bench")
	kept := theirs + ".kept"
	if err := os.Rename(theirs, kept); err != nil {
		return err
	}
	if err := commit.Adopt("bench"); err != nil {
		return err
	}
	err := compile(commit.Folder, binary)
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
	return compile(commit.Folder, binary)
}

func compile(dir, binary string) error {
	_, err := checkout.Run(dir, "go", "test", "-c", "-o", binary, "./bench")
	return err
}
