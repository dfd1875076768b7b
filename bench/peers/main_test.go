package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The program works: on small documents it measures every contest and command, and writes
// the pages. These measurements mean nothing.
func TestRun(t *testing.T) {
	top := t.TempDir()
	beginning, ending := marks("measured")
	processes, end := marks("processes")
	path := filepath.Join(top, "bench/README.md")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("before\n"+beginning+"stale figures\n"+ending+processes+end+"\nafter\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	o := options{effort: effort{rounds: 1, turn: time.Microsecond, size: 2 << 10}, top: top, source: "../..", libraries: true, processes: true, command: "a test"}
	if err := o.run(io.Discard); err != nil {
		t.Fatal(err)
	}
	for name, parts := range map[string][]string{
		"bench/README.md": {"| a: 1 KB envelopes", "× encoding/json", "Written by `a test`", "### W6", "| fastjson † |", "| l |", "### Mixed traffic", "| cat |"},
	} {
		text, err := os.ReadFile(filepath.Join(top, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: no %q", name, part)
			}
		}
		if strings.HasSuffix(name, ".md") && (strings.Contains(string(text), "stale figures") || !strings.HasPrefix(string(text), "before\n") || !strings.HasSuffix(string(text), "\nafter\n")) {
			t.Errorf("%s: what stands around is touched, or what was between is not gone", name)
		}
		if strings.Contains(string(text), "NaN") || strings.Contains(string(text), "Inf") {
			t.Errorf("%s: a number is missing", name)
		}
	}
}

// A peer with a wrong result is found before it is timed.
func TestDisagreement(t *testing.T) {
	c := mixed().only(ours, "jsontext")
	honest := c.entrants[1].shapers[3]
	c.entrants[1].shapers[3] = func(dst, doc []byte) ([]byte, error) {
		out, err := honest(dst, doc)
		return []byte(strings.Replace(string(out), "harbour", "haven", 1)), err
	}
	if _, err := c.run(effort{rounds: 1}); err == nil || !strings.Contains(err.Error(), "jsontext gives other values") {
		t.Errorf("got %v", err)
	}
}
