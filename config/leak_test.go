package config

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestNothingLeaks counts goroutines and descriptors over 1,000 rounds.
func TestNothingLeaks(t *testing.T) {
	s := newSite(t, ModeNotify)
	s.save(1)
	open := func() {
		w, err := Watch(context.Background(), s.o)
		s.must(err)
		w.Subscribe()
		w.Close()
	}
	open() // starts the runtime's own resources, such as its poller
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	var rounds sync.WaitGroup
	for range 20 {
		rounds.Go(func() {
			for range 50 {
				open()
			}
		})
	}
	rounds.Wait()
	for deadline := time.Now().Add(2 * time.Minute); runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) { // the end of a goroutine is no event
			t.Fatalf("%d goroutines, were %d", runtime.NumGoroutine(), goroutines)
		}
	}
	if n := descriptors(t); n > files {
		t.Errorf("%d descriptors, were %d", n, files)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Skip("descriptors cannot be counted here")
	}
	return len(open)
}

// TestMovedDirectoriesAreLetGo: a directory that was moved away and kept, with
// all that is in it, is not watched any longer.
func TestMovedDirectoriesAreLetGo(t *testing.T) {
	s := newSite(t, ModeNotify)
	s.startAt(1)
	watches := systemWatches(t)
	for n := 2; n <= 10; n++ {
		dir := s.in("project")
		next := s.in(fmt.Sprintf("next%d", n))
		s.mkdir(filepath.Join(next, ".code-scalpel"))
		s.write(filepath.Join(next, ".code-scalpel", filepath.Base(s.path)), content(n))
		s.must(os.Rename(dir, s.in(fmt.Sprintf("old%d", n))))
		s.must(os.Rename(next, dir))
		s.sees(n)
	}
	s.must(s.w.Reload(context.Background()))
	if n := systemWatches(t); n > watches {
		t.Errorf("%d watches, were %d", n, watches)
	}
}

// systemWatches counts this process's watches in the system.
func systemWatches(t *testing.T) (n int) {
	t.Helper()
	infos, err := filepath.Glob("/proc/self/fdinfo/*")
	if err != nil || len(infos) == 0 {
		t.Skip("watches cannot be counted here")
	}
	for _, info := range infos {
		text, _ := os.ReadFile(info) // that of Glob itself is closed by now
		n += strings.Count(string(text), "inotify wd:")
	}
	return n
}
