package config

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// brokenSite is a site whose Watcher looks at the files when Reload says so.
func brokenSite(t *testing.T) *site {
	s := newSite(t, ModePoll)
	s.o.Poll, s.o.StartBroken = -1, true
	return s
}

// shownAfter looks at the files and returns the fault that closes the set; "" if the
// file is in use.
func (s *site) shownAfter(save func()) string {
	s.Helper()
	save()
	err := s.w.Reload(context.Background())
	closed, st := s.w.Profiles().ClosedBy(), s.w.Status()
	if (err == nil) != (closed == nil) || st.Closed != (closed != nil) || (st.Err == nil) != (err == nil) {
		s.Errorf("Reload: %v, status: %+v, set: %v", err, st, closed)
	}
	if closed == nil {
		return ""
	}
	if _, err := s.w.Profiles().Resolve(profiles.Key{}); err == nil {
		s.Error("a call has an answer")
	}
	return closed.Error()
}

// A Watcher that starts broken shows nothing until the file is mended, and names the place
// of each fault. The answers are the same however often the file breaks. Once a version
// was good it stays in use.
func TestStartBroken(t *testing.T) {
	s := brokenSite(t)
	s.write(s.path, []byte("{\n  \"global\": 1\n}"))
	s.start()
	if st := s.w.Status(); st.Err == nil || !st.Closed || st.Path != s.path || st.Generation != 1 {
		t.Errorf("at the start: %+v", st)
	}
	changes, cancel := s.w.Subscribe()
	defer cancel()
	warned := []byte(`{"tool_overrides":{"t":{"max_itemz":1}},"global":1}`)
	if got := s.shownAfter(func() { s.write(s.path, warned) }); !strings.Contains(got, s.path+":1:50: ") || strings.Contains(got, "max_itemz") {
		t.Error(got)
	}
	for range 10 {
		if got := s.shownAfter(func() { s.write(s.path, []byte("[]")) }); !strings.Contains(got, s.path+":1:1: ") {
			t.Error(got)
		}
		if got := s.shownAfter(func() { s.write(s.path, []byte("{\n  \"global\": 1\n}")) }); !strings.Contains(got, s.path+":2:13: ") {
			t.Error(got)
		}
	}
	for len(changes) > 0 {
		<-changes
	}
	s.shownAfter(func() {})
	if len(changes) > 0 {
		t.Error("a state that lasts is told twice")
	}
	if got := s.shownAfter(func() { s.save(7) }); got != "" {
		t.Error(got)
	}
	if c := <-changes; !c.AdvertisedChanged {
		t.Errorf("%+v", c)
	}
	s.uses(7)
	s.write(s.path, []byte("[]"))
	if s.w.Reload(context.Background()) == nil || s.w.Profiles().ClosedBy() != nil {
		t.Error("the last good version does not stay in use")
	}
	s.uses(7)
}

// A file that was refused and then vanishes opens nothing; a better place does.
func TestStartBrokenThenRemoved(t *testing.T) {
	s := brokenSite(t)
	s.write(s.path, []byte("[]"))
	s.start()
	for range 3 {
		got := s.shownAfter(func() { s.must(os.Remove(s.path)) })
		if want := s.path + ": no such file (it was refused before"; !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := s.shownAfter(func() { s.write(s.path, []byte("[]")) }); !strings.Contains(got, s.path+":1:1: ") {
			t.Error(got)
		}
	}
	s.must(os.Remove(s.path))
	if got := s.shownAfter(func() { s.put(s.home(), string(content(3))) }); !strings.Contains(got, "no such file") {
		t.Errorf("a worse place opens: %s", got)
	}
	if got := s.shownAfter(func() { s.save(4) }); got != "" {
		t.Error(got)
	}
	s.uses(4)
}

// A named file that is missing is a fault until it is there.
func TestStartBrokenWithoutTheFile(t *testing.T) {
	s := brokenSite(t)
	s.o.Path = s.in("named")
	s.start()
	if got := s.shownAfter(func() {}); !strings.HasSuffix(got, "named: no such file") {
		t.Error(got)
	}
	if got := s.shownAfter(func() { s.write(s.o.Path, content(5)) }); got != "" {
		t.Error(got)
	}
	s.uses(5)
}

// No save mends the environment or a contradiction, so they are errors at the start.
func TestStartBrokenOutsideFiles(t *testing.T) {
	for name, prepare := range map[string]func(*site){
		"flag":          func(s *site) { s.save(1); s.o.Flags = map[string]any{"global/profile": "nowhere"} },
		"contradiction": func(s *site) { s.save(1); s.o.Path, s.o.NoConfig = s.path, true },
	} {
		t.Run(name, func(t *testing.T) {
			s := brokenSite(t)
			prepare(s)
			if w, err := Watch(context.Background(), s.o); err == nil {
				w.Close()
				t.Error("no error")
			}
		})
	}
}
