package archive

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clock is a time that tests set.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) read() time.Time         { return c.now }
func (c *clock) wait(some time.Duration) { c.now = c.now.Add(some) }
func (c *clock) memory(l Limits) *memory { m := NewMemory(l).(*memory); m.now = c.read; return m }

// stores are all kinds, each with a limit of so many documents of one byte.
var stores = map[string]func(t *testing.T, c *clock, documents int, age time.Duration) Store{
	"memory": func(_ *testing.T, c *clock, documents int, age time.Duration) Store {
		return c.memory(Limits{Bytes: int64(documents) * (perDocument + 1), Age: age})
	},
	"directory": func(t *testing.T, c *clock, documents int, age time.Duration) Store {
		return newDirectory(t, c, filepath.Join(t.TempDir(), "archive"), Limits{Bytes: int64(documents) * block, Age: age})
	},
}

// eachStore runs a test for every kind of store, as one producer sees it.
func eachStore(t *testing.T, documents int, age time.Duration, test func(t *testing.T, c *clock, d Archive)) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			c := newClock()
			s := open(t, c, documents, age)
			defer s.Close()
			test(t, c, Archive{Store: s, Key: Key{1}})
		})
	}
}

func newDirectory(t *testing.T, c *clock, path string, limits Limits) *directory {
	t.Helper()
	d, err := openDirectory(path, limits, c.read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

var ctx = context.Background()

func keep(t *testing.T, d Archive, document string) Handle {
	t.Helper()
	h, err := d.Keep(ctx, []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// wantKept fails unless a handle gives a document.
func wantKept(t *testing.T, d Archive, h Handle, document string) {
	t.Helper()
	if got, err := d.Redeem(ctx, h); err != nil || string(got) != document {
		t.Errorf("%.20q %v, want %.20q", got, err, document)
	}
}

// wantUnknown fails unless a handle gives the one error, for this producer and for the store.
func wantUnknown(t *testing.T, d Archive, h Handle) {
	t.Helper()
	if got, err := d.Redeem(ctx, h); err != ErrUnknown || got != nil {
		t.Errorf("%.20q %v, want ErrUnknown", got, err)
	}
	if got, err := d.Store.Get(ctx, h); err != ErrUnknown || got != nil {
		t.Errorf("of the store: %.20q %v, want ErrUnknown", got, err)
	}
}

func wantStat(t *testing.T, s Store, want Stat) {
	t.Helper()
	if got, err := s.Stat(ctx); err != nil || got != want {
		t.Errorf("%+v %v, want %+v", got, err, want)
	}
}

func TestKeep(t *testing.T) {
	eachStore(t, 9, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		for _, document := range []string{`{"a":1}`, "", "\xff\x00", strings.Repeat("x", 500)} {
			h := keep(t, d, document)
			if !h.IsValid() || h != keep(t, d, document) {
				t.Errorf("%q is no handle, or not the same twice", h)
			}
			wantKept(t, d, h, document)
		}
		wantStat(t, d.Store, Stat{4, 7 + 2 + 500})
	})
}

// A document of another producer is as unknown as a document that was never kept.
func TestForeignHandles(t *testing.T) {
	eachStore(t, 9, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := keep(t, d, "1")
		for _, other := range []Key{{2}, d.Key.For("client", "a"), d.Key.For("client", "b"), d.Key.For("clien", "ta")} {
			foreign := Archive{Store: d.Store, Key: other}
			if _, err := foreign.Redeem(ctx, h); err != ErrUnknown {
				t.Error(err)
			}
			if foreign.Key.handle([]byte("1")) == h {
				t.Error("two keys, and one handle")
			}
		}
		wantUnknown(t, d, d.Key.handle([]byte("2")))
	})
}

func TestWhatIsNoHandle(t *testing.T) {
	eachStore(t, 9, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := string(keep(t, d, "1"))
		for _, no := range []string{
			"", "..", "../" + h, h + "/", "./" + h[2:], "/" + h[1:], h[:15] + "\x00", h[:15] + "\n", h[:15] + "1", h + "\n",
			strings.ToUpper(h), h[:15], h + "a", strings.Repeat("a", 1<<20), "key", "lock",
		} {
			if Handle(no).IsValid() {
				t.Errorf("%.40q is a handle", no)
			}
			wantUnknown(t, d, Handle(no))
			if err := d.Store.Put(ctx, Handle(no), nil); err != ErrUnknown {
				t.Errorf("%.40q: %v", no, err)
			}
		}
	})
}

func TestTheOldestMakesRoom(t *testing.T) {
	eachStore(t, 8, time.Hour, func(t *testing.T, c *clock, d Archive) {
		var handles []Handle
		for _, document := range strings.Split("01234567", "") {
			handles = append(handles, keep(t, d, document))
			c.wait(time.Second)
		}
		wantStat(t, d.Store, Stat{8, 8})
		keep(t, d, "0") // now the youngest
		c.wait(time.Second)
		handles = append(handles, keep(t, d, "8"))
		wantUnknown(t, d, handles[1])
		for _, i := range []int{0, 3, 4, 5, 6, 7, 8} {
			wantKept(t, d, handles[i], string(rune('0'+i)))
		}
	})
}

func TestLargerThanAll(t *testing.T) {
	eachStore(t, 2, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := keep(t, d, "1")
		secret := strings.Repeat("secret", 2000)
		_, err := d.Keep(ctx, []byte(secret))
		if err == nil || !strings.Contains(err.Error(), "holds at most") || strings.Contains(err.Error(), "secret") {
			t.Error(err)
		}
		wantKept(t, d, h, "1")
		wantStat(t, d.Store, Stat{1, 1})
	})
}

