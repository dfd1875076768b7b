package archive

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// wantRefused fails unless a directory is refused with an error that names it and the cause.
func wantRefused(t *testing.T, path, cause string) {
	t.Helper()
	s, err := OpenDirectory(path, Limits{})
	if err == nil {
		s.Close()
		t.Fatalf("%s is opened, want %s", path, cause)
	}
	if !strings.HasPrefix(err.Error(), "archive: "+path+": ") || !strings.Contains(err.Error(), cause) {
		t.Errorf("%v: want the path, and %s", err, cause)
	}
}

func TestNoDirectory(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, "", "needs a path")
	wantRefused(t, file, "not a directory")
	wantRefused(t, filepath.Join(file, "below"), "not a directory")
	wantRefused(t, dir+"/\x00", "invalid argument")
}

// A link is not followed, wherever it leads: a directory, the lock, a document.
func TestLinks(t *testing.T) {
	f := newFolder(t, Limits{})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(f.path, link); err != nil {
		t.Fatal(err) // on Windows it takes a right
	}
	wantRefused(t, link, "symbolic link")

	outside := filepath.Join(t.TempDir(), "outside")
	h, elsewhere := keep(t, f.archive, "abc"), keep(t, f.archive, "def")
	f.must(os.Rename(f.file(string(h)), outside))
	before, err := os.ReadFile(outside)
	f.must(err)
	for _, to := range []string{outside, string(elsewhere), string(h), "nowhere"} {
		f.must(os.Symlink(to, f.file(string(h))))
		wantUnknown(t, f.archive, h)
		wantStat(t, f.store, Stat{1, 3})
		keep(t, f.archive, "abc") // takes the place of the link
		wantKept(t, f.archive, h, "abc")
		f.must(os.Remove(f.file(string(h))))
	}
	if after, err := os.ReadFile(outside); err != nil || string(after) != string(before) {
		t.Error("what the link led to was changed", err)
	}

	f.must(os.Remove(f.file(lockName)))
	f.must(os.Symlink(outside, f.file(lockName)))
	wantRefused(t, f.path, lockName+" in it is not a regular file")
}

// A directory named by a handle blocks no call, and stays.
func TestNoFiles(t *testing.T) {
	f := newFolder(t, Limits{})
	h := f.archive.Key.handle([]byte("abc"))
	f.must(os.Mkdir(f.file(string(h)), 0o700))
	wantUnknown(t, f.archive, h)
	if _, err := f.archive.Keep(ctx, []byte("abc")); err == nil || !strings.Contains(err.Error(), f.path) {
		t.Error(err)
	}
	wantStat(t, f.store, Stat{})
	f.another(Limits{})
	if got := f.names(); len(got) != 2 {
		t.Errorf("%q", got)
	}
}

// A store that other users can read, or could read, keeps nothing.
func TestOpenToOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // modes have no meaning on Windows
	}
	f := newFolder(t, Limits{})
	h := keep(t, f.archive, "abc")
	f.must(os.Chmod(f.file(string(h)), 0o604))
	wantUnknown(t, f.archive, h)
	for mode, cause := range map[os.FileMode]string{0o755: "0755", 0o710: "0710", 0o701: "0701"} {
		f.must(os.Chmod(f.path, mode))
		wantRefused(t, f.path, "its mode is "+cause)
	}
}

// A directory that is replaced while it is in use gets nothing.
func TestReplacedDirectory(t *testing.T) {
	f := newFolder(t, Limits{})
	h := keep(t, f.archive, "abc")
	f.must(os.Rename(f.path, f.path+"-old"))
	f.must(os.Mkdir(f.path, 0o777))
	keep(t, f.archive, "def")
	wantKept(t, f.archive, h, "abc")
	if got := f.names(); len(got) != 0 {
		t.Errorf("%q", got)
	}
	f.must(os.RemoveAll(f.path + "-old"))
	if _, err := f.archive.Keep(ctx, []byte("ghi")); err == nil || !strings.Contains(err.Error(), f.path) {
		t.Error(err)
	}
}
