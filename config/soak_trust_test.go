package config

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

// TestSoakTrust puts files of a stranger's project beside a home file with a new rule. For any
// such files the rule holds soon, and no earlier rule is lifted. It is 25 files. With
// SHAPE_SOAK=1 it is 1,000, and the rule must hold within 1.5 s. A file that misses it because
// of a busy machine is tried again.
//
//	SHAPE_SOAK=1 go test -run TestSoakTrust -timeout 1h -v ./config
func TestSoakTrust(t *testing.T) {
	skipIfShort(t)
	files := 25
	if soaking {
		files = 1000
	}
	var r trustRun
	t.Run("files", func(t *testing.T) { // ends after all of them
		for n := range files {
			t.Run(fmt.Sprintf("%d %s", n, hostile[n%len(hostile)].name), func(t *testing.T) {
				if !soaking {
					t.Parallel()
				}
				r.tighten(t, n)
			})
		}
	})
	t.Logf("%d of %d within %v, worst %v, %d tried again", files-r.late, files, trustLimit, r.worst, r.again)
	if soaking && r.late > 0 {
		t.Errorf("%d too late", r.late)
	}
}

// trustLimit is how long a rule of the home file may take.
const trustLimit = 1500 * time.Millisecond

// trustRun counts how the files of TestSoakTrust went.
type trustRun struct {
	mu          sync.Mutex
	worst       time.Duration
	late, again int
}

