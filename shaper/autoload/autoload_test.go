package autoload_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
)

// site is a folder with a configuration that an engine follows.
type site struct {
	file string
	eng  *autoload.Engine
}

func newSite(tb testing.TB, text string) *site { return newSiteOf(tb, text, true) }

// newSiteOf makes a site whose file is the user's own, or a project's.
func newSiteOf(tb testing.TB, text string, trusted bool) *site {
	tb.Helper()
	dir := tb.TempDir()
	home := dir
	if !trusted {
		home = filepath.Join(dir, "home")
	}
	s := &site{file: filepath.Join(dir, ".code-scalpel", "response_config.json")}
	if err := os.Mkdir(filepath.Dir(s.file), 0o755); err != nil {
		tb.Fatal(err)
	}
	s.save(tb, text)
	var err error
	s.eng, err = autoload.Load(tb.Context(), config.Options{
		Dir: dir, Home: home, Etc: filepath.Join(dir, "etc"), Debounce: time.Millisecond, TrustProject: true,
		Getenv: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.eng.Close)
	return s
}

// save replaces the file at once.
func (s *site) save(tb testing.TB, text string) {
	tb.Helper()
	temp := s.file + ".new"
	if err := os.WriteFile(temp, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
	if err := os.Rename(temp, s.file); err != nil {
		tb.Fatal(err)
	}
}

func (s *site) shape(tb testing.TB, body string) shaper.Result {
	tb.Helper()
	out, err := s.eng.Shape(tb.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// hiding is the configuration of a generation: odd ones hide a, even ones b.
func hiding(generation int) string {
	return fmt.Sprintf(`{"description": "%d", "tool_overrides": {"t": {"exclude_fields": [%q]}}}`,
		generation, []string{"b", "a"}[generation%2])
}

// Situation 36: while the file changes, every answer is that of the one
// generation that its report names.
func TestAnswersAreOfOneGeneration(t *testing.T) {
	s := newSite(t, hiding(1))
	const body = `{"rows":[{"a":1,"b":2},{"a":3,"b":4}]}`
	want := []string{`{"rows":[{"a":1},{"a":3}]}`, `{"rows":[{"b":2},{"b":4}]}`}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			last := uint64(0)
			for {
				select {
				case <-stop:
					return
				default:
				}
				out, err := s.eng.Shape(context.Background(), shaper.Request{Tool: "t", Body: []byte(body)})
				if err != nil || string(out.Body) != want[out.Report.Generation%2] || out.Report.Generation < last {
					t.Errorf("generation %d after %d: %s, %v", out.Report.Generation, last, out.Body, err)
					return
				}
				last = out.Report.Generation
			}
		})
	}
	for generation := 2; generation <= 20; generation++ {
		s.save(t, hiding(generation))
		if err := s.eng.Watcher().Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	readers.Wait()
	if got := s.shape(t, body).Report.Generation; got != 20 {
		t.Errorf("after 20 saves the generation is %d", got)
	}
}

// Situation 44: a save that cannot be used reveals nothing that was hidden.
func TestBadSavesRevealNothing(t *testing.T) {
	const body = `{"secret":1,"rows":[{"secret":2,"id":3}],"user":{"email":"a@example.com"}}`
	const want = `{"rows":[{"id":3}],"user":{"email":"[redacted]"}}`
	const good = `{"privacy": {"drop": ["secret"], "mask": [{"path": "**.email"}]}}`
	bad, err := filepath.Glob("../../testdata/config/*.bad.json")
	if err != nil || len(bad) < 15 {
		t.Fatal(len(bad), err)
	}
	for _, trusted := range []bool{true, false} {
		s := newSiteOf(t, good, trusted)
		for _, file := range bad {
			t.Run(fmt.Sprintf("%s trusted %v", filepath.Base(file), trusted), func(t *testing.T) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				s.save(t, string(text))
				if err := s.eng.Watcher().Reload(t.Context()); err == nil {
					t.Fatal("the bad file was taken")
				}
				out, err := s.eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
				if closed := s.eng.Watcher().Status().Closed; closed != (err != nil) || closed && !trusted {
					t.Errorf("closed %v: %v", closed, err)
				}
				if err == nil && string(out.Body) != want {
					t.Errorf("generation %d: %s", out.Report.Generation, out.Body)
				}
				s.save(t, good)
				if err := s.eng.Watcher().Reload(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got := string(s.shape(t, body).Body); got != want {
					t.Errorf("mended: %s", got)
				}
			})
		}
	}
}

func TestMustLoadPanicsOnABadFile(t *testing.T) {
	defer enter(`{"global": {"profile": "nosuch"}}`)()
	defer func() {
		if recover() == nil {
			t.Error("MustLoad took a configuration with an unknown profile")
		}
	}()
	autoload.MustLoad().Close()
}

// If the hiding rules of the home file are unknown, every response is an error without any
// byte of the body.
func TestNothingIsShownWhileHidingIsUnknown(t *testing.T) {
	s := newSite(t, `{"privacy":{"drop":["password"]}}`)
	s.save(t, `{"privacy":{"drop":["a..b"]}}`)
	if err := s.eng.Watcher().Reload(t.Context()); err == nil || !s.eng.Watcher().Status().Closed {
		t.Fatalf("Reload: %v", err)
	}
	for _, body := range []string{`{"password":1,"a":2}`, `"text"`, `{}`, `no JSON`} {
		if out, err := s.eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)}); err == nil || len(out.Body) > 0 {
			t.Errorf("%s: %s, %v", body, out.Body, err)
		}
	}
	s.save(t, `{"privacy":{"drop":["password","a"]}}`)
	if err := s.eng.Watcher().Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if out := s.shape(t, `{"password":1,"a":2}`); string(out.Body) != `{}` {
		t.Errorf("%s", out.Body)
	}
}
