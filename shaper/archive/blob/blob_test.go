package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// clock is the real time, moved.
type clock struct{ moved atomic.Int64 }

func (c *clock) Now() time.Time                     { return time.Now().Add(time.Duration(c.moved.Load())) }
func (c *clock) Since(past time.Time) time.Duration { return c.Now().Sub(past) }

// fakeS3 is a server that speaks S3, with the bucket "kept".
type fakeS3 struct {
	*s3mem.Backend
	url   string
	clock clock
	deny  func(*http.Request) bool // requests that get the answer AccessDenied
	hold  func(*http.Request)
}

func newS3(t testing.TB) *fakeS3 {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_MAX_ATTEMPTS": "1",
	} {
		t.Setenv(name, value)
	}
	f := &fakeS3{deny: func(*http.Request) bool { return false }, hold: func(*http.Request) {}}
	f.Backend = s3mem.New(s3mem.WithTimeSource(&f.clock))
	if err := f.CreateBucket("kept"); err != nil {
		t.Fatal(err)
	}
	s3 := gofakes3.New(f, gofakes3.WithTimeSource(&f.clock)).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.hold(r)
		if f.deny(r) {
			w.WriteHeader(http.StatusForbidden)
			io.WriteString(w, `<Error><Code>AccessDenied</Code><Message>s3cret</Message></Error>`)
			return
		}
		s3.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	f.url = "s3://kept?region=eu-central-1&use_path_style=true&endpoint=" + server.URL
	return f
}

const anHandle = archive.Handle("aaaaaaaaaaaaaaaa")

func settings(url string) archive.Settings {
	return archive.Settings{Store: "blob", URL: url, Limits: archive.Limits{Bytes: 1 << 20, Age: 24 * time.Hour}}
}

func fileURL(t testing.TB) (url, path string) {
	path = t.TempDir()
	return "file://" + filepath.ToSlash(path), path
}

