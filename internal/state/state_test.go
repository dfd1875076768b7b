package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestDir(t *testing.T) {
	root := t.TempDir() // absolute on each system
	below := filepath.Join(root, ".local", "state")
	if runtime.GOOS == "windows" {
		below = filepath.Join(root, "AppData", "Local")
	}
	for _, c := range []struct{ set, home, want string }{
		{filepath.Join(root, "s"), root, filepath.Join(root, "s", "code-scalpel")},
		{"relative", root, filepath.Join(below, "code-scalpel")},
		{"", root, filepath.Join(below, "code-scalpel")},
		{"", "", ""},
	} {
		lookup := func(name string) (string, bool) { return c.set, name == "XDG_STATE_HOME" && c.set != "" }
		if got := Dir(lookup, c.home); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func open(t *testing.T) *os.Root {
	t.Helper()
	folder, err := OpenFolder(filepath.Join(t.TempDir(), "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

func TestFolderIsPrivate(t *testing.T) {
	folder := open(t)
	info, err := os.Stat(folder.Name())
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Fatal(info.Mode(), err)
	}
	if again, err := OpenFolder(folder.Name()); err != nil {
		t.Error(err)
	} else {
		again.Close()
	}
}

func TestFolderRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and owners are those of unix")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	must(os.Mkdir(at("open"), 0o700))
	must(os.Chmod(at("open"), 0o750))
	must(os.Symlink(at("open"), at("link")))
	must(os.WriteFile(at("file"), nil, 0o600))
	must(os.Mkdir(at("foreign"), 0o700))
	want := map[string]string{
		"open": "its mode is 0750", "link": "a symbolic link is not followed", "file": "not a directory",
		"file/below": "not a directory", "": "needs a path",
	}
	if os.Chown(at("foreign"), 4321, -1) == nil { // root alone may
		want["foreign"] = "it belongs to user 4321"
	}
	for name, fault := range want {
		path := at(name)
		if name == "" {
			path = ""
		}
		if _, err := OpenFolder(path); err == nil || !strings.Contains(err.Error(), fault) || strings.Contains(err.Error(), dir) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestReplaceAndRead(t *testing.T) {
	folder := open(t)
	for _, content := range []string{"first", "second"} {
		if err := Replace(folder, "f", []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(folder, "f", 6); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if info, _ := folder.Stat("f"); !IsOurs(info) {
		t.Error(info.Mode())
	}
	if _, err := Read(folder, "f", 5); err == nil {
		t.Error("a file beyond the limit was read")
	}
	for most, want := range map[int64]error{6: nil, 5: errors.New("larger than 5 bytes")} {
		if text, err := ReadRegular(filepath.Join(folder.Name(), "f"), most); fmt.Sprint(Cause(err)) != fmt.Sprint(want) {
			t.Errorf("at most %d bytes: %q, %v", most, text, err)
		}
	}
	if _, err := Read(folder, "missing", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if names, _ := filepath.Glob(filepath.Join(folder.Name(), ".f*")); len(names) > 0 {
		t.Error(names)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if folder.Chmod("f", 0o640); folder.Symlink("f", "link") != nil {
		t.Fatal("no link")
	}
	for _, name := range []string{"f", "link", "."} {
		if _, err := Read(folder, name, 100); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestLock(t *testing.T) {
	folder := open(t)
	first, err := TryLock(folder, "lock")
	if err != nil {
		t.Fatal(err)
	}
	if second, err := TryLock(folder, "lock"); CanLock && !errors.Is(err, ErrLocked) {
		t.Error(second, err)
	}
	first.Close()
	second, err := Lock(folder, "lock")
	if err != nil {
		t.Fatal(err)
	}
	if err := UnlockFile(second); err != nil || !TryLockFile(second) {
		t.Error(err)
	}
	second.Close()
	if runtime.GOOS != "windows" && folder.Symlink("lock", "link") == nil {
		if _, err := TryLock(folder, "link"); err == nil {
			t.Error("a link was locked")
		}
	}
}
