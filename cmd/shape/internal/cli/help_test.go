package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	topics "github.com/seed-7aa78ce4/shape/docs"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Every example of every help text runs, in a folder with the files that it
// names.
func TestExamplesOfHelp(t *testing.T) {
	runExamples(t, examples(Root()))
}

func runExamples(t *testing.T, all []string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	transcripts, err := filepath.Abs("../../../../internal/transcripts/testdata/claude-code")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, example := range all {
		alone(t)
		writeFile(t, "result.json", `{"success":true,"data":{"rows":[{"id":1}]},"error":null,"meta":{"version":"response-v2"}}`)
		writeFile(t, "shape.json", `{}`)
		writeFile(t, "app/.code-scalpel/response_config.json", `{}`)
		writeFile(t, "bin/weather-server", "#!/bin/sh\n")
		if err := os.Chmod("bin/weather-server", 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, "event.json", `{"tool_name":"mcp__weather__forecast","tool_response":[]}`)
		writeFile(t, "tool_result.json", `{"content":[]}`)
		writeFile(t, "captures/tool_result.json", `{"content":[]}`)
		writeFile(t, "report.jsonl", `{"tool":"t","generation":1,"bytes_in":2,"bytes_out":1}`)
		writeFile(t, "cursor.json", `{"mcpServers":{"weather":{"command":"weather-server"}}}`)
		writeFile(t, ".cursor/mcp.json", `{"mcpServers":{"weather":{"command":"weather-server"}}}`)
		if err := os.CopyFS(filepath.Join(os.Getenv("HOME"), ".claude/projects"), os.DirFS(transcripts)); err != nil {
			t.Fatal(err)
		}
		writeFile(t, "mcp.json", `{"mcpServers":{"weather":{"command":"weather-server"}}}`)
		writeFile(t, "recordings/01-search.response.json", `{"rows":[]}`)
		writeFile(t, "issues.json", `[{"number":7}]`)
		writeFile(t, "report.txt", "The seas rise.")
		archiveForExamples(t)
		writeFile(t, "metadata.json", `{"version":"0.1.0"}`)
		writeFile(t, "digest.json", `{"query_hash":"0f1e2d3c","summary":"s","original_chars":14,"digest_chars":1,"compression_ratio":0.1,`+
			`"source_text_hash":"sha256:7e4499c2b7e10ea671751db65748d6c54f946b0320e4d2aac45d0ecf11f9ed5b"}`)
		if strings.Contains(example, "--listen") { // until it listens, at any port
			example = regexp.MustCompile(`127.0.0.1:\d+`).ReplaceAllString(example, "127.0.0.1:0") +
				" 2>said & until grep -q listening said || ! kill -0 $!; do :; done; kill $!; wait $!"
		}
		if strings.HasPrefix(example, "shape view") { // until it prints its address
			example += ` >said & until grep -q http said || ! kill -0 $!; do :; done; kill $!; wait $! || test $? = 143`
		}
		if out, err := exec.Command(bash, "-c", "set -o pipefail; PATH=$PWD/bin:$PATH; tool() { cat result.json; }; "+example).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", example, err, out)
		}
		ran++
	}
	if ran < 15 {
		t.Errorf("the help texts show %d examples only", ran)
	}
}

// Blanks precede the description of an example.
func examples(cmd *cobra.Command) (lines []string) {
	for line := range strings.Lines(cmd.Example) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		lines = append(lines, line)
	}
	for _, below := range cmd.Commands() {
		lines = append(lines, examples(below)...)
	}
	return lines
}

// The help of wrap names every part that there is.
func TestWrapHelpNamesParts(t *testing.T) {
	wrap, _, err := Root().Find([]string{"wrap"})
	if err != nil {
		t.Fatal(err)
	}
	for f := range reflect.TypeFor[envelope.Parts]().Fields() {
		if name := f.Tag.Get("json"); !regexp.MustCompile(`\b` + name + `\b`).MatchString(wrap.Long) {
			t.Errorf("%s is not named", name)
		}
	}
}

