package archive

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestOpenKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	made, err := OpenKey(path)
	if err != nil || made == (Key{}) {
		t.Fatal(made, err)
	}
	if again, err := OpenKey(path); err != nil || again != made {
		t.Error("another key", err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(text, made[:]) {
		t.Error("the file holds another key", err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if other, err := OpenKey(path + "2"); err != nil || other == made {
		t.Error("the same key twice", err)
	}
}

// Processes that make a key at the same time all end with the same key.
func TestOneKeyForAll(t *testing.T) {
	for range 20 {
		dir := t.TempDir()
		keys := make([]Key, 8)
		var openers sync.WaitGroup
		for i := range keys {
			openers.Go(func() {
				var err error
				if keys[i], err = OpenKey(filepath.Join(dir, "key")); err != nil {
					t.Error(err)
				}
			})
		}
		openers.Wait()
		for _, k := range keys {
			if k != keys[0] {
				t.Fatal("two keys")
			}
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("%v %v", entries, err)
		}
	}
}

func TestBadKeys(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, bytes.Repeat([]byte("S3CRET"), 20)[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	write("short", 31, 0o600)
	write("long", 33, 0o600)
	write("empty", 0, 0o600)
	write("open", 32, 0o644)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"short": "has 31 bytes instead of 32", "long": "has 33 bytes instead of 32", "empty": "has 0 bytes instead of 32",
		"folder": "not a regular file", "link": "not a regular file", "no/such/folder": "no such file or directory",
	}
	if runtime.GOOS != "windows" {
		want["open"] = "not safe: its mode is 0644"
	}
	for name, cause := range want {
		path := filepath.Join(dir, name)
		key, err := OpenKey(path)
		if err == nil || !strings.HasPrefix(err.Error(), "archive: "+path+": ") || !strings.Contains(err.Error(), cause) || strings.Contains(err.Error(), "S3C") {
			t.Errorf("%s: %v, want %s", name, err, cause)
		}
		if key != (Key{}) {
			t.Errorf("%s: a key all the same", name)
		}
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	one, err := Open(Settings{Store: "directory", Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Store.Close()
	two, err := Open(Settings{Store: "directory", Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer two.Store.Close()
	wantKept(t, two, keep(t, one, "abc"), "abc")
	wantStat(t, two.Store, Stat{1, 3}) // the key is not counted

	a, err := Open(Settings{Store: "memory", Limits: Limits{Bytes: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(Settings{Store: "memory"})
	if err != nil || a.Key == b.Key {
		t.Error("one key for two stores in memory", err)
	}
	wantKept(t, a, keep(t, a, "abc"), "abc")
	if _, err := a.Keep(ctx, make([]byte, 1000)); err == nil {
		t.Error("the limits are forgotten")
	}
}

func TestOpenNot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	store := newDirectory(t, newClock(), path, Limits{})
	if err := os.WriteFile(filepath.Join(path, "key"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		Settings
		want string
	}{
		{Settings{}, `unknown store ""; known: memory, directory`},
		{Settings{Store: "disk"}, `unknown store "disk"`},
		{Settings{Store: "directory"}, "a directory needs a path"},
		{Settings{Store: "directory", Path: store.path}, "the key has 0 bytes"},
	} {
		d, err := Open(c.Settings)
		if err == nil || !strings.Contains(err.Error(), c.want) || d.IsOpen() {
			t.Errorf("%+v: %v, want %s", c.Settings, err, c.want)
		}
		if h, again := d.Keep(t.Context(), nil); h != "" || again != err {
			t.Errorf("%+v: kept under %q, %v", c.Settings, h, again)
		}
		if _, err := d.Redeem(t.Context(), d.Key.handle(nil)); err != ErrUnknown || d.Store.Close() != nil {
			t.Errorf("%+v: %v", c.Settings, err)
		}
	}
}