func TestAge(t *testing.T) {
	eachStore(t, 4, time.Hour, func(t *testing.T, c *clock, d Archive) {
		h, again := keep(t, d, "1"), keep(t, d, "2")
		c.wait(59 * time.Minute)
		wantKept(t, d, h, "1")
		keep(t, d, "2")
		c.wait(time.Minute)
		wantUnknown(t, d, h)
		wantKept(t, d, again, "2")
		wantStat(t, d.Store, Stat{1, 1})
		keep(t, d, "1")
		wantKept(t, d, h, "1")
	})
}

// A later change of the caller's bytes does not change the kept document.
func TestBytesAreCopied(t *testing.T) {
	eachStore(t, 4, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		document := []byte("abc")
		h, err := d.Keep(ctx, document)
		if err != nil {
			t.Fatal(err)
		}
		document[0] = 'x'
		got, _ := d.Redeem(ctx, h)
		got[1] = 'y'
		wantKept(t, d, h, "abc")
	})
}

func TestAnotherDocumentUnderAHandle(t *testing.T) {
	eachStore(t, 4, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := keep(t, d, "abc")
		if err := d.Store.Put(ctx, h, []byte("other")); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Store.Get(ctx, h); string(got) != "other" {
			t.Errorf("%q %v", got, err)
		}
		if _, err := d.Redeem(ctx, h); err != ErrUnknown {
			t.Error("an archive gives out what its key was not made for:", err)
		}
		wantStat(t, d.Store, Stat{1, 5})
	})
}

func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	eachStore(t, 4, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := keep(t, d, "abc")
		_, ofKeep := d.Keep(ended, []byte("x"))
		_, ofRedeem := d.Redeem(ended, h)
		_, ofStat := d.Store.Stat(ended)
		for _, err := range []error{ofKeep, ofRedeem, ofStat} {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
}

func TestClosed(t *testing.T) {
	eachStore(t, 4, time.Hour, func(t *testing.T, _ *clock, d Archive) {
		h := keep(t, d, "abc")
		if err := d.Store.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Keep(ctx, []byte("x")); !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
		if got, err := d.Redeem(ctx, h); err == nil {
			t.Errorf("%q", got)
		}
	})
}

func TestDefaults(t *testing.T) {
	for _, l := range []Limits{{}, {-1, -1}} {
		if m := NewMemory(l).(*memory).limits; m != (Limits{64 << 20, 24 * time.Hour}) {
			t.Error(m)
		}
		if d := newDirectory(t, newClock(), t.TempDir()+"/a", l).limits; d != (Limits{1 << 30, 24 * time.Hour}) {
			t.Error(d)
		}
	}
}

func TestHash(t *testing.T) {
	if got := Hash([]byte("abc")); got != "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error(got)
	}
	if a, b := (Key{1}).handle([]byte("a")), (Key{1}).handle([]byte("a")); a != b || bytes.Contains([]byte(a), []byte("=")) {
		t.Error(a, b)
	}
}
