package cli

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/roff"
)

// page is the page of the manual.
func page(t *testing.T) string {
	t.Helper()
	alone(t)
	got := shape(nil, "man")
	if got.status != 0 || got.stdout != shape(nil, "man").stdout {
		t.Fatalf("exit status %d, or not the same twice: %s", got.status, got.stderr)
	}
	return got.stdout
}

// The page holds what the help texts do: every command, flag and topic.
func TestManualIsComplete(t *testing.T) {
	text := page(t)
	holds := func(part string) {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not there", part)
		}
	}
	for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS AND ERRORS", "ENVIRONMENT"} {
		holds(".SH \"" + section + "\"\n")
	}
	var commands func(cmd *cobra.Command)
	commands = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			if below.Name() != "help" && !speaksForOthers(cmd) {
				holds(roff.Escape(below.CommandPath()))
				commands(below)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { holds(roff.Escape("--" + f.Name)) })
	}
	commands((&app{}).root())
	for _, name := range topicNames() {
		topic, _ := topicPage(name)
		title, _, _ := strings.Cut(strings.TrimPrefix(topic, "# "), "\n")
		holds(".SH \"" + strings.ToUpper(title) + "\"\n")
	}
}

// request is a line that is a macro, and those that the page may use.
var request = regexp.MustCompile(`^\.(TH|SH|SS|PP|TP|RS|RE|nf|fi|EX|EE)( |$)`)

// The page is well-formed wherever no tool can tell.
func TestManualIsWellFormed(t *testing.T) {
	literal, indented := "", 0
	for line := range strings.Lines(page(t)) {
		line = strings.TrimSuffix(line, "\n")
		macro := strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'")
		switch {
		case line == "", line != strings.TrimRight(line, " "), macro && !request.MatchString(line):
			t.Errorf("malformed: %q", line)
		case strings.IndexFunc(line, func(r rune) bool { return r > '~' || r < ' ' }) >= 0:
			t.Errorf("not ASCII: %q", line)
		case !macro && literal == "" && len(line) > 100:
			t.Errorf("too long: %q", line)
		case line == ".RS 4":
			indented++
		case line == ".RE":
			indented--
		case line == ".nf" || line == ".EX":
			literal = line
		case line == ".fi" || line == ".EE":
			literal = ""
		}
	}
	if literal != "" || indented != 0 {
		t.Errorf("%d blocks and %q are open at the end", indented, literal)
	}
}

// Each example of the page runs, and they are those of the help texts.
func TestExamplesOfTheManual(t *testing.T) {
	var shown []string
	for _, block := range strings.Split(page(t), "\n.EX\n")[1:] {
		block, _, _ = strings.Cut(block, "\n.EE\n")
		for line := range strings.SplitSeq(block, "\n") {
			shown = append(shown, unescaped.Replace(line))
		}
	}
	for _, example := range examples((&app{}).root()) {
		if !slices.Contains(shown, example) {
			t.Errorf("%s is not shown", example)
		}
	}
	runExamples(t, shown)
}

var unescaped = strings.NewReplacer(`\e`, `\`, `\-`, `-`, `\(aq`, `'`, `\(ga`, "`", `\(ha`, `^`, `\(ti`, `~`, `\&`, ``)

// The tools that show pages have nothing to object, where they are.
func TestManualIsLinted(t *testing.T) {
	text := page(t)
	for _, lint := range []string{"mandoc -T lint", "groff -ww -man -Tutf8 -z"} {
		words := strings.Fields(lint)
		tool, err := exec.LookPath(words[0])
		if err != nil {
			t.Logf("no %s here", words[0])
			continue
		}
		cmd := exec.Command(tool, words[1:]...)
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", lint, err, out)
		}
	}
}