// The topic on the configuration names every key that there is.
func TestConfigurationTopicIsComplete(t *testing.T) {
	var schema any
	if err := json.Unmarshal(config.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	text, _ := topic("configuration")
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
		words[word] = true
	}
	keys := keysOfSchema(schema)
	for _, key := range keys {
		if !words[key] {
			t.Errorf("%q is not explained", key)
		}
	}
	if len(keys) < 40 {
		t.Errorf("the schema has %d keys only", len(keys))
	}
}

// The columns of a table are aligned without the signs of code.
func TestTableOfPage(t *testing.T) {
	if got := laidOut("| `a` | b |\n|---|---|\n| cc | d |\n"); got != "    a   b\n    cc  d\n" {
		t.Errorf("%q", got)
	}
}

// A page of Markdown reads as plain text.
func TestPlain(t *testing.T) {
	page := "# Title\n\n## Part\n\nSee `shape -x 'a_b'`, and [masks](masks.md).\n\n    *  *_url   `kept`\n      further\n"
	want := "PART\n\nSee shape -x 'a_b', and masks.\n\n  *  *_url   `kept`\n    further\n"
	if got := plain(indented(page)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The help of every command fits a terminal.
func TestHelpFitsTerminals(t *testing.T) {
	alone(t)
	all := commandLines(Root(), nil)
	for _, args := range all {
		got := shape(strings.NewReader(""), append(args, "--help")...)
		if got.status != 0 || !strings.Contains(got.stdout, "Usage:") {
			t.Errorf("%q: %d, %s", args, got.status, got.stderr)
		}
		for line := range strings.Lines(got.stdout) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 90 {
				t.Errorf("%q: %s", args, line)
			}
		}
	}
	if len(all) < 20 {
		t.Errorf("the commands are %q", all)
	}
}

// A command is made where its name stands in the arguments, and only there.
func TestCommandsAreKnownByTheirNames(t *testing.T) {
	for _, cmd := range Root().Commands() {
		if !mayBeCommand(cmd.Name()) {
			t.Errorf("%s is not found", cmd.Name())
		}
	}
	if mayBeCommand("result.json") || filterOnly(&app.App{}).HasSubCommands() {
		t.Error("the filter waits for commands that nobody named")
	}
}

// commandLines are the names of a command and of those below it.
func commandLines(cmd *cobra.Command, before []string) (all [][]string) {
	all = append(all, before)
	for _, below := range cmd.Commands() {
		all = append(all, commandLines(below, append(slices.Clone(before), below.Name()))...)
	}
	return all
}

// Help and topic tell of every exit status that there is.
func TestExitStatusesAreTold(t *testing.T) {
	known := map[string]int{
		"ExitNothing": app.ExitNothing, "ExitUsage": app.ExitUsage, "ExitInput": app.ExitInput, "ExitWrite": app.ExitWrite,
		"ExitJSON": app.ExitJSON, "ExitOver": app.ExitOver, "ExitFault": app.ExitFault, "ExitPipe": app.ExitPipe,
		"ExitUnable": app.ExitUnable, "ExitMissing": app.ExitMissing,
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(Exit[A-Z]\w*) += `).FindAllStringSubmatch(textOf(t, "../../../../internal/app/errors.go"), -1) {
		if known[m[1]] == 0 {
			t.Errorf("%s is not looked for", m[1])
		}
	}
	known["SIGINT"], known["SIGTERM"] = 128+int(syscall.SIGINT), 128+int(syscall.SIGTERM)
	errors, _ := topic("errors")
	_, told, _ := strings.Cut(rootLong, "Exit status: 0 ok;")
	for name, status := range known {
		number := regexp.MustCompile(fmt.Sprintf(`\b%d[ ,\n]`, status))
		if told, _, _ = strings.Cut(told, "More:"); !number.MatchString(told) || !number.MatchString(errors) {
			t.Errorf("%s, %d, is not told", name, status)
		}
	}
}

// The page of guarantees is for readers of the program; tests are those of the
// repository.
func TestGuaranteesNameNoTests(t *testing.T) {
	text, _ := topic("guarantees")
	if regexp.MustCompile(`\b(Tests|Test[A-Z]\w+|FuzzLaws\w+)\b|txtar|\|`).MatchString(text) || strings.Count(text, "\n\n") < 20 {
		t.Error(text)
	}
	want := "  text in a string  privacy, tiers  other excludes\n  data              act             act\n"
	if !strings.Contains(text, want) {
		t.Errorf("no table in %s", text)
	}
}

// Every topic is named where help begins, and fits a terminal.
func TestTopics(t *testing.T) {
	names := topicNames()
	if len(names) < 4 {
		t.Fatalf("the topics are %q", names)
	}
	for _, name := range names {
		if _, more, _ := strings.Cut(rootLong, "\nMore: "); !strings.Contains(more, name) {
			t.Errorf("shape --help does not name the topic %s", name)
		}
		text, _ := topic(name)
		page, _ := topics.Pages.ReadFile(name + ".md")
		for line := range strings.Lines(text) {
			isOutput := strings.HasPrefix(line, "  ") && strings.Contains(string(page), "\n"+line[2:])
			if utf8.RuneCountInString(line) > 90 && !isOutput || strings.HasPrefix(line, "#") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	if _, ok := topic("../docs/masks"); ok {
		t.Error("a path is no topic")
	}
}

func keysOfSchema(schema any) (keys []string) {
	switch schema := schema.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		for key := range properties {
			keys = append(keys, key)
		}
		for _, part := range schema {
			keys = append(keys, keysOfSchema(part)...)
		}
	case []any:
		for _, part := range schema {
			keys = append(keys, keysOfSchema(part)...)
		}
	}
	return keys
}

// The completion command takes the streams when it is made, not when it runs.
func TestCompletionWritesToStandardOutput(t *testing.T) {
	alone(t)
	if got := shape(strings.NewReader(""), "completion", "bash"); got.status != 0 || !strings.Contains(got.stdout, "__start_shape") {
		t.Errorf("exit status %d, %d bytes", got.status, len(got.stdout))
	}
}

// Help describes a command: its text, examples, use, commands and flags.
func TestPrintHelp(t *testing.T) {
	root := &cobra.Command{Use: "root", Short: "about it"}
	root.PersistentFlags().Bool("all", false, "a flag of all")
	run := func(*cobra.Command, []string) {}
	leaf := &cobra.Command{Use: "leaf X", Short: "short", Long: "long", Example: "  root leaf 1", Run: run}
	leaf.Flags().Int("n", 3, strings.Repeat("word ", 20))
	grouped := &cobra.Command{Use: "grouped", Short: "in groups", Annotations: map[string]string{"flags": "  groups\n"}, Run: run}
	grouped.Flags().Bool("own", false, "")
	root.AddCommand(leaf, grouped, &cobra.Command{Use: "secret", Hidden: true, Run: run}, &cobra.Command{Use: "bare", DisableFlagsInUseLine: true, Run: run})
	for name, want := range map[string]string{
		"": "about it\n\nUsage:\n  root [flags]\n\nCommands:\n  bare        \n  grouped     in groups\n  leaf        short\n\n" +
			"Flags:\n      --all   a flag of all\n",
		"leaf": "long\n\nExamples:\n  root leaf 1\n\nUsage:\n  root leaf X [flags]\n\nFlags:\n" +
			"      --n int   " + strings.Repeat("word ", 12) + "word\n" +
			"                word word word word word word word  (default 3)\n\nFlags of every command:\n      --all   a flag of all\n",
		"grouped": "in groups\n\nUsage:\n  root grouped [flags]\n\nFlags (shape help flags explains each):\n  groups\n\n" +
			"Flags of every command:\n      --all   a flag of all\n",
		"bare": "\n\nUsage:\n  root bare\nFlags of every command:\n      --all   a flag of all\n",
	} {
		cmd, _, err := root.Find(strings.Fields(name))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		cmd.SetOut(&got)
		if printHelp(cmd, nil); got.String() != want {
			t.Errorf("%q: got\n%swant\n%s", name, got.String(), want)
		}
	}
}
