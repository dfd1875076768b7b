package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain is the bare server if the test starts itself so.
func TestMain(m *testing.M) {
	if os.Getenv("SHAPE_BARE") != "" {
		serveBare(context.Background())
		return
	}
	os.Exit(m.Run())
}

// TestLoad runs 1,000 streams for 2 s, or for SHAPE_LOAD, while the configuration changes.
func TestLoad(t *testing.T) {
	o := options{streams: 1000, rate: 200, size: 10 << 10, time: 2 * time.Second, latency: time.Second}
	if text := os.Getenv("SHAPE_LOAD"); text != "" {
		long, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		o.time, o.latency = long, long
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SHAPE_BARE", "1") // shape-serve does not read it
	var out strings.Builder
	if err := o.run(t.Context(), []string{own}, &out); err != nil {
		t.Error(err)
	}
	t.Log(out.String())
}
