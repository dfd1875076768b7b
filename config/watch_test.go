package config

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

func TestStatusIsTheRecord(t *testing.T) {
	s := newSite(t, ModeNotify)
	begin := time.Now()
	s.startAt(1)
	first, current := s.w.Status(), s.w.Current()
	if first.Generation != 1 || first.Path != s.path || first.Live != current.Hash() || first.Mode != ModeNotify ||
		first.LoadedAt.Before(begin) || first.LoadedAt.After(time.Now()) || first.Err != nil || first.Refused != "" || first.Missing {
		t.Errorf("at the start: %+v", first)
	}
	if current.Generation() != 1 || s.w.Profiles().Generation() != 1 || s.w.Profiles() != current.Profiles() {
		t.Error("the snapshot and its profiles are not of generation 1")
	}
	s.write(s.path, []byte(`{`))
	refused := s.refuses()
	if refused.Generation != 1 || refused.Live != first.Live || refused.LoadedAt != first.LoadedAt || refused.Refused == first.Live {
		t.Errorf("refused: %+v", refused)
	}
	s.save(2)
	s.sees(2)
	if st := s.w.Status(); st.Generation != 2 || st.Live == first.Live || !st.LoadedAt.After(first.LoadedAt) {
		t.Errorf("the second: %+v", st)
	}
}

// TestReloadAnswersForItsCall has neither notifications nor a poll. A save before the call is
// in use after it, or its error is returned.
func TestReloadAnswersForItsCall(t *testing.T) {
	s := newSite(t, ModePoll)
	s.o.Poll = -1
	s.startAt(1)
	for n := 2; n <= 5; n++ {
		s.save(n)
		s.must(s.w.Reload(context.Background()))
		s.uses(n)
		s.write(s.path, []byte(`{`))
		if s.w.Reload(context.Background()) == nil {
			t.Error("no error for an invalid file")
		}
		s.uses(n)
	}
}

// TestHalfASaveIsNotRefused finishes a save between the two looks at it.
func TestHalfASaveIsNotRefused(t *testing.T) {
	s := newSite(t, ModePoll)
	s.o.Poll = -1
	s.o.seams.building = sync.OnceFunc(func() { s.save(2) })
	s.startAt(1)
	s.write(s.path, []byte(`{`))
	s.must(s.w.Reload(context.Background()))
	s.uses(2)
	if n := s.log.logged(); n != 0 {
		t.Errorf("logged %d times", n)
	}
}

func TestSignal(t *testing.T) {
	s := newSite(t, ModePoll)
	s.o.Poll = -1
	s.startAt(1)
	s.w.NotifySignal(syscall.SIGHUP)
	s.save(2)
	self, err := os.FindProcess(os.Getpid())
	s.must(err)
	s.must(self.Signal(syscall.SIGHUP))
	s.sees(2)
}

const watchSection = `{"global": {"watch": {"debounce": "20ms", "max_wait": "200ms", "poll": "2s"}}}`

// TestTiming: Options beat the file in force, and that beats the default. Without
// notifications the poll is faster.
func TestTiming(t *testing.T) {
	for _, c := range []struct {
		name string
		text string
		o    Options
		want timing
	}{
		{"usual", `{}`, Options{}, timing{100 * time.Millisecond, time.Second, 5 * time.Second}},
		{"poll alone", `{}`, Options{PollOnly: true}, timing{100 * time.Millisecond, time.Second, time.Second}},
		{"file", watchSection, Options{}, timing{20 * time.Millisecond, 200 * time.Millisecond, 2 * time.Second}},
		{"file, poll alone", watchSection, Options{PollOnly: true}, timing{20 * time.Millisecond, 200 * time.Millisecond, 2 * time.Second}},
		{"options", watchSection, Options{Debounce: 1, MaxWait: 2, Poll: 3}, timing{1, 2, 3}},
		{"no poll", watchSection, Options{Poll: -1}, timing{20 * time.Millisecond, 200 * time.Millisecond, -1}},
	} {
		s := newSite(t, ModeNotify)
		s.write(s.path, []byte(c.text))
		c.o.Dir, c.o.Home, c.o.Etc, c.o.Getenv = s.o.Dir, s.o.Home, s.o.Etc, s.o.Getenv
		places, err := c.o.places()
		s.must(err)
		w := &Watcher{}
		w.status.Store(new(Status))
		f := newFollower(w, c.o, places)
		s.must(f.start(context.Background()))
		got := f.timing()
		if f.apart() >= 0 {
			got = f.ownTiming()
		}
		f.prober.Close(grace)
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBrief: a brief program asks for no notifications before Debounce. Saves before and after
// that come into use.
func TestBrief(t *testing.T) {
	s := newSite(t, ModeNotify)
	s.o.seams.notifier = func() (*fsnotify.Watcher, error) {
		t.Error("asked for notifications")
		return fsnotify.NewWatcher()
	}
	s.o.Brief, s.o.Debounce, s.o.MaxWait = true, time.Hour, time.Hour
	s.startAt(1)
	if mode := s.w.Status().Mode; mode != ModeNotify {
		t.Errorf("at the start: %s", mode)
	}
	s.w.Close()
	started := make(chan struct{})
	s.o.seams.notifier = func() (*fsnotify.Watcher, error) {
		<-started
		s.save(2)
		return fsnotify.NewWatcher()
	}
	s.o.Debounce = time.Millisecond
	s.startAt(1)
	close(started)
	s.sees(2)
	s.save(3)
	s.sees(3)
}

// TestWatchedDirectoryMovedAndRemoved has fsnotify report errors while it holds
// the lock that its Add waits for: nothing may wait for the follower then.
func TestWatchedDirectoryMovedAndRemoved(t *testing.T) {
	s := newSite(t, ModeNotify)
	s.o.Debounce = time.Millisecond
	s.startAt(1)
	dir := filepath.Dir(s.path)
	for n := 2; n < 200; n++ {
		s.must(os.Rename(dir, dir+".old"))
		s.must(os.RemoveAll(dir + ".old"))
		s.mkdir(dir)
		s.save(n)
	}
	s.sees(199)
	s.save(200)
	s.sees(200)
}

// A save with an unknown key is used but for that key, with a warning at each load. A save
// with a key that may hide is refused, and the last good file stays.
func TestUnknownKeysOfReloads(t *testing.T) {
	bothModes(t, func(s *site) {
		var log strings.Builder
		s.o.Logger = slog.New(slog.NewTextHandler(&log, nil))
		s.startAt(1)
		for _, save := range []struct {
			text    string
			ignored int
			refused bool
		}{
			{`{"global": {"profile": "debug", "colour": 1}}`, 1, false},
			{`{"global": {"profile": "debug", "colour": 2, "shade": 1}}`, 2, false},
			{`{"global": {"profile": "minimal"}, "hide": ["a"]}`, 2, true},
			{`{"global": {"profile": "minimal"}, "x-colour": 1}`, 0, false},
		} {
			s.replace(s.path, []byte(save.text))
			err := s.w.Reload(context.Background())
			warnings := s.w.Current().Warnings()
			if (err != nil) != save.refused || len(warnings) != save.ignored {
				s.Errorf("%s: error %v, warnings %v", save.text, err, warnings)
			}
			for _, w := range warnings {
				if !w.Ignored {
					s.Errorf("%s: %v is not ignored", save.text, w)
				}
			}
		}
		s.w.Close()
		if n := strings.Count(log.String(), "it has no effect"); n != 3 {
			s.Errorf("%d warnings in the log:\n%s", n, &log)
		}
	})
}