func (r *trustRun) tighten(t *testing.T, n int) {
	s := newSite(t, []Mode{ModeNotify, ModeNotify, ModeNotify, ModePoll}[n%4])
	s.o.Debounce, s.o.MaxWait, s.o.Poll = 0, 0, 0
	took, again := s.tightenBeside(n), 0
	for ; soaking && took > trustLimit && again < 5; again++ {
		t.Logf("took %v; once more", took)
		took = s.tightenBeside(n)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.worst, r.again = max(r.worst, took), r.again+again
	if took > trustLimit {
		r.late++
	}
}

// tightenBeside has a stranger's file appear, and the home file tightened before,
// while or after it does. It returns how long that took to hold.
func (s *site) tightenBeside(n int) time.Duration {
	s.Helper()
	random := rand.New(rand.NewPCG(uint64(n), 9))
	s.must(os.RemoveAll(s.in("project")))
	s.must(os.RemoveAll(s.in("home")))
	s.mkdir(filepath.Dir(s.path))
	s.put(s.home(), `{"privacy": {"drop": ["one"], "mask": [{"path": "two"}]}}`)
	if random.IntN(2) == 0 {
		s.save(1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w, err := Watch(ctx, s.o)
	s.must(err)
	s.w = w
	defer func() {
		cancel()
		w.Close()
	}()
	appeared := make(chan struct{})
	go func() {
		defer close(appeared)
		hostile[n%len(hostile)].put(s, rand.New(rand.NewPCG(uint64(n), 99)))
	}()
	if random.IntN(3) > 0 {
		<-appeared
	}
	s.pause(time.Duration(random.IntN(300)) * time.Millisecond)
	var lifted atomic.Bool
	tight := func() bool {
		lifted.Store(lifted.Load() || !s.hides("one"))
		return s.hides("three")
	}
	begin := time.Now()
	s.put(s.home(), `{"privacy": {"drop": ["one", "three"], "mask": [{"path": "two"}]}}`)
	s.await("tightened", func(Status) bool { return tight() })
	took := time.Since(begin)
	<-appeared
	if _ = w.Reload(ctx); !tight() || lifted.Load() {
		s.Error("a rule is lifted")
	}
	return took
}

// hostile are the kinds of files that a project may hold. A random choice makes one file of
// its kind.
var hostile = []struct {
	name string
	put  func(s *site, random *rand.Rand)
}{
	{"watch at its slowest", saying(func(*rand.Rand) string {
		return `{"global": {"watch": {"debounce": "5s", "max_wait": "10s", "poll": "60s"}}}`
	})},
	{"watch out of bounds", saying(func(random *rand.Rand) string {
		values := []string{`"24h"`, `"99999h99999h99999h"`, `86400000`, `-1`, `1e300`, `"soon"`, `null`, `[]`, `0`}
		value := func() string { return values[random.IntN(len(values))] }
		return fmt.Sprintf(`{"global": {"watch": {"debounce": %s, "max_wait": %s, "poll": %s}}}`, value(), value(), value())
	})},
	{"masses of warnings", saying(func(random *rand.Rand) string {
		return `{"global": {` + counted(random.IntN(upTo(8000)), `"foreign#": #,`) + `"profile": "debug"}, "tool_overrides": {` +
			counted(random.IntN(1000), `"t#": {"include_only": ["one", "three"]},`) + `"u": {}}}`
	})},
	{"masses of masks", saying(func(random *rand.Rand) string {
		lists := strings.Repeat(`,`+strings.TrimSuffix(counted(1+random.IntN(1024), `"m#",`), ","), 1)[1:]
		return `{"tool_overrides": {` + counted(1+random.IntN(9), `"t#": {"exclude_fields": [`+lists+`]},`) +
			`"u": {}}, "privacy": {"drop": [` + lists + `]}}`
	})},
	{"masses of patterns", saying(func(random *rand.Rand) string {
		return `{"privacy": {"mask": [` + counted(1+random.IntN(1000), `{"pattern": "(x|y){50}#[a-z]{50}"},`) + `{"path": "z"}], "on_unreadable": "refuse"}}`
	})},
	{"masses of tools", saying(func(random *rand.Rand) string {
		return `{"tool_overrides": {` + counted(1+random.IntN(300),
			`"*_*_*_*_*_*_*_*#": {"include_only": ["three"], "exclude_default_values": true, "response_mode": "x", "response_modes": {"x": ["b"]}},`) + `}}`
	})},
	{"masses of profiles", saying(func(random *rand.Rand) string {
		return `{"profiles": {` + counted(1+random.IntN(500), `"p#": {"extends": "debug", "include_only": ["three"]},`) +
			`"a": {"extends": "b"}, "b": {"extends": "` + []string{"a", "p0", "nowhere"}[random.IntN(3)] + `"}}}`
	})},
	{"wrong privacy", saying(func(random *rand.Rand) string {
		return []string{
			`{"privacy": {"drop": ["a..b"]}}`, `{"privacy": {"mask": [{"pattern": "("}]}}`, `{"drop": ["x"]}`, `{"privacy": 5}`,
			`{"privacy": {"drop": ["**"]}, "global": {"profile": "nowhere"}}`, `{"privacy": {}, "privacy": {"drop": "*"}}`,
			`{"tool_overrides": {"*": {"include_on_error": ["one", "three"]}}, "global": {"profile": "debug", "dialect": "mcp"}}`,
		}[random.IntN(7)]
	})},
	{"broken", func(s *site, random *rand.Rand) {
		whole := content(random.IntN(1000))
		for range random.IntN(4) {
			whole[random.IntN(len(whole))] = byte(random.Uint32())
		}
		s.write(s.path, whole[:random.IntN(len(whole))])
	}},
	{"another encoding", func(s *site, random *rand.Rand) {
		var zipped bytes.Buffer
		z := gzip.NewWriter(&zipped)
		_, _ = z.Write(content(1))
		_ = z.Close()
		all := [][]byte{zipped.Bytes(), []byte("\xff\xfe{\x00}\x00"), []byte("\xef\xbb\xbf{}"), []byte("\x00"), []byte("global:\n  profile: debug\n"), nil}
		s.write(s.path, all[random.IntN(len(all))])
	}},
	{"huge", func(s *site, random *rand.Rand) {
		s.write(s.path, content(1))
		s.must(os.Truncate(s.path, []int64{files.MaxSize, files.MaxSize + 1, 1 << 40}[random.IntN(3)]))
	}},
	{"full", saying(func(random *rand.Rand) string {
		item := []string{`"_c": {"a": []},`, `"x": 1,`, `"k#": {},`, `"profiles": {"p#": {}},`}[random.IntN(4)]
		return `{` + counted(upTo(files.MaxSize/(len(item)+6)), item) + `}`
	})},
	{"deep", saying(func(random *rand.Rand) string {
		depth := []int{999, 1001, 500_000}[random.IntN(3)]
		return []string{strings.Repeat("[", depth), `{"global": ` + strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth) + "}"}[random.IntN(2)]
	})},
	{"a link", func(s *site, random *rand.Rand) {
		targets := []string{
			"nowhere", filepath.Base(s.path), os.DevNull, "/dev/zero", "/dev/full", "/dev/tty", "/proc/self/mem", "/proc/kmsg", ".", "/", s.home(), s.etc(),
		}
		s.relink(targets[random.IntN(len(targets))], s.path)
	}},
	{"a link for a folder", func(s *site, random *rand.Rand) {
		folder := filepath.Dir(s.path)
		s.must(os.RemoveAll(folder))
		s.relink([]string{"nowhere", FolderName, "..", "/dev", filepath.Dir(s.home()), "/proc/self"}[random.IntN(6)], folder)
	}},
	{"no file", func(s *site, random *rand.Rand) {
		_ = os.Remove(s.path)
		if random.IntN(2) == 0 {
			s.mkdir(s.path)
		} else if err := exec.Command("mkfifo", s.path).Run(); err != nil {
			s.Error(err)
		}
	}},
	{"restless", func(s *site, random *rand.Rand) {
		for n := range 100 + random.IntN(300) {
			_ = os.WriteFile(s.path, [][]byte{content(n), short(n), nil, []byte(`{"privacy": {"drop": "x"}, "globl": 1}`)}[n%4], 0o644)
			s.pause(time.Duration(random.IntN(5)) * time.Millisecond)
		}
	}},
	{"coming and going", func(s *site, random *rand.Rand) {
		for n := range 10 + random.IntN(20) {
			_ = os.RemoveAll(s.in("project"))
			_ = os.MkdirAll(filepath.Dir(s.path), 0o755)
			_ = os.WriteFile(s.path, content(n), 0o644)
			s.pause(time.Duration(random.IntN(40)) * time.Millisecond)
		}
	}},
}

// saying saves a text, beside the file or in its place.
func saying(text func(*rand.Rand) string) func(*site, *rand.Rand) {
	return func(s *site, random *rand.Rand) {
		data := []byte(text(random))
		if random.IntN(2) == 0 {
			s.replace(s.path, data)
		} else {
			s.write(s.path, data)
		}
	}
}

// upTo is a number, or a tenth of it if there is no time for more.
func upTo(n int) int {
	if soaking {
		return n
	}
	return n / 10
}

// counted repeats a text with the number of each in the place of #.
func counted(n int, text string) string {
	var all strings.Builder
	for i := range n {
		all.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	return all.String()
}
