package autoload_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
)

// gone is a backend that works at the start alone.
type gone struct{ archive.Store }

func (gone) Put(context.Context, archive.Handle, []byte) error { return errors.New("no route") }

// A shared store that this program lacks is Unkept. One that fails later leaves a result whole
// under its hiding rules. The report and the log say so, the log once a minute.
func TestSharedArchive(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "shape.json")
	for name, text := range map[string]string{
		file:                        `{"global": {"max_string": 10, "archive": {"store": "redis", "url": "redis://u:canary@h", "prefix": "p", "key_file": "keys", "ttl": "2h"}}, "privacy": {"drop": ["secret"]}}`,
		filepath.Join(home, "keys"): strings.Repeat("1", 64),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	o := config.Options{Path: file, Dir: home, Home: home, Etc: home, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	load := func() *autoload.Engine {
		eng, err := autoload.Load(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(eng.Close)
		return eng
	}
	if err := load().Unkept; err == nil || !strings.Contains(err.Error(), "shape-serve") {
		t.Fatal(err)
	}
	var opened archive.Settings
	archive.Register("redis", func(s archive.Settings) (archive.Store, error) {
		opened = s
		return gone{archive.NewMemory(archive.Limits{})}, nil
	})
	eng := load()
	if eng.Unkept != nil || opened.URL != "redis://u:canary@h" || opened.Prefix != "p" || opened.Limits.Age.Hours() != 2 {
		t.Fatalf("%+v %v", opened, eng.Unkept)
	}
	body, err := json.Marshal(map[string]string{"a": strings.Repeat("long ", 100), "secret": "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		out, err := eng.Shape(t.Context(), shaper.Request{Body: body})
		if err != nil || len(out.Body) < 500 || bytes.Contains(out.Body, []byte("hidden")) || !errors.Is(out.Report.Kept.Err, archive.ErrStore) {
			t.Fatalf("%s %v %v", out.Body, out.Report.Kept.Err, err)
		}
	}
	if text := log.String(); strings.Count(text, "the store failed") != 1 || strings.Contains(text, "canary") {
		t.Error(text)
	}
}
