package arch

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A filter starts once for each answer of a tool. So the work of a package before main
// costs time on every start.
const (
	mostInitMillis = 0.5
	mostInitBytes  = 32 << 10
	mostInitAllocs = 100
)

// larger holds the bounds of libraries whose tables are made before main.
var larger = map[string]initialised{
	"golang.org/x/net/html": {mostInitMillis, 128 << 10, mostInitAllocs},
	"go.yaml.in/yaml/v3":    {mostInitMillis, mostInitBytes, 300},
}

// initialised is the cost of a package before main.
type initialised struct {
	millis        float64
	bytes, allocs int
}

var initLine = regexp.MustCompile(`^init (\S+) @\S+ ms, (\S+) ms clock, (\d+) bytes, (\d+) allocs$`)

// TestStart bounds the work before main of each package that the filter links. Bytes and
// allocations are the same in every run. The time is that of the fastest of some runs,
// since a busy machine only adds to it.
func TestStart(t *testing.T) {
	shape := filepath.Join(t.TempDir(), "shape")
	if out, err := exec.Command("go", "build", "-o", shape, module+"/cmd/shape").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// A template calls methods by name. With one the linker keeps every exported method.
	if program, err := os.ReadFile(shape); err != nil || bytes.Contains(program, []byte("text/template.(*Template).Execute")) {
		t.Errorf("%v, or the command executes templates", err)
	}
	var fastest map[string]initialised
	for range 30 {
		if fastest = faster(fastest, traced(t, shape)); len(tooMuch(fastest)) == 0 {
			break
		}
	}
	if len(fastest) < 20 {
		t.Fatalf("%d packages were initialised", len(fastest))
	}
	for _, fault := range tooMuch(fastest) {
		t.Error(fault)
	}
}

// traced runs the filter once, on a small document.
func traced(t *testing.T, shape string) map[string]initialised {
	t.Helper()
	var trace strings.Builder
	cmd := exec.Command(shape, "--no-config", "-x", "x")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	cmd.Stdin, cmd.Stderr = strings.NewReader(`{"x":1}`), &trace
	if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) != "{}" {
		t.Fatalf("%v: %s", err, out)
	}
	run := map[string]initialised{}
	for line := range strings.Lines(trace.String()) {
		m := initLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			t.Fatalf("no trace: %q", line)
		}
		var i initialised
		i.millis, _ = strconv.ParseFloat(m[2], 64)
		i.bytes, _ = strconv.Atoi(m[3])
		i.allocs, _ = strconv.Atoi(m[4])
		run[m[1]] = i
	}
	return run
}

// faster is the lesser of two runs, package by package.
func faster(a, b map[string]initialised) map[string]initialised {
	for name, before := range a {
		now := b[name]
		b[name] = initialised{min(before.millis, now.millis), min(before.bytes, now.bytes), min(before.allocs, now.allocs)}
	}
	return b
}

func tooMuch(run map[string]initialised) (faults []string) {
	for name, i := range run {
		most, ok := larger[name]
		if !ok {
			most = initialised{mostInitMillis, mostInitBytes, mostInitAllocs}
		}
		if i.millis > most.millis || i.bytes > most.bytes || i.allocs > most.allocs {
			faults = append(faults, fmt.Sprintf("%s takes %v ms, %d bytes and %d allocations before main", name, i.millis, i.bytes, i.allocs))
		}
	}
	return faults
}

// The engine is linked into programs of others: it brings no reader of files, no
// watcher, no tables of Unicode and no schema library.
func TestEngineStandsAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"/shaper", module+"/fieldmask", module+"/profiles").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	unwanted := regexp.MustCompile(`koanf|mapstructure|hujson|notify|jsonschema-go|santhosh|^golang\.org/x/text`)
	deps := strings.Fields(string(out))
	if len(deps) < 20 {
		t.Fatalf("go list names %d packages", len(deps))
	}
	for _, dep := range deps {
		if unwanted.MatchString(dep) {
			t.Errorf("the engine links %s", dep)
		}
	}
}
