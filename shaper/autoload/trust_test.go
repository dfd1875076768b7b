package autoload_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
)

// A program that sets no logger learns of keys that are set aside, unless it trusts the file.
func TestSetAsideIsLogged(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".code-scalpel", "response_config.json")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"privacy":{"mask":[{"path":"risk","with":"none"}]}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	for trust, want := range map[bool]string{false: `{"risk":"[redacted]"}`, true: `{"risk":"none"}`} {
		log.Reset()
		eng, err := autoload.Load(t.Context(), config.Options{
			Dir: dir, Home: filepath.Join(dir, "home"), Etc: filepath.Join(dir, "etc"), TrustProject: trust,
			Getenv: func(string) (string, bool) { return "", false },
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(`{"risk":"high"}`)})
		eng.Close()
		if err != nil || string(out.Body) != want || strings.Contains(log.String(), "shape config trust") == trust {
			t.Errorf("trust %v: %s, %v, %s", trust, out.Body, err, log.String())
		}
	}
}
