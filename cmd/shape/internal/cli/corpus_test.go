package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestStrictJSON compares the exit status with verdicts on streams of documents: own ones, and
// the JSON test suite if it is present.
func TestStrictJSON(t *testing.T) {
	verdicts := map[string]string{}
	texts := map[string]string{}
	for text, verdict := range map[string]string{
		`{"a":[1,-0,1e5,"\u00e9",true,null]}`: "accept",
		`[] []`:                               "accept",
		``:                                    "accept",
		`{"a":1,"a":1}`:                       "reject",
		`[1,]`:                                "reject",
		`[1`:                                  "reject",
		`["\ud800"]`:                          "reject",
		`[01]`:                                "reject",
		`truefalse`:                           "accept",
		`tru`:                                 "reject",
		`-`:                                   "reject",
	} {
		verdicts[text], texts[text] = verdict, text
	}
	for name, verdict := range suiteVerdicts(t) {
		text, err := os.ReadFile(shared("suites/jsontestsuite/test_parsing/" + name))
		if err != nil {
			t.Fatal(err)
		}
		verdicts[name], texts[name] = verdict, string(text)
	}
	alone(t)
	for name, verdict := range verdicts {
		got := shape(strings.NewReader(texts[name]), "--strict", "--no-config")
		switch {
		case verdict == "accept" && got.status != 0, verdict == "reject" && got.status != app.ExitJSON:
			t.Errorf("%q: exit status %d, want %s: %s", name, got.status, verdict, got.stderr)
		case verdict == "either" && got.status != 0 && got.status != app.ExitJSON:
			t.Errorf("%q: exit status %d", name, got.status)
		}
		docs(t, got.stdout)
	}
}

func suiteVerdicts(t *testing.T) map[string]string {
	t.Helper()
	list := shared("suites/jsontestsuite/expected_strict.json")
	if list == "" {
		return nil
	}
	var suite struct {
		Files map[string]struct{ Stream string }
	}
	text, err := os.ReadFile(list)
	if err == nil {
		err = json.Unmarshal(text, &suite)
	}
	if err != nil || len(suite.Files) == 0 {
		t.Fatalf("%d files, %v", len(suite.Files), err)
	}
	verdicts := map[string]string{}
	for name, f := range suite.Files {
		verdicts[name] = f.Stream
	}
	return verdicts
}

// TestNothingToExclude passes responses through a mask that matches nothing:
// nothing but white space may change.
func TestNothingToExclude(t *testing.T) {
	responses := map[string]string{"own": ` {"result" : {"content":[{"type":"text","text":"{ \"a\" : 1.0 }\n"}]},
		"jsonrpc":"2.0", "id" : 9007199254740993, "z\/":"\u003c<é", "e":[ ], "o":{ } }` + "\n"}
	if dir := shared("captures"); dir != "" {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".response.json") {
				var text []byte
				text, err = os.ReadFile(filepath.Join(dir, path))
				responses[path] = string(text)
			}
			return err
		})
		if err != nil || len(responses) < 2 {
			t.Fatalf("%d responses, %v", len(responses), err)
		}
	}
	alone(t)
	for name, text := range responses {
		got := shape(strings.NewReader(text), "-x", "_none_", "--dialect", "plain")
		want := string(scan.AppendCompact(nil, []byte(text))) + "\n"
		if got.status != 0 || got.stdout != want {
			t.Errorf("%s: exit status %d %s\n got %.300s\nwant %.300s", name, got.status, got.stderr, got.stdout, want)
		}
	}
}

// TestLargeDocuments shapes documents that are larger than every buffer.
func TestLargeDocuments(t *testing.T) {
	alone(t)
	var in, want bytes.Buffer
	for i := range 5 {
		rows := strings.Repeat(fmt.Sprintf(`{"id":%d,"secret":"s"},`, i), 50_000)
		fmt.Fprintf(&in, "[%s{}]\n", rows)
		fmt.Fprintf(&want, "[%s{}]\n", strings.ReplaceAll(rows, `,"secret":"s"`, ""))
	}
	if got := shape(&in, "-x", "secret"); got.status != 0 || got.stdout != want.String() {
		t.Errorf("exit status %d, %d bytes, want %d", got.status, len(got.stdout), want.Len())
	}
}

// TestManyMasks holds the limit on masks, and that many of them cost little.
func TestManyMasks(t *testing.T) {
	alone(t)
	var args []string
	for i := range fieldmask.MaxPaths {
		args = append(args, fmt.Sprintf("--exclude=**.a.**.a.f%d", i))
	}
	in := strings.Repeat(`{"a":`, 500) + `{"f1":1,"k":2}` + strings.Repeat("}", 500)
	var got outcome
	testkit.Within(t, 5*time.Second, func() { got = shape(strings.NewReader(in), args...) })
	if want := strings.Replace(in, `"f1":1,`, "", 1) + "\n"; got.status != 0 || got.stdout != want {
		t.Errorf("exit status %d %s, %d bytes, want %d", got.status, got.stderr, len(got.stdout), len(want))
	}
	if got := shape(strings.NewReader(in), append(args, "-x", "more")...); got.status != app.ExitUsage || got.stdout != "" {
		t.Errorf("one mask too many: exit status %d, %s", got.status, got.stderr)
	}
}
