package config

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// site is a project directory with its configuration, an empty home and etc,
// and a Watcher on them.
type site struct {
	*testing.T
	root string
	path string // the project's file
	o    Options
	w    *Watcher
	log  refusals
}

func newSite(t *testing.T, mode Mode) *site { return newSiteIn(t, mode, quietDir(t)) }

// quietDir is a directory with little other activity around it. Around the usual one tests and
// programs come and go. Each of them is a hint, and would hide a missing watch.
func quietDir(t *testing.T) string {
	base := "/var/tmp"
	if os.Getenv(childEnv) != "" {
		base = "/dev/shm" // not to disturb the tests of the parent
	}
	dir, err := os.MkdirTemp(base, "shape-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func newSiteIn(t *testing.T, mode Mode, root string) *site {
	s := &site{T: t, root: root}
	s.o = Options{TrustProject: true,
		Dir: s.in("project"), Home: s.in("home"), Etc: s.in("etc"),
		Getenv:   func(string) (string, bool) { return "", false },
		Debounce: 30 * time.Millisecond, MaxWait: 300 * time.Millisecond, Poll: -1,
		Logger: slog.New(&s.log),
	}
	if mode == ModePoll {
		s.o.PollOnly, s.o.Poll = true, 50*time.Millisecond
	}
	s.path = s.in("project/.code-scalpel/response_config.json")
	s.mkdir(filepath.Dir(s.path))
	return s
}

// in is a path inside the site.
func (s *site) in(path string) string { return filepath.Join(s.root, path) }

func (s *site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) mkdir(path string) { s.Helper(); s.must(os.MkdirAll(path, 0o755)) }

// write writes in place.
func (s *site) write(path string, data []byte) { s.Helper(); s.must(os.WriteFile(path, data, 0o644)) }

func (s *site) save(n int) { s.Helper(); s.write(s.path, content(n)) }

// replace writes beside and renames over, as most programs save.
func (s *site) replace(path string, data []byte) {
	s.Helper()
	s.write(path+".tmp", data)
	s.must(os.Rename(path+".tmp", path))
}

// relink makes link lead to target, at once.
func (s *site) relink(target, link string) {
	s.Helper()
	s.must(os.Symlink(target, link+".tmp"))
	s.must(os.Rename(link+".tmp", link))
}

// pause is a pause of the situation itself, such as the one between two halves of a save.
// Tests never wait for a Watcher with it.
func (s *site) pause(d time.Duration) { time.Sleep(d) }

func (s *site) start() {
	s.Helper()
	w, err := Watch(context.Background(), s.o)
	s.must(err)
	s.w = w
	s.Cleanup(w.Close)
}

// startAt saves n and starts.
func (s *site) startAt(n int) {
	s.Helper()
	s.save(n)
	s.start()
	s.uses(n)
}

// await waits until ok holds.
func (s *site) await(what string, ok func(Status) bool) {
	s.Helper()
	changes, cancel := s.w.Subscribe()
	defer cancel()
	deadline := time.After(2 * time.Minute)
	for !ok(s.w.Status()) {
		select {
		case <-changes:
		case <-deadline:
			s.Fatalf("still not %s; in use is %d, %+v", what, s.value(), s.w.Status())
		}
	}
}

// sees waits until n is in use and nothing is wrong.
func (s *site) sees(n int) {
	s.Helper()
	s.await(fmt.Sprintf("in use: %d", n), func(st Status) bool { return s.value() == n && st.Err == nil })
}

// refuses waits until the files as they are have been refused.
func (s *site) refuses() Status {
	s.Helper()
	s.await("refused", func(st Status) bool { return st.Refused != "" && st.Err != nil })
	return s.w.Status()
}

// misses waits until a file in use is reported as vanished.
func (s *site) misses() {
	s.Helper()
	s.await("missing", func(st Status) bool { return st.Missing && st.Err != nil })
}

// uses asserts that n is in use now.
func (s *site) uses(n int) {
	s.Helper()
	if got := s.value(); got != n {
		s.Errorf("in use: %d, want %d; %+v", got, n, s.w.Status())
	}
}

// keeps runs a function without an effect, has the files checked, and asserts an unchanged
// generation.
func (s *site) keeps(what func()) {
	s.Helper()
	before := s.w.Status().Generation
	what()
	s.must(s.w.Reload(context.Background()))
	if after := s.w.Status().Generation; after != before {
		s.Errorf("generation went from %d to %d", before, after)
	}
}

func (s *site) value() int {
	s.Helper()
	n, err := valueOf(s.w.Profiles())
	s.must(err)
	return n
}

// content is a configuration with n at its beginning and at its end. They lie more than a page
// apart, so halves of two saves do not agree.
func content(n int) []byte {
	return fmt.Appendf(nil, "{\"global\": {\"profile\": \"v%d\"},\n/* %s */\n%s}\n", n, strings.Repeat("padding ", 600), tail(n))
}

// short is content without the padding.
func short(n int) []byte { return fmt.Appendf(nil, `{"global":{"profile":"v%d"},%s}`, n, tail(n)) }

func tail(n int) string {
	return fmt.Sprintf(`"profiles": {"v%d": {}}, "tool_overrides": {"t": {"include_only": ["v%d"]}}`, n, n)
}

// valueOf is the n of a configuration, 0 for the built-ins. It fails when the
// configuration is not one of those that content makes.
func valueOf(set *profiles.Set) (int, error) {
	r, err := set.Resolve(profiles.Key{Tool: "t"})
	if err != nil {
		return 0, err
	}
	if r.Profile == "minimal" && len(r.Include) == 0 {
		return 0, nil
	}
	shown := func(rule profiles.Rule) bool { return rule.Path.String() == r.Profile }
	if len(r.Include) != 1 || !slices.ContainsFunc(r.Include[0].Rules, shown) {
		return 0, fmt.Errorf("torn: profile %s, include %v", r.Profile, r.Include)
	}
	return strconv.Atoi(strings.TrimPrefix(r.Profile, "v"))
}

// spectate reads the configuration as fast as it can until stop is called. stop returns the
// values seen, in order. A torn configuration fails the test, and so does a generation after a
// later one.
func (s *site) spectate() (stop func() []int) {
	var seen []int
	var before *profiles.Set
	var generation uint64
	quit, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for last := false; !last; {
			select {
			case <-quit:
				last = true
			default:
			}
			set := s.w.Profiles()
			if set == before {
				runtime.Gosched()
				continue
			}
			n, err := valueOf(set)
			if err != nil || set.Generation() <= generation {
				s.Errorf("generation %d after %d: %v", set.Generation(), generation, err)
				return
			}
			before, generation = set, set.Generation()
			seen = append(seen, n)
		}
	}()
	return func() []int { close(quit); <-stopped; return seen }
}

// hides reports whether the configuration hides the field from every tool.
func (s *site) hides(field string) bool {
	r, err := s.w.Profiles().Resolve(profiles.Key{Tool: "any"})
	s.must(err)
	mask, err := fieldmask.Parse(field)
	s.must(err)
	return slices.ContainsFunc(r.Exclude, func(rule profiles.Rule) bool {
		return rule.Path.String() == mask[0].String()
	})
}

// refusals is a log handler that counts the messages about refused files.
type refusals struct {
	mu    sync.Mutex
	count int
}

func (r *refusals) Enabled(context.Context, slog.Level) bool { return true }
func (r *refusals) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r *refusals) WithGroup(string) slog.Handler            { return r }

func (r *refusals) Handle(_ context.Context, record slog.Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if strings.Contains(record.Message, "refused") {
		r.count++
	}
	return nil
}

func (r *refusals) logged() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}
