package examples_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

const module = "github.com/seed-7aa78ce4/shape/"

// imported are the packages that a Go block of a page may name.
var imported = map[string]string{
	"fmt": "fmt", "http": "net/http", "context": "context", "json": "encoding/json", "strings": "strings", "url": "net/url",
	"autoload": module + "shaper/autoload", "shaper": module + "shaper", "profiles": module + "profiles", "config": module + "config",
	"mcp": module + "shaper/mcp", "gosdk": module + "shaper/mcp/gosdk", "mcpgo": module + "shaper/mcp/mcpgo", "web": module + "shaper/mcp/web", "stdio": module + "shaper/mcp/stdio",
	"prom": module + "shaper/observe/prom", "otel": module + "shaper/observe/otel",
	"server": "github.com/mark3labs/mcp-go/server", "sdk": "github.com/modelcontextprotocol/go-sdk/mcp",
}

// given are the variables that a Go block may use without declaring them.
const given = "ctx context.Context, eng *autoload.Engine, body []byte, req *http.Request, w http.ResponseWriter, sdkServer *sdk.Server"

// Each of these is an engine to the adapters.
var _ = []mcp.Engine{(*shaper.Engine)(nil), (*autoload.Engine)(nil), (*mcp.Server)(nil)}

// Every Go block of a Markdown page compiles, with the packages and variables above.
func TestGoBlocksCompile(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := map[string]string{}
	for at, block := range goBlocks(t, root) {
		text, err := program(at, block)
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		name := fmt.Sprintf("block%d.go", len(overlay))
		if text == block { // a whole program
			name = fmt.Sprintf("program%d/main.go", len(overlay))
		}
		overlay[filepath.Join(root, "internal/examples/blocks", name)] = filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "/", "_")), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(overlay) < 3 {
		t.Fatalf("only %d Go blocks were found", len(overlay))
	}
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", file, "-o", dir, "./internal/examples/blocks", "./internal/examples/blocks/...")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// goBlocks returns the Go blocks of all pages by their places.
func goBlocks(t *testing.T, root string) map[string]string {
	t.Helper()
	blocks := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		page, err := os.ReadFile(path)
		for _, at := range goBlock.FindAllSubmatchIndex(page, -1) {
			line := strings.Count(string(page[:at[2]]), "\n") + 1
			blocks[fmt.Sprintf("%s:%d", path, line)] = string(page[at[2]:at[3]])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// program returns a file with the statements of a block in a function. It imports the
// packages that they name and uses the variables that they declare. A whole file stays.
func program(at, block string) (string, error) {
	if strings.HasPrefix(block, "package ") {
		return block, nil
	}
	body := "func _(" + given + ") {\n{\n//line " + at + "\n" + block
	f, err := parser.ParseFile(token.NewFileSet(), "", "package blocks\n"+body+"\n}}", 0)
	if err != nil {
		return "", err
	}
	for _, statement := range f.Decls[0].(*ast.FuncDecl).Body.List[0].(*ast.BlockStmt).List {
		if a, ok := statement.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			for _, x := range a.Lhs {
				body += "\n_ = " + x.(*ast.Ident).Name
			}
		}
	}
	return "package blocks\n" + imports(f) + body + "\n}}\n", nil
}

// imports declares the packages that a file names.
func imports(f *ast.File) (text string) {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				names[x.Name] = true
			}
		}
		return true
	})
	for name := range names {
		if path := imported[name]; path != "" {
			text += fmt.Sprintf("import %s %q\n", name, path)
		}
	}
	return text
}
