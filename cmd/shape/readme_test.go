package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command of the README's console blocks prints what the README says.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := readmeDir(t)
	alone(t)
	ran := 0
	for _, block := range consoleBlocks(string(data)) {
		for _, step := range readmeSteps(block) {
			command, build := strings.CutPrefix(step.command, "go build -o shape ./cmd/shape && ")
			if build {
				t.Log("built once, for all commands")
			}
			cmd := exec.Command("bash", "-c", command)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
			var talk strings.Builder
			cmd.Stderr = &talk
			out, _ := cmd.Output() // the exit code is part of what is shown
			if got := string(out) + talk.String(); got != step.output {
				t.Errorf("$ %s\n got:\n%s want:\n%s", step.command, got, step.output)
			}
			ran++
		}
	}
	if ran < 15 {
		t.Errorf("the README shows %d commands only", ran)
	}
}

// readmeDir is a folder like a fresh clone with the command built in it.
func readmeDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "shape"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(testdata, filepath.Join(dir, "testdata")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func consoleBlocks(text string) (blocks []string) {
	for _, part := range strings.Split(text, "```console\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	return blocks
}

// readmeStep is a command after "$ ", and all that it prints: standard output,
// then standard error.
type readmeStep struct{ command, output string }

func readmeSteps(block string) (steps []readmeStep) {
	for _, line := range strings.SplitAfter(block, "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			steps = append(steps, readmeStep{command: strings.TrimSuffix(command, "\n")})
		} else if len(steps) > 0 {
			steps[len(steps)-1].output += line
		}
	}
	return steps
}
