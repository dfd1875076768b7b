package config

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bothModes runs a test with notifications and with the poll alone.
func bothModes(t *testing.T, run func(*site)) {
	for _, mode := range []Mode{ModeNotify, ModePoll} {
		t.Run(string(mode), func(t *testing.T) {
			s := newSite(t, mode)
			t.Parallel()
			run(s)
		})
	}
}

func (s *site) home() string { return s.in("home/.code-scalpel/response_config.json") }
func (s *site) etc() string  { return s.in("etc/response_config.json") }

// put writes a file at a place whose directory may not exist.
func (s *site) put(path, text string) {
	s.Helper()
	s.mkdir(filepath.Dir(path))
	s.replace(path, []byte(text))
}

// TestBetterPlaceTakesOver climbs from the worst place to the best.
func TestBetterPlaceTakesOver(t *testing.T) {
	bothModes(t, func(s *site) {
		s.start()
		for n, place := range []string{
			s.etc(), s.home(), s.in("home/.config/code-scalpel/response_config.json"),
			s.in(".code-scalpel/response_config.json"), s.path,
		} {
			s.put(place, string(content(n+1)))
			s.sees(n + 1)
			if got := s.w.Status().Path; got != place {
				s.Errorf("in force is %s, want %s", got, place)
			}
		}
	})
}

// TestVanishedFileStaysInForce has a worse place ready: it does not take over
// while the process lives, nor do its later settings.
func TestVanishedFileStaysInForce(t *testing.T) {
	bothModes(t, func(s *site) {
		s.put(s.home(), string(content(7)))
		s.startAt(1)
		s.must(os.Remove(s.path))
		s.misses()
		if st := s.w.Status(); !errors.Is(st.Err, fs.ErrNotExist) || !strings.Contains(st.Err.Error(), s.path) || st.Refused != "" {
			s.Errorf("Status does not say what is missing: %+v", st)
		}
		s.uses(1)
		s.put(s.home(), string(content(8)))
		if err := s.w.Reload(context.Background()); !errors.Is(err, fs.ErrNotExist) {
			s.Errorf("Reload: %v", err)
		}
		s.uses(1)
		s.save(2)
		s.sees(2)
	})
}

func TestInvalidBetterPlaceFallsThroughToNone(t *testing.T) {
	bothModes(t, func(s *site) {
		s.put(s.home(), string(content(1)))
		s.start()
		s.uses(1)
		s.write(s.path, []byte(`{`))
		s.refuses()
		s.put(s.etc(), string(content(2)))
		if s.w.Reload(context.Background()) == nil {
			s.Error("no longer refused")
		}
		s.uses(1)
		s.must(os.Remove(s.path))
		s.sees(1)
	})
}

func TestStartErrors(t *testing.T) {
	for name, prepare := range map[string]func(*site){
		"invalid":           func(s *site) { s.write(s.path, []byte(`{`)) },
		"invalid privacy":   func(s *site) { s.put(s.home(), `{"privacy": {"dorp": ["x"]}}`) },
		"named and missing": func(s *site) { s.o.Path = s.in("nothing") },
		"a pipe's place":    func(s *site) { s.mkdir(s.path) },
		"contradiction":     func(s *site) { s.o.Path, s.o.NoConfig = s.path, true },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, ModeNotify)
			s.put(s.etc(), string(content(1)))
			prepare(s)
			s.leaksNothing(func(ctx context.Context) {
				if w, err := Watch(ctx, s.o); err == nil {
					w.Close()
					t.Error("no error")
				}
			})
		})
	}
}

// TestPrivacyFollowsItsOwnFile edits the privacy sections of home and etc. It does so while
// another file is in force, while that one is broken, and while they break or vanish. In the
// last case their last rules hold.
func TestPrivacyFollowsItsOwnFile(t *testing.T) {
	bothModes(t, func(s *site) {
		s.put(s.home(), privacy("one"))
		s.startAt(1)
		s.hidden("one")
		s.put(s.etc(), privacy("two"))
		s.await("hidden", func(Status) bool { return s.hides("two") })
		s.hidden("one", "two")

		s.write(s.path, []byte(`{`))
		s.refuses()
		s.put(s.home(), privacy("three"))
		s.await("hidden", func(Status) bool { return s.hides("three") && !s.hides("one") })
		s.hidden("two", "three")
		s.uses(1)
		if s.w.Status().Err == nil {
			s.Error("the broken project file is forgotten")
		}

		s.put(s.home(), `{"privacy": {"drop": [`)
		s.save(2)
		s.await("in use", func(Status) bool { return s.value() == 2 })
		s.hidden("two", "three")

		s.must(os.Remove(s.home()))
		s.misses()
		s.hidden("two", "three")

		s.put(s.home(), `{}`)
		s.await("shown", func(st Status) bool { return !s.hides("three") && st.Err == nil })
		s.hidden("two")
	})
}

func privacy(field string) string { return `{"privacy": {"drop": ["` + field + `"]}}` }

// hidden asserts that of the fields one, two and three just these are hidden.
func (s *site) hidden(fields ...string) {
	s.Helper()
	want := strings.Join(fields, " ")
	var got []string
	for _, field := range []string{"one", "two", "three"} {
		if s.hides(field) {
			got = append(got, field)
		}
	}
	if strings.Join(got, " ") != want {
		s.Errorf("hidden: %s, want %s", got, want)
	}
}

// TestNoConfigFollowsPrivacyOnly ignores the project but not the user.
func TestNoConfigFollowsPrivacyOnly(t *testing.T) {
	bothModes(t, func(s *site) {
		s.o.NoConfig = true
		s.save(1)
		s.start()
		s.uses(0)
		s.put(s.home(), privacy("one"))
		s.await("hidden", func(Status) bool { return s.hides("one") })
		s.save(2)
		s.keeps(func() {})
		s.uses(0)
	})
}

// TestNamedFile follows a relative path, too.
func TestNamedFile(t *testing.T) {
	s := newSite(t, ModeNotify)
	t.Chdir(s.root)
	s.o.Path = "named.json"
	s.write("named.json", content(1))
	s.save(9)
	s.start()
	s.uses(1)
	s.replace("named.json", content(2))
	s.sees(2)
	s.must(os.Remove("named.json"))
	s.misses()
	s.uses(2)
}
