package app

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// config watch prints each kind of change. These are the configuration in use, a refusal and
// its end, further files with privacy sections, and the way of watching.
func TestToldOfReloads(t *testing.T) {
	const hash = "0123456789abcdef"
	good := config.Status{Generation: 1, Path: "p.json", Live: hash, Mode: config.ModeNotify}
	refused, polled, other, closed := good, good, good, good
	refused.Err = errors.New("p.json:1:1: no\np.json:2:1: nor this")
	polled.Mode, polled.Blind = config.ModePoll, "too many open files"
	other.Generation = 2
	closed.Err, closed.Closed = errors.New("h.json:1:1: no"), true
	const used = "generation 1: p.json, hash 0123456789ab"
	for _, c := range []struct {
		before, now  config.Status
		line, filter string
		privacy      []string
	}{
		{config.Status{}, good, used, "", nil},
		{config.Status{}, good, used + ", with the privacy of h.json, e.json", "", []string{"h.json", "e.json"}},
		{config.Status{}, polled, used + "; the files are polled: too many open files",
			"shape: configuration: the files are polled: too many open files\n", nil},
		{polled, good, used + "; notifications came back", "shape: configuration: notifications came back\n", nil},
		{good, other, "generation 2: p.json, hash 0123456789ab", "", nil},
		{good, refused, "generation 1 stays: p.json:1:1: no; p.json:2:1: nor this",
			"shape: p.json:1:1: no\nshape: p.json:2:1: nor this\nshape: still using the last good configuration\n", nil},
		{good, closed, "generation 1 shows nothing: h.json:1:1: no",
			"shape: h.json:1:1: no\nshape: nothing is shown until it is mended\n", nil},
		{refused, good, used + "; nothing is refused any more",
			"shape: nothing of the configuration is refused any more; " + used + "\n", nil},
		{refused, other, "generation 2: p.json, hash 0123456789ab, with the privacy of h.json; nothing is refused any more",
			"shape: nothing of the configuration is refused any more; generation 2: p.json, hash 0123456789ab, with the privacy of h.json\n", []string{"h.json"}},
	} {
		if got := Told(c.before, c.now, c.privacy); got != c.line {
			t.Errorf("got %q, want %q", got, c.line)
		}
		var stderr strings.Builder
		a := &App{Stderr: notice.New(&stderr, false)}
		printChange(a, c.before, c.now, c.privacy)
		if stderr.String() != c.filter {
			t.Errorf("got %q, want %q", stderr.String(), c.filter)
		}
	}
}

// A program that follows the configuration prints the warnings of each one that comes
// into use.
func TestWarningsOfReloads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c.json")
	save := func(text string) {
		t.Helper()
		err := os.WriteFile(name+".new", []byte(text), 0o600)
		if err = errors.Join(err, os.Rename(name+".new", name)); err != nil {
			t.Fatal(err)
		}
	}
	save(`{"global": {"first": 1}}`)
	stderr, to := io.Pipe()
	lines := make(chan string)
	go func() {
		for s := bufio.NewScanner(stderr); s.Scan(); {
			lines <- s.Text()
		}
	}()
	w, err := New(Env{strings.NewReader(""), io.Discard, to, os.LookupEnv}, nil).Follow(config.Options{Path: name, Home: t.TempDir(), Etc: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, key := range []string{"first", "second"} {
		want := "/global/" + key + `: warning: unknown key "` + key + `"; it has no effect`
		if line := <-lines; !strings.HasSuffix(line, want) {
			t.Errorf("got %q, want %q at its end", line, want)
		}
		save(`{"global": {"second": 1}}`)
	}
}
