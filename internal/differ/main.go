// Command differ compares what the tree answers with what a base commit answers:
//
//	go run ./internal/differ -base COMMIT -count 1000000
//
// It builds one program at both, internal/differ/answers, which makes configurations,
// calls and documents of numbers, and prints a sum over each answer: the bytes, the
// report, the error with its place, and for some the explanation. The first cases
// whose sums differ are printed in full, as both answer them.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/checkout"
)

// options are what the command is asked for.
type options struct {
	base  string
	from  int // case
	count int
	most  int // differences that are shown
}

func main() {
	var o options
	flag.StringVar(&o.base, "base", "", "the commit to compare with")
	flag.IntVar(&o.from, "from", 0, "the first case")
	flag.IntVar(&o.count, "count", 1_000_000, "how many cases")
	flag.IntVar(&o.most, "most", 5, "how many differences are shown before it ends")
	flag.Parse()
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "differ:", err)
		os.Exit(1)
	}
}

func (o options) run(out io.Writer) error {
	if o.base == "" {
		return fmt.Errorf("which commit to compare with? -base COMMIT, or make differ BASE=COMMIT")
	}
	dir, err := os.MkdirTemp("", "shape-differ-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sides, err := build(dir, o.base)
	if err != nil {
		return err
	}
	differ, err := compare(sides, o)
	if err != nil {
		return err
	}
	for _, n := range differ {
		if err := show(out, sides, n); err != nil {
			return err
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%d differences", len(differ))
	}
	fmt.Fprintf(out, "%d cases from %d on: no difference from %s\n", o.count, o.from, o.base)
	return nil
}

// answers is the program that both sides run.
const answers = "./internal/differ/answers"

// build makes the program at the base commit and of the tree, in that order.
func build(dir, base string) (sides [2]string, err error) {
	commit, err := checkout.At(dir, base)
	if err != nil {
		return sides, err
	}
	defer commit.Remove()
	if err := commit.Adopt(answers); err != nil {
		return sides, err
	}
	sides = [2]string{filepath.Join(dir, "base.answers"), filepath.Join(dir, "tree.answers")}
	for i, folder := range [2]string{commit.Folder, commit.Tree} {
		if _, err := checkout.Run(folder, "go", "build", "-o", sides[i], answers); err != nil {
			return sides, err
		}
	}
	return sides, nil
}

// compare runs both sides at once, and returns the first cases that they answer
// otherwise.
func compare(sides [2]string, o options) (differ []int, err error) {
	var lines [2]*bufio.Scanner
	for i, side := range sides {
		cmd := exec.Command(side, "-from", strconv.Itoa(o.from), "-count", strconv.Itoa(o.count))
		cmd.Stderr = os.Stderr
		said, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		defer cmd.Wait()
		defer cmd.Process.Kill()
		lines[i] = bufio.NewScanner(said)
	}
	for n := o.from; n < o.from+o.count && len(differ) < o.most; n++ {
		for i, l := range lines {
			if !l.Scan() {
				return nil, fmt.Errorf("%s ended at case %d", filepath.Base(sides[i]), n)
			}
		}
		if lines[0].Text() != lines[1].Text() {
			differ = append(differ, n)
		}
	}
	return differ, nil
}

// show prints a case as both sides answer it.
func show(out io.Writer, sides [2]string, n int) error {
	for i, side := range sides {
		said, err := checkout.Run("", side, "-from", strconv.Itoa(n), "-count", "1", "-show")
		if err != nil {
			return err
		}
		if i == 1 { // the case itself was told
			said = said[strings.Index(said, "\nbody:")+1:]
		}
		fmt.Fprintf(out, "%s:\n%s\n\n", strings.TrimSuffix(filepath.Base(side), ".answers"), said)
	}
	return nil
}
