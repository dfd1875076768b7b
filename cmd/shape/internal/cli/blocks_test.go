package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// heldElsewhere lists the fenced blocks of user pages that no test here runs, by page and first
// line. The other side is the test that holds the block, or the reason.
var heldElsewhere = map[string]string{
	"README.md: go test ./...":                                "it is this run",
	"README.md: CGO_ENABLED=0 go install ./cmd/shape":         "TestReadme builds the command; the others ask the network or root",
	"docs/first-saving.md: ":                                  "internal/site/first-saving writes it from packages",
	"docs/packages.md: go install":                            "make packages-check",
	"docs/packages.md: sudo dpkg":                             "make packages-check",
	"docs/packages.md: sudo rpm":                              "make packages-check",
	"docs/packages.md: brew":                                  "it asks the network; make packages writes and checks the formula",
	"docs/packages.md: scoop":                                 "it asks the network; make packages writes the manifest",
	"docs/packages.md: tar -xzf":                              "make packages-check",
	"docs/packages.md: make install":                          "make packages-check",
	"docs/packages.md: sha256sum":                             "it needs a release with a signature",
	"docs/packages.md: shape upgrade --check":                 "it asks the network; upgrade.txtar asks a file",
	"docs/automation.md: npx":                                 "make packaged-check, with a registry of its own",
	"docs/automation.md: claude plugin":                       "TestClaudePlugin of internal/packaging/npm",
	"docs/automation.md: permissions:":                        "actionlint, and the tests of internal/packaging",
	"docs/automation.md: repos:":                              "the tests of internal/packaging",
	"docs/automation.md: make npm mcpb":                       "make packages",
	"docs/containers.md: docker run":                          "it needs Docker; make packaged-check runs the image in a chroot",
	"docs/containers.md: COPY":                                "it needs Docker",
	"docs/containers.md: helm install":                        "it needs a cluster; make packaged-check renders the chart",
	"docs/containers.md: rules:":                              "the tests of internal/packaging/kubernetes",
	"docs/containers.md: kubectl":                             "it needs a cluster; make packaged-check decodes the manifests",
	"docs/containers.md: make image chart":                    "make packages",
	"docs/containers.md: crane push":                          "a person does it",
	"docs/scale.md:  client ── gateway ── MCP server":         "a drawing",
	"docs/scale.md:  client ── Envoy ── MCP server":           "a drawing",
	"docs/scale.md: $ cd cmd/shape-serve && go build":         "make modules",
	"docs/scale.md: $ shape-serve --tenants tenants.json":     "TestPage of cmd/shape-serve",
	"docs/scale.md: mcp:":                                     "TestPage of cmd/shape-serve",
	"docs/scale.md: - name: envoy.filters.http.ext_proc":      "TestPage of cmd/shape-serve/internal/extproc",
	"docs/scale.md: $ openssl rand -hex 32 > keys":            "it needs openssl",
	"docs/scale.md: $ openssl rand -hex 32 > /etc/shape/keys": "TestReplicasExample of cmd/shape-serve",
	"docs/scale.md: # Files to files.":                        "TestExampleFiles of cmd/shape-benthos",
	"docs/scale.md: processors:":                              "TestFiles of cmd/shape-otelcol/examples",
	"docs/scale.md: $ make otelcol":                           "TestCollectorHides of cmd/shape-otelcol/examples",
	"docs/status.md: proxies that run: 1; their calls":        "it shows processes and times; status.txtar",
}

// A block is a fenced part of a page.
type block struct{ page, language, text string }

