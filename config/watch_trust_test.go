package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// inTime runs a test with the poll alone, in a synthetic time. That passes only while all
// goroutines wait.
func inTime(t *testing.T, o Options, run func(*site)) {
	t.Helper()
	outer := newSite(t, ModePoll)
	outer.o.Debounce, outer.o.MaxWait, outer.o.Poll = o.Debounce, o.MaxWait, o.Poll
	synctest.Test(t, func(t *testing.T) {
		s := &site{T: t, root: outer.root, path: outer.path, o: outer.o}
		run(s)
	})
}

// within asserts that something holds after a time, and not before.
func (s *site) within(d time.Duration, what string, ok func() bool) {
	s.Helper()
	if ok() {
		s.Errorf("%s: at once", what)
	}
	time.Sleep(d)
	if !ok() {
		s.Errorf("%s: not within %v", what, d)
	}
}

// TestP9ProjectGovernsItself: the slowest pace that a project can ask for holds for
// its own file, and not for the home file.
func TestP9ProjectGovernsItself(t *testing.T) {
	inTime(t, Options{}, func(s *site) {
		slow := func(n int) string {
			return strings.Replace(string(short(n)), `{"profile"`, `{"watch": {"debounce": "5s", "max_wait": "10s", "poll": "60s"}, "profile"`, 1)
		}
		s.put(s.home(), privacy("one"))
		s.put(s.path, slow(1))
		s.start()
		defer s.w.Close()
		s.put(s.home(), privacy("two"))
		s.within(1500*time.Millisecond, "the home file", func() bool { return s.hides("two") })
		s.put(s.path, slow(2))
		time.Sleep(50 * time.Second)
		s.uses(1)
		time.Sleep(20 * time.Second)
		s.uses(2)
		s.put(s.path, slow(3))
		s.must(s.w.Reload(context.Background()))
		s.uses(3)
	})
}

// TestP9ReloadLooksAtOnce: no debounce, of whomever, puts a Reload off.
func TestP9ReloadLooksAtOnce(t *testing.T) {
	inTime(t, Options{Debounce: time.Hour, MaxWait: time.Hour, Poll: -1}, func(s *site) {
		s.startAt(1)
		defer s.w.Close()
		s.save(2)
		begin := time.Now()
		s.must(s.w.Reload(context.Background()))
		if took := time.Since(begin); took > 0 {
			s.Errorf("took %v", took)
		}
		s.uses(2)
	})
}

// TestR10HangingPlaceHoldsUpNoOther: a place without an answer keeps its last content, and the
// others are followed. Reload names the place.
func TestR10HangingPlaceHoldsUpNoOther(t *testing.T) {
	inTime(t, Options{}, func(s *site) {
		var hanging atomic.Bool
		proceed := make(chan struct{})
		s.o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
			if hanging.Load() && path != s.home() {
				<-proceed
			}
			return files.Read(path)
		}
		s.put(s.home(), privacy("one"))
		s.startAt(1)
		hanging.Store(true)
		s.save(2)
		s.put(s.home(), privacy("two"))
		s.within(1500*time.Millisecond, "the home file", func() bool { return s.hides("two") })
		s.uses(1)
		if err := s.w.Reload(context.Background()); err == nil || !strings.Contains(err.Error(), "no answer") {
			s.Errorf("Reload: %v", err)
		}
		hanging.Store(false)
		close(proceed)
		synctest.Wait() // the hanging call has returned
		s.must(s.w.Reload(context.Background()))
		s.uses(2)
		s.w.Close()
	})
}

// TestR10CloseWhileReadsHang: eight places and more do not answer, and it is closed
// all the same; so it is while it starts.
func TestR10CloseWhileReadsHang(t *testing.T) {
	inTime(t, Options{}, func(s *site) {
		s.o.Dir = s.in("project/a/b/c/d/e/f")
		var hanging atomic.Int32
		var hang atomic.Bool
		proceed := make(chan struct{})
		s.o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
			if hang.Load() {
				hanging.Add(1)
				<-proceed
			}
			return files.Read(path)
		}
		s.start()
		hang.Store(true)
		time.Sleep(2 * time.Second)
		begin := time.Now()
		s.w.Close()
		if took := time.Since(begin); took > time.Second || hanging.Load() < 8 {
			s.Errorf("%d places hang, and it took %v", hanging.Load(), took)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := Watch(ctx, s.o); !errors.Is(err, context.DeadlineExceeded) {
			s.Errorf("Watch: %v", err)
		}
		close(proceed)
	})
}

