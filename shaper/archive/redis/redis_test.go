package redis

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// canary is a secret that no error and no warning may hold.
const canary = "canary77"

// keyFile writes a file of keys, each of one repeated digit.
func keyFile(t testing.TB, digits ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	text := ""
	for _, digit := range digits {
		text += strings.Repeat(digit, 64) + "\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened opens an archive, and closes it with the test.
func opened(t testing.TB, s archive.Settings) archive.Archive {
	t.Helper()
	s.Store = "redis"
	if s.KeyFile == "" {
		s.KeyFile = keyFile(t, "1")
	}
	d, err := archive.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Store.Close() })
	return d
}

// refused opens an archive that must fail, and returns its error.
func refused(t testing.TB, s archive.Settings) string {
	t.Helper()
	s.Store = "redis"
	if s.KeyFile == "" {
		s.KeyFile = keyFile(t, "1")
	}
	d, err := archive.Open(s)
	if err == nil {
		d.Store.Close()
		t.Fatalf("%s opens", s.URL)
	}
	if strings.Contains(err.Error(), canary) {
		t.Errorf("the error tells a secret: %s", err)
	}
	if _, fault := d.Keep(t.Context(), []byte("1")); fault == nil {
		t.Error("an archive that is not open keeps a document")
	}
	return err.Error()
}

func keep(t testing.TB, d archive.Archive, document string) archive.Handle {
	t.Helper()
	h, err := d.Keep(t.Context(), []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func redeem(t testing.TB, d archive.Archive, h archive.Handle, want string) {
	t.Helper()
	if got, err := d.Redeem(t.Context(), h); err != nil || string(got) != want {
		t.Errorf("%.40q %v, want %.40q", got, err, want)
	}
}

func unknown(t testing.TB, d archive.Archive, h archive.Handle) {
	t.Helper()
	if got, err := d.Redeem(t.Context(), h); err != archive.ErrUnknown {
		t.Errorf("%.40q %v, want ErrUnknown", got, err)
	}
}

// A handle of one replica opens at the next, for its owner alone, until it expires.
func TestReplicas(t *testing.T) {
	server := miniredis.RunT(t)
	s := archive.Settings{URL: "redis://" + server.Addr(), KeyFile: keyFile(t, "1"), Limits: archive.Limits{Age: time.Minute}}
	one, other := opened(t, s), opened(t, s)
	h := keep(t, one.For("authorization", "a"), "document")
	redeem(t, other.For("authorization", "a"), h, "document")
	unknown(t, other.For("authorization", "b"), h)
	unknown(t, other.For("session", "a"), h)
	unknown(t, other, h)
	if again := keep(t, other.For("authorization", "a"), "document"); again != h {
		t.Errorf("the same document has the handles %s and %s", h, again)
	}
	blind := keep(t, one.ForUnknown("address"), "document")
	if again := keep(t, one.ForUnknown("address"), "document"); again == blind {
		t.Error("clients without a secret get one handle")
	}
	redeem(t, other.ForUnknown("address"), blind, "document")
	unknown(t, other.ForUnknown("elsewhere"), blind)
	if stat, err := other.Store.Stat(t.Context()); err != nil || stat != (archive.Stat{Documents: 3, Bytes: 24}) {
		t.Errorf("%+v %v", stat, err)
	}
	server.FastForward(time.Minute)
	unknown(t, one.For("authorization", "a"), h)
}

// The first key makes handles, and each key redeems those of its time.
func TestRotation(t *testing.T) {
	url := "redis://" + miniredis.RunT(t).Addr()
	before := opened(t, archive.Settings{URL: url, KeyFile: keyFile(t, "1")}).For("authorization", "a")
	during := opened(t, archive.Settings{URL: url, KeyFile: keyFile(t, "2", "1")}).For("authorization", "a")
	after := opened(t, archive.Settings{URL: url, KeyFile: keyFile(t, "2")}).For("authorization", "a")
	old, young := keep(t, before, "document"), keep(t, during, "document")
	if old == young {
		t.Fatal("two keys make one handle")
	}
	redeem(t, during, old, "document")
	redeem(t, during, young, "document")
	redeem(t, after, young, "document")
	unknown(t, before, young)
	unknown(t, after, old)
}

// A value that is damaged, moved to another handle, or of another form opens nothing.
func TestForeignValues(t *testing.T) {
	server := miniredis.RunT(t)
	d := opened(t, archive.Settings{URL: "redis://" + server.Addr(), Prefix: "p*:", Limits: archive.Limits{Bytes: 100}})
	h := keep(t, d, "document")
	name := server.Keys()[0]
	other := keep(t, d, "another")
	otherName := server.Keys()[0]
	if otherName == name {
		otherName = server.Keys()[1]
	}
	whole, err := server.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		damaged := []byte(whole)
		damaged[i] ^= 1
		server.Set(name, string(damaged))
		unknown(t, d, h)
	}
	for _, value := range []string{whole[:len(whole)-1], whole[1:], "x", strings.Repeat("x", 1<<20), whole + "x"} {
		server.Set(name, value)
		unknown(t, d, h)
	}
	server.Set(otherName, whole)
	unknown(t, d, other)
	server.Set(name, whole)
	redeem(t, d, h, "document")
	server.Set("pp"+name[2:], "under another prefix")
	server.Set("p*:settings", "no handle")
	if !strings.HasPrefix(name, "p*:") || strings.Contains(name, string(h)) {
		t.Errorf("the name of a value is %s", name)
	}
	if stat, err := d.Store.Stat(t.Context()); err != nil || stat.Documents != 2 {
		t.Errorf("%+v %v", stat, err)
	}
}

// A document over the limit is refused before the network. At the limit it is kept.
func TestLimit(t *testing.T) {
	server := miniredis.RunT(t)
	d := opened(t, archive.Settings{URL: "redis://" + server.Addr(), Limits: archive.Limits{Bytes: 1000}})
	asked := server.CommandCount()
	if _, err := d.Keep(t.Context(), make([]byte, 1001)); err == nil || errors.Is(err, archive.ErrStore) {
		t.Errorf("%v, want the limit", err)
	}
	if n := server.CommandCount(); n != asked {
		t.Errorf("%d commands for a document over the limit", n-asked)
	}
	document := strings.Repeat("x", 1000)
	redeem(t, d, keep(t, d, document), document)
}

// A server that is gone makes Keep and Redeem fail with ErrStore, and is asked again later. No
// other store takes its place.
func TestServerIsGone(t *testing.T) {
	server := miniredis.RunT(t)
	server.RequireAuth(canary)
	var warned []error
	d := opened(t, archive.Settings{URL: "redis://:" + canary + "@" + server.Addr() + "?client_name=" + canary, KeyFile: keyFile(t, "1"), Warn: func(err error) { warned = append(warned, err) }})
	h := keep(t, d, "document")
	server.Close()
	for range 3 {
		if h, err := d.Keep(t.Context(), []byte("document")); h != "" || !errors.Is(err, archive.ErrStore) {
			t.Errorf("%q %v, want ErrStore", h, err)
		}
		if _, err := d.Redeem(t.Context(), h); !errors.Is(err, archive.ErrStore) || errors.Is(err, archive.ErrUnknown) {
			t.Errorf("%v, want ErrStore", err)
		}
	}
	if _, err := d.Store.Stat(t.Context()); !errors.Is(err, archive.ErrStore) {
		t.Errorf("%v, want ErrStore", err)
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	redeem(t, d, h, "document")
	if text := errors.Join(warned...).Error(); strings.Contains(text, canary) {
		t.Errorf("a warning tells a secret: %s", text)
	}
}
