package config

import (
	"context"
	"testing"
	"time"
)

// BenchmarkCurrent measures the configuration's share of a call, at most 20 ns.
func BenchmarkCurrent(b *testing.B) {
	dir := b.TempDir()
	w, err := Watch(context.Background(), Options{Dir: dir, Home: dir, Etc: dir})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	b.ReportAllocs()
	for b.Loop() {
		if w.Profiles() == nil || w.Current() == nil {
			b.Fatal("nothing in use")
		}
	}
	if each := b.Elapsed() / time.Duration(b.N); b.N > 1000 && each > 20*time.Nanosecond {
		b.Errorf("%v for each call", each)
	}
}
