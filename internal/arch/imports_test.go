package arch

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seed-7aa78ce4/shape"

type listed struct {
	ImportPath string
	Imports    []string
}

func (p listed) folder() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

func TestImportsRunOneWay(t *testing.T) {
	for _, p := range packages(t) {
		ruler, ok := rulerOf(p.folder())
		if !ok {
			t.Errorf("%s: no row says what it may import", p.folder())
			continue
		}
		for _, imported := range p.Imports {
			if !isStandard(imported) && !allows(ruler.imports, imported) {
				t.Errorf("%s must not import %s", p.folder(), imported)
			}
		}
	}
}

// A contract does not know of another one, but where the formats do.
func TestDialectsStandAlone(t *testing.T) {
	for _, p := range packages(t) {
		if !isDialect(p.folder()) {
			continue
		}
		for _, imported := range p.Imports {
			if i := local(imported); isDialect(i) && natural[p.folder()] != i {
				t.Errorf("%s must not import %s, a contract of its own", p.folder(), i)
			}
		}
	}
}

// The engine does not link package net, since that needs libc on Linux.
func TestTheEngineLinksNoNetwork(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"/shaper").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	if slices.Contains(strings.Fields(string(out)), "net") {
		t.Error("shaper links package net")
	}
}

// isDialect reports whether a package holds one contract. These are all packages below the
// core, except the shared ones and the table of dialects.
func isDialect(folder string) bool {
	name, below := strings.CutPrefix(folder, "shaper/envelope/")
	return below && name != "dialects" && !strings.HasPrefix(name, "internal/")
}

// Each row must be of use, so that the table stays true.
func TestRowsAreUsed(t *testing.T) {
	imports := map[string][]string{} // of all packages that a row rules
	for _, p := range packages(t) {
		ruler, _ := rulerOf(p.folder())
		imports[ruler.folder] = append(imports[ruler.folder], p.Imports...)
	}
	for _, r := range table {
		if _, ok := imports[r.folder]; !ok {
			t.Errorf("%s is not there", r.folder)
		}
		for _, i := range r.imports {
			if !slices.ContainsFunc(imports[r.folder], func(imported string) bool { return allows([]string{i}, imported) }) {
				t.Errorf("%s may import %s, and no package does", r.folder, i)
			}
		}
	}
}

func TestRowsSayWhy(t *testing.T) {
	for _, r := range table {
		if n := len(strings.Fields(r.why)); n != 3 {
			t.Errorf("%s: %q are %d words, want 3", r.folder, r.why, n)
		}
	}
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 8 {
		t.Fatalf("go list found %d packages only", len(all))
	}
	return all
}

// rulerOf returns the row of the longest folder that holds the package.
func rulerOf(folder string) (ruler row, ok bool) {
	for _, r := range table {
		if holds(r.folder, folder) && len(r.folder) > len(ruler.folder) {
			ruler, ok = r, true
		}
	}
	return ruler, ok
}

// allows reports whether a list of imports, as a row has them, names one.
func allows(imports []string, imported string) bool {
	return slices.ContainsFunc(imports, func(i string) bool {
		if folder, all := strings.CutSuffix(i, "/..."); all {
			return holds(folder, local(imported))
		}
		return i == local(imported)
	})
}

func holds(folder, path string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// local shortens the path of a package of this module to its folder.
func local(path string) string { return strings.TrimPrefix(path, module+"/") }

// isStandard reports whether a path is of the standard library, whose first
// element has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// modules are the modules that the packages of this one import. The modules inside it have
// dependencies of their own, and importers of this one get none of those.
var modules = strings.Fields(`
	github.com/JohannesKaufmann/dom github.com/JohannesKaufmann/html-to-markdown/v2 github.com/cespare/xxhash/v2
	github.com/dlclark/regexp2/v2 github.com/fsnotify/fsnotify
	github.com/go-viper/mapstructure/v2 github.com/godbus/dbus/v5 github.com/google/jsonschema-go github.com/google/uuid
	github.com/klauspost/compress github.com/knadh/koanf/maps github.com/knadh/koanf/providers/confmap
	github.com/knadh/koanf/v2 github.com/mark3labs/mcp-go github.com/mitchellh/copystructure
	github.com/mitchellh/reflectwalk github.com/modelcontextprotocol/go-sdk github.com/pelletier/go-toml/v2
	github.com/santhosh-tekuri/jsonschema/v6 github.com/seed-7aa78ce4/shape
	github.com/segmentio/asm github.com/segmentio/encoding github.com/spf13/cast github.com/spf13/cobra
	github.com/spf13/pflag github.com/tailscale/hujson github.com/tidwall/gjson github.com/tidwall/match
	github.com/tidwall/pretty github.com/tidwall/sjson github.com/tiktoken-go/tokenizer
	github.com/yosida95/uritemplate/v3 github.com/zalando/go-keyring go.opentelemetry.io/otel
	go.opentelemetry.io/otel/metric go.yaml.in/yaml/v3 golang.org/x/net golang.org/x/oauth2 golang.org/x/sync
	golang.org/x/sys golang.org/x/term golang.org/x/text golang.org/x/time`)

// The modules inside this one add no dependency to it: gRPC, Redis, buckets, streams and
// collectors stay with them.
func TestModules(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out))))) {
		if !slices.Contains(modules, name) {
			t.Errorf("a package imports the module %s", name)
		}
	}
}
