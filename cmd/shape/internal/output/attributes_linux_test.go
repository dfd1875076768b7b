package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

func setAttribute(t *testing.T, file, name string, value []byte) {
	t.Helper()
	err := unix.Setxattr(file, name, value, 0)
	if errors.Is(err, unix.ENOTSUP) {
		t.Skipf("the file system has no %s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// attribute is the value of an extended attribute; "" where there is none.
func attribute(file, name string) string {
	value := make([]byte, maxExtended)
	n, err := unix.Getxattr(file, name, value)
	if err != nil {
		return ""
	}
	return string(value[:n])
}

func writeNew(t *testing.T, name string, mode fs.FileMode) {
	t.Helper()
	err := os.WriteFile(name, []byte("old"), 0o600)
	if err == nil {
		err = os.Chmod(name, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What comes into a place has the list and the attributes of what was there, and
// nobody may open it before.
func TestReplacementKeepsAttributes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	writeNew(t, name, 0o640)
	list := testkit.LettingRead(1234)
	setAttribute(t, name, accessList, list)
	setAttribute(t, name, "user.note", []byte("kept"))

	r := begun(t, name)
	if info, err := r.Stat(); err != nil || info.Mode() != 0o600 {
		t.Errorf("before it is complete: %v, %v", info.Mode(), err)
	}
	if err := r.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := attribute(name, accessList); got != string(list) {
		t.Errorf("access control list %x, want %x", got, list)
	}
	if got := attribute(name, "user.note"); got != "kept" {
		t.Errorf("user.note = %q", got)
	}
}

// A folder's default list opens no file that had none.
func TestReplacementTakesNoDefaultList(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	writeNew(t, name, 0o640)
	setAttribute(t, dir, "system.posix_acl_default", testkit.LettingRead(1234))
	if err := begun(t, name).Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if list := attribute(name, accessList); err != nil || list != "" || info.Mode() != 0o640 {
		t.Errorf("access control list %x, mode %v, %v", list, info.Mode(), err)
	}
}

// What closes a file while it is edited closes the new one.
func TestReplacementHasTheModeOfTheEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	writeNew(t, name, 0o644)
	r := begun(t, name)
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// The file is private from its first moment, whatever the process lets files be.
func TestReplacementIsMadePrivate(t *testing.T) {
	defer unix.Umask(unix.Umask(0))
	r := &Replacement{gate: NewGate(), Target: filepath.Join(t.TempDir(), "f")}
	if err := r.create(private); err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if info, err := r.Stat(); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// begun is a replacement of a file.
func begun(t *testing.T, name string) *Replacement {
	t.Helper()
	r, err := NewGate().Replace(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Discard)
	return r
}
