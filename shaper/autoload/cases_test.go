package autoload_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
)

// reloadStep changes the file, or filters data under the configuration in force.
type reloadStep struct {
	Config     json.RawMessage `json:"config"`
	ConfigText *string         `json:"config_text"`
	Delete     bool            `json:"delete"`
	Filter     json.RawMessage `json:"filter"`
}

func TestReloadCases(t *testing.T) {
	testkit.Run(t, "../../testdata/cases", "../../../shared/cases", map[string]testkit.Adapter{
		"scalpel.reload": reloadCase,
	})
}

// reloadCase takes the steps of a case; the first one is the file at start.
func reloadCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct{ Steps []reloadStep }](t, c)
	dir := t.TempDir()
	file := filepath.Join(dir, ".code-scalpel", "response_config.json")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	in.Steps[0].change(t, file)
	eng, err := autoload.Load(t.Context(), config.Options{Dir: dir, Home: dir, Etc: filepath.Join(dir, "etc"), Debounce: time.Millisecond})
	if err != nil {
		return testkit.Result{Err: err}
	}
	defer eng.Close()
	var outcomes [][]byte
	for _, step := range in.Steps[1:] {
		if step.Filter == nil {
			step.change(t, file)
			eng.Watcher().Reload(t.Context()) // the case states the effect of a bad file
			continue
		}
		out, err := eng.Shape(t.Context(), shaper.Request{Tool: c.Tool, Dialect: "plain", Body: step.Filter})
		if err != nil {
			return testkit.Result{Err: err}
		}
		outcomes = append(outcomes, out.Body)
	}
	return testkit.Result{Output: append(append([]byte("["), bytes.Join(outcomes, []byte(","))...), ']')}
}

func (s reloadStep) change(t *testing.T, file string) {
	t.Helper()
	text := []byte(s.Config)
	if s.ConfigText != nil {
		text = []byte(*s.ConfigText)
	}
	switch {
	case s.Delete:
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	case text != nil:
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
