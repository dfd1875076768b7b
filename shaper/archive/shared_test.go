package archive

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// faulty is a backend of the test: a store in memory that fails with an error that is set.
type faulty struct {
	Store
	err error
	got Settings
}

func (f *faulty) Put(ctx context.Context, h Handle, value []byte) error {
	if f.err != nil {
		return f.err
	}
	return f.Store.Put(ctx, h, value)
}

func (f *faulty) Get(ctx context.Context, h Handle) ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	return f.Store.Get(ctx, h)
}

// openFaulty registers a backend and opens it.
func openFaulty(t *testing.T, s Settings) (Archive, *faulty) {
	t.Helper()
	backend := &faulty{Store: NewMemory(Limits{})}
	Register("test", func(s Settings) (Store, error) {
		backend.got = s
		return backend, nil
	})
	t.Cleanup(func() { delete(backends, "test") })
	if s.KeyFile == "" {
		s.KeyFile = keysFile(t, strings.Repeat("1", 64), 0o600)
	}
	s.Store = "test"
	d, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return d, backend
}

func keysFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	return path
}

// A backend gets limits and sealed values. It gets no key, and no document in two values alike.
func TestSharedStoreIsSealed(t *testing.T) {
	d, backend := openFaulty(t, Settings{URL: "test://", Prefix: "p", Limits: Limits{Age: time.Hour}})
	if want := (Limits{Bytes: sharedBytes + sealBytes, Age: time.Hour}); backend.got.Limits != want || backend.got.Prefix != "p" {
		t.Errorf("%+v", backend.got)
	}
	document := bytes.Repeat([]byte("canary"), 100)
	h := keep(t, d, string(document))
	if _, err := backend.Get(ctx, h); err != ErrUnknown {
		t.Error("the backend learns the handle")
	}
	first, err := backend.Get(ctx, d.Key.name(h))
	if err != nil || bytes.Contains(first, []byte("canary")) || len(first) != len(document)+sealBytes {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	keep(t, d, string(document))
	if second, _ := backend.Get(ctx, d.Key.name(h)); bytes.Equal(first[headBytes:], second[headBytes:]) {
		t.Error("two values of a document are the same")
	}
	if got, err := d.Redeem(ctx, h); err != nil || !bytes.Equal(got, document) {
		t.Error(err)
	}
	if stat, err := d.Store.Stat(ctx); err != nil || stat != (Stat{1, int64(len(document))}) {
		t.Errorf("%+v %v", stat, err)
	}
	if err := d.Store.Put(ctx, h, document); err == nil {
		t.Error("a document is put without a seal")
	}
	if _, err := d.Store.Get(ctx, h); err != ErrUnknown {
		t.Error(err)
	}
}

// The additional data of a value are its head, its handle and its owner. A value of another
// place does not open.
func TestSealBinds(t *testing.T) {
	key, other := Key{1}, Key{2}
	h, document := key.handle([]byte("document")), []byte("document")
	value := key.seal(h, document)
	if got, ok := key.open(h, value); !ok || !bytes.Equal(got, document) {
		t.Fatal("the value does not open")
	}
	otherHead := append(other.head(h), value[headBytes:]...)
	otherHandle := append(key.head(randomHandle()), value[headBytes:]...)
	for name, ok := range map[string]bool{
		"another key":                  opens(other, h, value),
		"another key, with its head":   opens(other, h, otherHead),
		"another handle":               opens(key, randomHandle(), value),
		"another handle with its head": opens(key, h, otherHandle),
		"another version":              opens(key, h, append([]byte{2}, value[1:]...)),
		"nothing":                      opens(key, h, nil),
		"a head alone":                 opens(key, h, value[:headBytes]),
	} {
		if ok {
			t.Errorf("the value opens under %s", name)
		}
	}
}

func opens(k Key, h Handle, value []byte) bool {
	_, ok := k.open(h, value)
	return ok
}

// A fault of the store is ErrStore and a warning, at most one a minute. The end of the caller's
// context, an unknown handle and a document over the limit are no faults.
func TestStoreFaults(t *testing.T) {
	var warned []string
	d, backend := openFaulty(t, Settings{Limits: Limits{Bytes: 10}, Warn: func(err error) { warned = append(warned, err.Error()) }})
	c := newClock()
	d.Store.(*shared).now = c.read
	h := keep(t, d, "document")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := d.Redeem(ctx, randomHandle()); err != ErrUnknown {
		t.Error(err)
	}
	if _, err := d.Keep(ctx, make([]byte, 11)); err == nil || errors.Is(err, ErrStore) {
		t.Error(err)
	}
	backend.err = errors.New("no route")
	if _, err := d.Redeem(ended, h); err == nil || errors.Is(err, ErrStore) {
		t.Error(err)
	}
	if len(warned) > 0 {
		t.Errorf("%q", warned)
	}
	for range 100 {
		if got, err := d.Keep(ctx, []byte("document")); got != "" || !errors.Is(err, ErrStore) || !errors.Is(err, backend.err) {
			t.Fatal(got, err)
		}
		if _, err := d.Redeem(ctx, h); !errors.Is(err, ErrStore) || errors.Is(err, ErrUnknown) {
			t.Fatal(err)
		}
		c.wait(time.Second)
	}
	if want := []string{"archive: the store failed: no route", "archive: the store failed: no route"}; !slices.Equal(warned, want) {
		t.Errorf("%q in 100 s", warned)
	}
	backend.err = nil
	if got, err := d.Redeem(ctx, h); err != nil || string(got) != "document" {
		t.Error(err)
	}
}

// A client without a secret has random handles. In a shared store they open by its name, in
// another one for the value alone.
func TestUnknownClients(t *testing.T) {
	sharing, _ := openFaulty(t, Settings{})
	for name, d := range map[string]Archive{"shared": sharing, "memory": memoryArchive()} {
		client := d.ForUnknown("address")
		h := keep(t, client, "document")
		if got, err := client.Redeem(ctx, h); err != nil || string(got) != "document" {
			t.Errorf("%s: %v", name, err)
		}
		for other, d := range map[string]Archive{"of another name": d.ForUnknown("elsewhere"), "known": d.For("unknown", "address2"), "none": d} {
			if _, err := d.Redeem(ctx, h); err != ErrUnknown {
				t.Errorf("%s: a client %s: %v", name, other, err)
			}
		}
		again := d.ForUnknown("address")
		if h == keep(t, again, "document") {
			t.Errorf("%s: two documents have one handle", name)
		}
		if _, err := again.Redeem(ctx, h); (err == nil) != (name == "shared") {
			t.Errorf("%s: the same name again: %v", name, err)
		}
	}
}

// A shared store that is not linked, has no key or does not open is an error. Nothing is kept
// elsewhere.
func TestOpenSharedFails(t *testing.T) {
	Register("broken", func(Settings) (Store, error) { return nil, errors.New("probe: no route") })
	t.Cleanup(func() { delete(backends, "broken") })
	key := keysFile(t, strings.Repeat("1", 64), 0o600)
	for want, s := range map[string]Settings{
		"archive: the store redis is in shape-serve, not in this program":      {Store: "redis", URL: "redis://host", KeyFile: key},
		"archive: the store blob is in shape-serve, not in this program":       {Store: "blob", URL: "mem://", KeyFile: key},
		"archive: broken: probe: no route":                                     {Store: "broken", KeyFile: key},
		`archive: unknown store "disk"; known: memory, directory, redis, blob`: {Store: "disk"},
		"archive: key file " + key + "2: no such file or directory":            {Store: "broken", KeyFile: key + "2"},
		"archive: key file : no such file or directory":                        {Store: "broken"},
	} {
		if runtime.GOOS == "windows" && strings.Contains(want, "no such file") {
			continue // it has other words
		}
		d, err := Open(s)
		if err == nil || err.Error() != want || d.IsOpen() {
			t.Errorf("%v, want %s", err, want)
		}
		if h, fault := d.Keep(ctx, []byte("1")); h != "" || fault != err {
			t.Errorf("%q %v", h, fault)
		}
	}
}

func TestReadKeys(t *testing.T) {
	one, two := strings.Repeat("0a", 32), strings.Repeat("FF", 32)
	path := keysFile(t, "# keys of replicas\n\n"+one+"\r\n  "+two+"\n", 0o440)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	} else if err != nil {
		link = path
	}
	keys, err := ReadKeys(link)
	if want := []Key{Key(bytes.Repeat([]byte{0x0a}, 32)), Key(bytes.Repeat([]byte{0xff}, 32))}; err != nil || !slices.Equal(keys, want) {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

// A file of keys that others can read, or that is none, is refused. The error tells the line and
// nothing of a key.
func TestBadKeyFiles(t *testing.T) {
	key := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"empty":        {"", 0o600, "it has no key"},
		"comments":     {"# nothing\n\n", 0o600, "it has no key"},
		"short":        {key + "\n" + key[1:], 0o600, "line 2 has 63 characters"},
		"raw":          {"\x01\x02\x03", 0o600, "line 1 has 3 characters"},
		"no digits":    {"#\n" + strings.Repeat("xy", 32), 0o600, "line 2: a key is 64 hexadecimal digits"},
		"too many":     {strings.Repeat(key+"\n", 17), 0o600, "line 17: more than 16 keys"},
		"large":        {strings.Repeat("#\n", 40000), 0o600, "it has more than 65536 bytes"},
		"world":        {key, 0o644, "its mode is 0644"},
		"group writes": {key, 0o660, "its mode is 0660"},
	} {
		if runtime.GOOS == "windows" && c.mode != 0o600 {
			continue // it has no modes
		}
		path := keysFile(t, c.text, c.mode)
		_, err := ReadKeys(path)
		if err == nil || !strings.HasPrefix(err.Error(), "archive: key file "+path+": "+c.want) || strings.Contains(err.Error(), "abab") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := ReadKeys(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}

// State is loaded by its name at every replica of the producer, also under a former key. Another
// producer finds none, and it is no document of a handle.
func TestStateOfReplicas(t *testing.T) {
	one, two := strings.Repeat("1", 64), strings.Repeat("2", 64)
	d, backend := openFaulty(t, Settings{KeyFile: keysFile(t, one, 0o600)})
	for _, text := range []string{"before", "state"} {
		if err := d.Save(ctx, "name", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	rotated, err := Open(Settings{Store: "test", KeyFile: keysFile(t, two+"\n"+one, 0o600)})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range []Archive{d, rotated} {
		if got, err := d.Load(ctx, "name"); string(got) != "state" || err != nil {
			t.Errorf("%d: %q, %v", i, got, err)
		}
		if _, err := d.For("session", "s").Load(ctx, "name"); err != ErrUnknown {
			t.Errorf("%d: another producer: %v", i, err)
		}
	}
	if err := rotated.Save(ctx, "name", []byte("later")); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Load(ctx, "name"); string(got) != "later" || err != nil {
		t.Errorf("saved under a new key: %q, %v", got, err)
	}
	if _, err := d.Redeem(ctx, d.Key.state("name")); err != ErrUnknown {
		t.Errorf("state by its handle: %v", err)
	}
	backend.err = errors.New("down")
	if _, err := d.Load(ctx, "name"); !errors.Is(err, ErrStore) {
		t.Error(err)
	}
	own := Archive{Store: NewMemory(Limits{})}
	_, err = own.Load(ctx, "name")
	if own.IsShared() || !d.IsShared() || err == nil || own.Save(ctx, "name", nil) == nil {
		t.Error("a store of one process keeps state")
	}
}