// userPages returns the README and the topics by their names from the root.
func userPages(t *testing.T) map[string]string {
	t.Helper()
	root := "../../../../"
	names, err := filepath.Glob(root + "docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	pages := map[string]string{}
	for _, name := range append(names, root+"README.md") {
		pages[filepath.ToSlash(strings.TrimPrefix(name, filepath.FromSlash(root)))] = textOf(t, name)
	}
	return pages
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

func fencedBlocks(t *testing.T) (blocks []block) {
	t.Helper()
	for page, text := range userPages(t) {
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			blocks = append(blocks, block{page, m[1], m[2]})
		}
	}
	return blocks
}

// Each block of a page is run by a test, or heldElsewhere says why not. TestReadme runs console
// and jsonc, TestGoBlocks compiles go, and TestCommandsOfPages reads the commands of sh.
func TestBlocks(t *testing.T) {
	met := map[string]bool{}
	for _, b := range fencedBlocks(t) {
		first := b.page + ": " + b.text
		key := ""
		for listed := range heldElsewhere {
			if strings.HasPrefix(first, listed) {
				key, met[listed] = listed, true
			}
		}
		isShape := !slices.ContainsFunc(strings.Split(strings.TrimSpace(b.text), "\n"), func(line string) bool { return !strings.HasPrefix(line, "shape ") })
		switch {
		case b.language == "json":
			if !json.Valid([]byte(b.text)) {
				t.Errorf("%.80s is not JSON", first)
			}
		case slices.Contains([]string{"console", "jsonc", "go"}, b.language), b.language == "sh" && isShape:
			if key != "" {
				t.Errorf("%s is run here", key)
			}
		case key == "":
			t.Errorf("%s: no test runs the block %.80q", b.page, b.text)
		}
	}
	for key := range heldElsewhere {
		if !met[key] {
			t.Errorf("no page has the block %s", key)
		}
	}
}

// prelude declares the names that fragments of Go on pages take from their surroundings.
const prelude = `package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

var (
	ctx       context.Context
	body      []byte
	eng       *shaper.Engine
	req       *http.Request
	sdkServer *sdk.Server
	w         http.ResponseWriter
	_         = []any{fmt.Sprint, config.Load, profiles.New, autoload.Load, gosdk.Middleware, mcpgo.Hooks, server.NewMCPServer}
)

func main() {}
`

var declares = regexp.MustCompile(`(?m)^([\w, ]+) := `)

// Each program and fragment of Go on a page compiles.
func TestGoBlocks(t *testing.T) {
	dir := t.TempDir()
	fragments, programs := prelude, []string{}
	for _, b := range fencedBlocks(t) {
		switch {
		case b.language != "go":
		case strings.HasPrefix(b.text, "package "):
			programs = append(programs, b.text)
		default:
			fragments += "\n// " + b.page + "\nfunc _() {\n" + b.text
			for _, m := range declares.FindAllStringSubmatch(b.text, -1) {
				fragments += strings.Repeat("_, ", strings.Count(m[1], ",")) + "_ = " + m[1] + "\n"
			}
			fragments += "}\n"
		}
	}
	if programs = append(programs, fragments); len(programs) < 2 || strings.Count(fragments, "func _()") < 7 {
		t.Errorf("%d programs, %d fragments", len(programs), strings.Count(fragments, "func _()"))
	}
	for _, program := range programs {
		file := filepath.Join(dir, "main.go")
		if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, out, program)
		}
	}
}

var (
	shapeLine = regexp.MustCompile(`(?m)^(?:    )?(shape(?: (?:[^ \\\n]| [^ \\\n]|\\\n *)+)*)`)
	shapeSpan = regexp.MustCompile("`(shape [^`]+)`")
	shellWord = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s'"]+`)
)

// Each command of shape in a list, a block or a sentence of a page exists, with its flags.
func TestCommandsOfPages(t *testing.T) {
	ran := 0
	for page, text := range userPages(t) {
		prose := fence.ReplaceAllStringFunc(text, func(b string) string {
			if m := fence.FindStringSubmatch(b); m[1] == "sh" {
				return m[2]
			}
			return ""
		})
		for _, pattern := range []*regexp.Regexp{shapeLine, shapeSpan} {
			for _, m := range pattern.FindAllStringSubmatch(prose, -1) {
				ran++
				if err := parseCommand(m[1]); err != nil {
					t.Errorf("%s: %s: %v", page, m[1], err)
				}
			}
		}
	}
	if ran < 150 {
		t.Errorf("the pages show %d commands only", ran)
	}
	for _, wrong := range []string{"shape --no-such-flag", "shape tune --no-such-flag", "shape no-such-command --yes"} {
		if parseCommand(wrong) == nil {
			t.Errorf("%s is taken for a command", wrong)
		}
	}
}

// parseCommand returns an error if a command line names no command, or a flag that it lacks.
func parseCommand(line string) error {
	line = strings.ReplaceAll(line, "\\\n", " ")
	var args []string
	for _, word := range shellWord.FindAllString(line, -1)[1:] {
		if regexp.MustCompile(`^([|<>;&#]|2>)`).MatchString(word) {
			break
		}
		args = append(args, strings.Trim(word, `'"`))
	}
	root := Root()
	root.InitDefaultVersionFlag()
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	for _, arg := range rest {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		flag := cmd.Flag(name)
		switch {
		case arg == "--":
			return nil
		case !strings.HasPrefix(arg, "-"):
			continue
		case !strings.HasPrefix(arg, "--"):
			flag = cmd.Flags().ShorthandLookup(name[:1])
		}
		if flag == nil {
			return fmt.Errorf("%s has no flag %s", cmd.CommandPath(), arg)
		}
	}
	return nil
}