// TestR10StartBesideASave: a file in the middle of a save at the start is checked again while
// it changes. It is refused if it stays the same.
func TestR10StartBesideASave(t *testing.T) {
	for name, open := range map[string]func(Options) (*profiles.Set, error){
		"Load": func(o Options) (*profiles.Set, error) {
			s, err := Load(o)
			if err != nil {
				return nil, err
			}
			return s.Profiles(), nil
		},
		"Watch": func(o Options) (*profiles.Set, error) {
			w, err := Watch(context.Background(), o)
			if err != nil {
				return nil, err
			}
			defer w.Close()
			return w.Profiles(), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			whole := string(content(1))
			for _, looks := range [][]string{
				{"", whole}, {whole[:4000], whole}, {"", whole[:20], whole[:30], whole},
				{strings.Replace(whole, "v1", "v9", 1), whole},
			} {
				inTime(t, Options{}, func(s *site) {
					s.save(1)
					n := 0
					s.o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
						if path != s.path {
							return files.Read(path)
						}
						n++
						return []byte(looks[min(n, len(looks))-1]), nil, nil
					}
					set, err := open(s.o)
					s.must(err)
					if got, err := valueOf(set); got != 1 || err != nil || n != len(looks) {
						s.Errorf("%d in use after %d looks, %v", got, n, err)
					}
				})
			}
			inTime(t, Options{}, func(s *site) {
				s.write(s.path, nil)
				begin := time.Now()
				if _, err := open(s.o); err == nil || time.Since(begin) != usual.Debounce {
					s.Errorf("an empty file, after %v: %v", time.Since(begin), err)
				}
			})
		})
	}
}

// TestLargeProjectHoldsUpNoRule: a new rule of the home file hides while a project is still
// being built, in either order of the changes.
func TestLargeProjectHoldsUpNoRule(t *testing.T) {
	for _, first := range []string{"home", "project"} {
		inTime(t, Options{}, func(s *site) {
			proceed := make(chan struct{})
			s.o.seams.building = func() { <-proceed }
			s.put(s.home(), privacy("one"))
			s.startAt(1)
			if first == "project" {
				s.save(2)
				time.Sleep(1500 * time.Millisecond)
			}
			s.put(s.home(), privacy("two"))
			s.within(1750*time.Millisecond, "the home file", func() bool { return s.hides("two") })
			s.hidden("one", "two")
			s.put(s.home(), privacy("three"))
			s.within(1750*time.Millisecond, "the home file again", func() bool { return s.hides("three") })
			close(proceed)
			s.must(s.w.Reload(context.Background()))
			s.hidden("three")
			s.uses(map[string]int{"home": 1, "project": 2}[first])
			s.w.Close()
		})
	}
}

// TestTightenedBesideAFault: a rule joins although another part of its file is refused, and
// stays during the refusal. It goes if the repaired file does not have it.
func TestTightenedBesideAFault(t *testing.T) {
	bothModes(t, func(s *site) {
		wrong := func(privacy string) string {
			return strings.Replace(privacy, "{", `{"global": {"profile": "nowhere"}, `, 1)
		}
		for _, place := range []string{s.home(), s.path} { // both are in force in their turn
			s.put(place, privacy("one"))
			s.start()
			for _, c := range []struct{ text, hidden string }{
				{wrong(privacy("two")), "one two"},
				{`{"privacy": {"drop": [`, "one two"},
				{wrong(`{"privacy": {}}`), "one two"},
				{privacy("one"), "one"},
				{wrong(privacy("three")), "one three"},
				{privacy("two"), "two"},
			} {
				s.put(place, c.text)
				if err := s.w.Reload(context.Background()); (err != nil) != (c.text[0:9] != `{"privacy` || strings.HasSuffix(c.text, "[")) {
					s.Errorf("%s: %v", c.text, err)
				}
				s.hidden(strings.Fields(c.hidden)...)
			}
			s.w.Close()
			s.must(os.Remove(place))
		}
	})
}

