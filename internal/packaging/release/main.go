// Command release makes the parts of a release that goreleaser does not make. These are the
// tagged tree, the zips of its modules and the notices of third parties. It also writes the
// formula for Homebrew, and a statement about the build.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const usage = `usage, from a folder of the repository:
  release tag            commit the tree of a release, tag it, commit the tree of before
  release modules DIR    write the zips of the tagged modules into DIR, for GOPROXY=file://DIR
  release licences [PROGRAM]  check and list the licences of all linked modules
  release notices DIR    the same, and write their texts to DIR/PROGRAM/THIRD_PARTY_NOTICES
  release formula DIST   write the formula for Homebrew, from DIST/checksums.txt
  release provenance DIST  write an unsigned SLSA statement about the files of checksums.txt`

// repository is the root of the working tree, with the version in internal/packaging.
type repository struct {
	root, version string // version begins with "v"
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	root, err := output(".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r := repository{root: root}
	version, err := os.ReadFile(filepath.Join(root, "internal/packaging/version.txt"))
	if err != nil {
		return err
	}
	r.version = "v" + strings.TrimSpace(string(version))
	os.Setenv("TZ", "UTC0")
	switch {
	case len(args) == 1 && args[0] == "tag":
		return r.tag()
	case len(args) == 2 && args[0] == "modules":
		return r.writeModules(args[1])
	case len(args) == 1 && args[0] == "licences":
		return r.notices("", "")
	case len(args) == 2 && args[0] == "licences":
		return r.notices("", args[1])
	case len(args) == 2 && args[0] == "notices":
		return r.notices(args[1], "")
	case len(args) == 2 && args[0] == "formula":
		return r.formula(args[1])
	case len(args) == 2 && args[0] == "provenance":
		return r.provenance(args[1])
	}
	return fmt.Errorf("unknown arguments %q\n%s", args, usage)
}

// output runs a program in a folder and returns its standard output without the last newline.
func output(dir, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, errs.Bytes())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
