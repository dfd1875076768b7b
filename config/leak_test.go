package config

import (
	"context"
	"os"
	"runtime"
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
	open() // what the runtime starts once, such as its poller
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
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
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
