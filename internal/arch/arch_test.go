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

// rules says what the packages below a folder may import beside the standard
// library: folders of this module, and modules of others. The longest folder
// that fits a package rules it. Tests may import more.
var rules = map[string][]string{
	"fieldmask":         {},
	"internal/scan":     {},
	"internal/arch":     {},
	"profiles":          {"fieldmask"},
	"config":            {"profiles", "fieldmask", "github.com/knadh/koanf", "github.com/go-viper/mapstructure", "github.com/tailscale/hujson", "github.com/santhosh-tekuri/jsonschema", "github.com/fsnotify/fsnotify"},
	"shaper":            {"profiles", "fieldmask", "internal/scan", "shaper/envelope", "github.com/tidwall/gjson"},
	"shaper/envelope":   {"internal/scan", "github.com/tidwall/gjson", "github.com/tidwall/sjson", "golang.org/x/text"},
	"shaper/tokens":     {},
	"shaper/autoload":   {"shaper", "config"},
	"internal/casetest": {},
	"bench":             {"shaper", "profiles"},
	"cmd":               {"config", "fieldmask", "internal/scan", "profiles", "shaper", "github.com/spf13", "github.com/tidwall/sjson", "golang.org/x"},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func TestImportsRunOneWay(t *testing.T) {
	for _, p := range packages(t) {
		folder := strings.TrimPrefix(p.ImportPath, module+"/")
		ruler, ok := rulerOf(folder)
		if !ok {
			t.Errorf("%s: no rule says what it may import", folder)
			continue
		}
		for _, imported := range p.Imports {
			if !isStandard(imported) && !allowed(rules[ruler], imported) {
				t.Errorf("%s must not import %s", folder, imported)
			}
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

// rulerOf returns the longest folder with a rule that holds the package.
func rulerOf(folder string) (ruler string, ok bool) {
	for f := range rules {
		if (folder == f || strings.HasPrefix(folder, f+"/")) && len(f) > len(ruler) {
			ruler, ok = f, true
		}
	}
	return ruler, ok
}

func allowed(rule []string, imported string) bool {
	local, isLocal := strings.CutPrefix(imported, module+"/")
	return slices.ContainsFunc(rule, func(r string) bool {
		if isLocal {
			return local == r || r == "shaper" && strings.HasPrefix(local, "shaper/")
		}
		return imported == r || strings.HasPrefix(imported, r+"/")
	})
}

// isStandard reports whether a path is of the standard library, whose first
// element has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// Each rule must be of use, so that the table stays true.
func TestRulesAreUsed(t *testing.T) {
	imports := map[string][]string{} // of all packages that a folder rules
	for _, p := range packages(t) {
		ruler, _ := rulerOf(strings.TrimPrefix(p.ImportPath, module+"/"))
		imports[ruler] = append(imports[ruler], p.Imports...)
	}
	for folder, rule := range rules {
		for _, r := range rule {
			if !slices.ContainsFunc(imports[folder], func(i string) bool { return allowed([]string{r}, i) }) {
				t.Errorf("%s may import %s, and no package does", folder, r)
			}
		}
	}
}