// A bucket of each kind gives back the last document under a handle, and tells how much it holds.
func TestKinds(t *testing.T) {
	inFiles, _ := fileURL(t)
	for _, url := range []string{"mem://", inFiles, newS3(t).url} {
		t.Run(url[:3], func(t *testing.T) {
			b, err := open(settings(url), time.Now)
			if err != nil {
				t.Fatal(err)
			}
			ctx := t.Context()
			if _, err := b.Get(ctx, anHandle); err != archive.ErrUnknown {
				t.Errorf("before a Put: %v", err)
			}
			large := bytes.Repeat([]byte("x"), 1<<20)
			for _, document := range [][]byte{[]byte("one"), large, nil, []byte("two")} {
				if err := b.Put(ctx, anHandle, document); err != nil {
					t.Fatal(err)
				}
				if got, err := b.Get(ctx, anHandle); err != nil || !bytes.Equal(got, document) {
					t.Errorf("%d bytes come back as %d: %v", len(document), len(got), err)
				}
			}
			b.Put(ctx, "bbbbbbbbbbbbbbbb", []byte("other"))
			b.write(ctx, b.prefix+"probe-left", []byte("of a process that was killed"))
			if stat, err := b.Stat(ctx); err != nil || stat != (archive.Stat{Documents: 2, Bytes: 8}) {
				t.Errorf("%+v, %v", stat, err)
			}
			b.write(ctx, b.prefix+string(anHandle), append(large, 'x'))
			if _, err := b.Get(ctx, anHandle); err != archive.ErrUnknown {
				t.Errorf("an object larger than any document: %v", err)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Documents end at their age, by the clock of the bucket. A second Put makes one young again. A
// clock that is moved hides documents, and shows none that is too old.
func TestAgeInBucket(t *testing.T) {
	s3 := newS3(t)
	var local clock
	b, err := open(settings(s3.url), local.Now)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	is := func(want error) {
		t.Helper()
		if _, err := b.Get(ctx, anHandle); err != want {
			t.Errorf("%v, want %v", err, want)
		}
		if stat, err := b.Stat(ctx); err != nil || stat.Documents == 1 != (want == nil) {
			t.Errorf("%+v, %v", stat, err)
		}
	}
	b.Put(ctx, anHandle, []byte("x"))
	local.moved.Store(int64(23 * time.Hour))
	is(nil)
	local.moved.Store(int64(25 * time.Hour))
	is(archive.ErrUnknown)
	local.moved.Store(-int64(25 * time.Hour))
	is(archive.ErrUnknown)
	local.moved.Store(int64(10 * time.Minute))
	s3.clock.moved.Store(int64(10 * time.Minute))
	b.Put(ctx, anHandle, []byte("x"))
	local.moved.Store(int64(24*time.Hour + 5*time.Minute))
	is(nil)
}

// A bucket that cannot serve as an archive is refused at the start, with its name, the step and
// the reason. No error shows a password or a text of the bucket.
func TestFaults(t *testing.T) {
	s3 := newS3(t)
	inFiles, path := fileURL(t)
	at := func(f func(*archive.Settings)) archive.Settings {
		s := settings(s3.url)
		f(&s)
		return s
	}
	method := func(name string, after int) func(*http.Request) bool {
		return func(r *http.Request) bool {
			if r.Method == name {
				after--
			}
			return after < 0 && r.Method == name
		}
	}
	url := func(url string) archive.Settings { return settings(url) }
	for name, c := range map[string]struct {
		s     archive.Settings
		deny  func(*http.Request) bool
		moved time.Duration
		want  string
	}{
		"no URL":            {url(""), nil, 0, "url: this is not the URL of a bucket: s3://, gs://, azblob://, file:// or mem://"},
		"another URL":       {url("redis://u:s3cret@h"), nil, 0, "url: this is not the URL of a bucket: s3://, gs://, azblob://, file:// or mem://"},
		"no URL at all":     {url("s3://s3cret\x7f"), nil, 0, "url: this is not the URL of a bucket: s3://, gs://, azblob://, file:// or mem://"},
		"a password":        {url("s3://u:s3cret@kept"), nil, 0, "url: the URL of a bucket has no user and no password; credentials are in the environment"},
		"a parameter":       {url("mem://?token=s3cret"), nil, 0, `mem://: cannot open: a parameter of the URL is unknown or has a wrong value`},
		"a wrong bucket":    {url(strings.Replace(s3.url, "kept", "other", 1)), nil, 0, "s3://other: cannot write an object: there is no such bucket, or it is hidden (NoSuchBucket)"},
		"no server":         {url("s3://kept?region=a&endpoint=http://127.0.0.1:1&use_path_style=true"), nil, 0, "s3://kept: cannot write an object: connection refused"},
		"no directory":      {url(inFiles + "/none"), nil, 0, "file://" + filepath.ToSlash(path) + "/none: cannot open: no such file or directory"},
		"no right to write": {url(s3.url), method("PUT", 0), 0, "s3://kept: cannot write an object: the credentials lack the right to it (AccessDenied)"},
		"none to read":      {url(s3.url), method("GET", 0), 0, "s3://kept: cannot read an object: the credentials lack the right to it (AccessDenied)"},
		"none to delete":    {url(s3.url), method("DELETE", 0), 0, "s3://kept: cannot delete an object: the credentials lack the right to it (AccessDenied)"},
		"none to list":      {url(s3.url), method("GET", 1), 0, "s3://kept: cannot ask for a missing object: the credentials lack the right to it (AccessDenied)"},
		"a moved clock":     {at(func(s *archive.Settings) { s.Limits.Age = time.Hour }), nil, 10*time.Minute + 10*time.Second, "s3://kept: cannot compare clocks: the bucket's clock differs from this machine's by 10m0s"},
		"one far off":       {url(s3.url), nil, time.Hour, "s3://kept: cannot write an object: the clock of this machine is wrong (RequestTimeTooSkewed)"},
		"a prefix":          {at(func(s *archive.Settings) { s.Prefix = "a/../b" }), nil, 0, `prefix: "a/../b" is not a list of names with letters, digits, '-', '_' and '.' between slashes`},
		"another prefix":    {at(func(s *archive.Settings) { s.Prefix = "/a" }), nil, 0, `prefix: "/a" is not a list of names with letters, digits, '-', '_' and '.' between slashes`},
	} {
		t.Run(name, func(t *testing.T) {
			if s3.deny = c.deny; c.deny == nil {
				s3.deny = func(*http.Request) bool { return false }
			}
			s3.clock.moved.Store(int64(c.moved))
			_, err := open(c.s, time.Now)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// Without credentials the error names the variables, and not the last place that was asked. A
// public bucket needs none.
func TestNoCredentials(t *testing.T) {
	s3 := newS3(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	const want = "s3://kept: cannot sign requests: there are no valid credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role"
	if _, err := open(settings(s3.url), time.Now); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	b, err := open(settings(s3.url+"&anonymous=true"), time.Now)
	if err != nil {
		t.Fatal("anonymous:", err)
	}
	b.Close()
}

// The words of an SDK are cut between two characters.
func TestLongReason(t *testing.T) {
	if text := innermost(errors.New("x" + strings.Repeat("é", maxReason))); len(text) > maxReason || !utf8.ValidString(text) {
		t.Errorf("%d bytes: %q", len(text), text)
	}
}

// Faults of a bucket that worked at the start are errors of each call, and no unknown handles.
func TestLaterFaults(t *testing.T) {
	s3 := newS3(t)
	b, err := open(settings(s3.url), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	calls := func(ctx context.Context, why string) {
		t.Helper()
		_, got := b.Get(ctx, anHandle)
		_, stat := b.Stat(ctx)
		for what, err := range map[string]error{"write an object": b.Put(ctx, anHandle, []byte("s3cret")), "read an object": got, "list the objects": stat} {
			if want := "s3://kept: cannot " + what + ": " + why; err == nil || err.Error() != want {
				t.Errorf("%v\nwant %s", err, want)
			}
		}
	}
	s3.deny = func(*http.Request) bool { return true }
	calls(t.Context(), "the credentials lack the right to it (AccessDenied)")
	s3.deny = func(*http.Request) bool { return false }
	s3.Backend.ForceDeleteBucket("kept")
	calls(t.Context(), "there is no such bucket, or it is hidden (NoSuchBucket)")
	release := make(chan struct{})
	defer close(release)
	s3.hold = func(*http.Request) { <-release }
	b.time = 50 * time.Millisecond
	calls(t.Context(), "no answer within 50ms")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Put(ctx, anHandle, nil); err == nil {
		t.Error("a Put after the end of its context")
	}
}

// Replicas with the same keys redeem each other's handles, and no client another one's. The
// bucket holds no text of a document.
func TestReplicas(t *testing.T) {
	url, path := fileURL(t)
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte(strings.Repeat("0a", 32)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var replicas [3]archive.Archive
	for i := range replicas {
		s := settings(url)
		s.KeyFile, s.Prefix = keys, "team/"
		var err error
		if replicas[i], err = archive.Open(s); err != nil {
			t.Fatal(err)
		}
		defer replicas[i].Store.Close()
	}
	var work sync.WaitGroup
	for n := range 1000 {
		work.Go(func() {
			canary := []byte(fmt.Sprintf("canary-%d-", n))
			document := bytes.Repeat(canary, 20)
			client := fmt.Sprint("client ", n)
			h, err := replicas[n%3].For("session", client).Keep(t.Context(), document)
			if err != nil {
				t.Error(err)
				return
			}
			got, err := replicas[(n+1)%3].For("session", client).Redeem(t.Context(), h)
			if err != nil || !bytes.Equal(got, document) {
				t.Errorf("%s: %q, %v", client, got, err)
			}
			if _, err := replicas[(n+2)%3].For("session", "other").Redeem(t.Context(), h); !errors.Is(err, archive.ErrUnknown) {
				t.Errorf("%s: another client gets %v", client, err)
			}
		})
	}
	work.Wait()
	objects := 0
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		objects++
		text, err := os.ReadFile(name)
		if bytes.Contains(text, []byte("canary")) || strings.Contains(name, "client") {
			t.Errorf("%s shows a document", name)
		}
		return err
	})
	if err != nil || objects != 1000 {
		t.Errorf("%d objects, %v", objects, err)
	}
}

// To keep or to redeem a document takes at most three times its size.
func TestMemory(t *testing.T) {
	url, _ := fileURL(t)
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte(strings.Repeat("0a", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	document := bytes.Repeat([]byte("x"), 8<<20)
	for _, url := range []string{"mem://", url} {
		s := settings(url)
		s.KeyFile, s.Limits.Bytes = keys, 8<<20
		results, err := archive.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		var h archive.Handle
		for what, call := range map[string]func() error{
			"keep":   func() (err error) { h, err = results.Keep(t.Context(), document); return err },
			"redeem": func() (err error) { _, err = results.Redeem(t.Context(), h); return err },
		} {
			if h == "" {
				h, _ = results.Keep(t.Context(), document)
			}
			var err error
			if n := testkit.Allocated(func() { err = call() }); err != nil || n > 3*len(document) {
				t.Errorf("%s: to %s %d bytes takes %d: %v", url, what, len(document), n, err)
			}
		}
		if _, err := results.Keep(t.Context(), append(document, 'x')); err == nil || errors.Is(err, archive.ErrStore) {
			t.Errorf("a document over the limit: %v", err)
		}
	}
}