// TestUnknownPrivacyShowsNothing: if the rules of a readable trusted file are unknown, nothing
// is shown until it is repaired.
func TestUnknownPrivacyShowsNothing(t *testing.T) {
	bothModes(t, func(s *site) {
		s.put(s.home(), privacy("one"))
		s.startAt(1)
		good := s.w.Status()
		for _, wrong := range []string{
			`{"privacy": {"drop": ["one", "a..b"]}}`,
			`{"privacy": {"mask": [{"pattern": "("}]}}`,
			`{"privacy": {"colour": 1}}`,
			`{"drop": ["two"]}`,
			`{"privacy": {"drop": ["one"]}, "hide": ["two"]}`,
			`{"privacy": {"drop": ["one"]}, "tools": {"rules": [{"drop": ["two"]}]}}`,
			`{"privacy": {"drop": ["one"]}, "tools": {"privacy": {"drop": ["two"]}}}`,
			`{"privacy": {"drop": "one"}, "privacy": {}}`,
		} {
			s.put(s.home(), wrong)
			err := s.w.Reload(context.Background())
			var problems Diagnostics
			if st := s.w.Status(); !st.Closed || !errors.As(err, &problems) || !strings.HasPrefix(err.Error(), "nothing is shown") {
				s.Errorf("%s: %+v", wrong, st)
			}
			s.showsNothing()
			s.put(s.home(), `{"privacy": {"drop": ["one"`)
			if s.w.Reload(context.Background()) == nil || !s.w.Status().Closed {
				s.Errorf("half of the next save lifts %s", wrong)
			}
			s.showsNothing()
			s.put(s.home(), privacy("one"))
			s.must(s.w.Reload(context.Background()))
			s.hidden("one")
			s.uses(1)
			if st := s.w.Status(); st.Closed || st.Live != good.Live || st.Generation == good.Generation {
				s.Errorf("mended: %+v", st)
			}
		}
		s.put(s.path, `{"privacy": {"drop": ["a..b"]}}`)
		if s.w.Reload(context.Background()) == nil {
			s.Error("a wrong project is not refused")
		}
		s.hidden("one")
		s.uses(1)
	})
}

// showsNothing asserts that no call has an answer.
func (s *site) showsNothing() {
	s.Helper()
	if _, err := s.w.Profiles().Resolve(profiles.Key{}); err == nil {
		s.Error("something is shown")
	}
}

// TestHeldSectionsAreBounded: the number of held sections of one project is bounded. For a
// trusted file the excess counts as unknown rules.
func TestHeldSectionsAreBounded(t *testing.T) {
	s := newSite(t, ModePoll)
	s.o.Poll = -1
	s.put(s.home(), privacy("one"))
	s.startAt(1)
	refused := func(n int) string {
		return fmt.Sprintf(`{"global": {"profile": "nowhere"}, "privacy": {"drop": ["field%d"]}}`, n)
	}
	for n := range maxHeld + 2 {
		s.put(s.path, refused(n))
		_ = s.w.Reload(context.Background())
		if hides := s.hides(fmt.Sprint("field", n)); hides != (n < maxHeld) || !s.hides("field0") {
			s.Errorf("after %d refusals", n)
		}
	}
	s.put(s.home(), privacy("two"))
	_ = s.w.Reload(context.Background())
	s.hidden("two")
	s.must(os.Remove(s.path))
	s.w.Close()
	s.put(s.home(), `{}`)
	s.start()
	for n := range maxHeld + 1 {
		s.put(s.home(), refused(n))
		_ = s.w.Reload(context.Background())
		if closed := s.w.Status().Closed; closed != (n == maxHeld) {
			s.Errorf("after %d refusals closed is %v", n, closed)
		}
	}
}

// TestR10PathsAreAbsolute: the files are those of the working directory at the start.
func TestR10PathsAreAbsolute(t *testing.T) {
	s := newSite(t, ModePoll)
	s.o.Poll = -1
	s.mkdir(s.in("elsewhere"))
	t.Chdir(s.root)
	for _, name := range []string{"--config", "the variable", "the search"} {
		o := s.o
		file := s.in("named.json")
		switch name {
		case "--config":
			o.Path = "named.json"
		case "the variable":
			o.Getenv = func(name string) (string, bool) { return "named.json", name == "CODE_SCALPEL_RESPONSE_CONFIG" }
		case "the search":
			o.Dir, o.Home, o.Etc, file = "project", "home", "etc", s.path
		}
		s.write(file, content(1))
		s.put(s.home(), privacy("one"))
		w, err := Watch(context.Background(), o)
		s.must(err)
		s.w = w
		t.Chdir(s.in("elsewhere"))
		s.write(file, content(2))
		s.put(s.home(), privacy("two"))
		s.must(w.Reload(context.Background()))
		s.uses(2)
		s.hidden("two")
		w.Close()
		t.Chdir(s.root)
	}
}
