package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command in the console blocks of user pages prints the text below it. Every whole
// configuration of a page passes the check.
func TestReadme(t *testing.T) {
	pages, err := filepath.Glob("../../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "../../../../README.md", "../../../../fieldmask/LAWS.md")
	texts := map[string]string{}
	for _, page := range pages {
		texts[page] = textOf(t, page)
	}
	dir := readmeDir(t)
	alone(t)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	ran := 0
	for _, page := range pages {
		text := texts[page]
		steps := readmeSteps(strings.Join(blocksOf(text, "console"), ""))
		for i, block := range blocksOf(text, "jsonc") {
			name := fmt.Sprintf("%s-%d.json", filepath.Base(page), i)
			writeFile(t, filepath.Join(dir, name), block)
			steps = append(steps, readmeStep{command: "./shape config check --config " + name, output: name + ": no problems\n"})
		}
		for _, step := range steps {
			if got := step.run(dir); got != step.output {
				t.Errorf("%s: $ %s\n got:\n%s want:\n%s", page, step.command, got, step.output)
			}
			ran++
		}
	}
	if ran < 60 {
		t.Errorf("the pages show %d commands only", ran)
	}
}

// readmeDir is a folder like a fresh clone with the command built in it, and the servers
// that are examples.
func readmeDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", dir, "../..", "../../../../internal/examples/gosdk", "../../../../internal/examples/mcpgo")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, folder := range []string{"testdata", "internal"} {
		path, err := filepath.Abs("../../../../" + folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// blocksOf returns the fenced blocks of a page in a language.
func blocksOf(text, language string) (blocks []string) {
	for _, part := range strings.Split(text, "```"+language+"\n")[1:] {
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

// built matches commands that build a program; the test has built it already.
var built = strings.NewReplacer("go build -o shape ./cmd/shape && ", "", "go run ./internal/examples/", "./")

// run returns the output of a command in the folder. The test builds each program once.
func (s readmeStep) run(dir string) string {
	cmd := exec.Command("bash", "-c", built.Replace(s.command))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
	var stderrStream strings.Builder
	cmd.Stderr = &stderrStream
	out, _ := cmd.Output() // the page shows the exit code
	return string(out) + stderrStream.String()
}
