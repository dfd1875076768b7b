package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// outcome is the result of one run of the command.
type outcome struct {
	stdout, stderr string
	status         int
}

// alone moves a test into an empty folder with an empty home, and returns the folder. It
// removes the variables that configure the command, so only privacy rules of the machine hold.
func alone(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("TERM", "dumb")
	t.Chdir(dir)
	for _, name := range testkit.Configuring() {
		t.Setenv(name, "") // the same as unset
	}
	return dir
}

func appOf(args []string, stdin io.Reader, stdout, stderr io.Writer) *app.App {
	return appFor(app.Env{Stdin: stdin, Stdout: stdout, Stderr: stderr, LookupEnv: os.LookupEnv}, args)
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return appOf(args, stdin, stdout, stderr).Run(execute)
}

// shape runs the command in this process.
func shape(stdin io.Reader, args ...string) outcome {
	var stdout, stderr bytes.Buffer
	status := run(args, stdin, &stdout, &stderr)
	return outcome{withoutTimes(stdout.String()), stderr.String(), status}
}

// content returns the text of a file.
func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// writeFile puts a file in its place in one step.
func writeFile(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name+".new", []byte(text), 0o666)
	}
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// docs splits output into documents. Each must be JSON on a line of its own.
func docs(t *testing.T, stdout string) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(stdout) {
		text, ended := strings.CutSuffix(line, "\n")
		if !ended {
			t.Errorf("the last line has no end: %.80q", line)
		}
		if err := scan.Check([]byte(text), scan.Limits{}, false); err != nil {
			t.Errorf("printed what is not JSON: %v", err)
		}
		all = append(all, text)
	}
	return all
}

// shared names a file of the folder that lies beside the project on some
// machines; "" where it does not.
func shared(path string) string {
	path = "../../../../../shared/" + path
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
