package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// A replacement that would lose an access control list or an attribute is refused. So is one
// that would get a list from its folder. The system's own attributes do not count. Force
// replaces all of them.
func TestReplacementRefusesToLose(t *testing.T) {
	for _, c := range []struct{ onFolder, onFile, want string }{
		{"", "user.note", "the extended attribute user.note: "},
		{"", accessList, "the access control list: "},
		{"system.posix_acl_default", "", "the access control list: "},
		{"", "security.note", ""},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		writeNew(t, name, 0o640)
		if c.onFolder != "" {
			setAttribute(t, dir, c.onFolder, testkit.LettingRead(1234))
		}
		if strings.HasPrefix(c.onFile, "security.") && os.Getuid() != 0 {
			continue // only root may set it
		}
		if c.onFile != "" {
			setAttribute(t, name, c.onFile, testkit.LettingRead(1234))
		}
		r, err := new(Gate).Replace(name)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrLost) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".shape-*")); err != nil && len(left) > 0 {
			t.Errorf("%+v: left %v", c, left)
		}
		if err == nil {
			r.Discard()
		}
		forced := new(Gate)
		forced.Force = true
		if r, err = forced.Replace(name); err == nil {
			err = r.Commit()
		}
		if err != nil {
			t.Errorf("%+v: forced: %v", c, err)
		}
	}
}

// A list that is set while a file is edited is not lost.
func TestReplacementRefusesToLoseAtTheEnd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	writeNew(t, name, 0o640)
	r := begun(t, name)
	if info, err := r.Stat(); err != nil || info.Mode() != 0o600 {
		t.Errorf("before it is complete: %v, %v", info.Mode(), err)
	}
	setAttribute(t, name, accessList, testkit.LettingRead(1234))
	if err := r.Commit(); !errors.Is(err, ErrLost) {
		t.Errorf("got %v", err)
	}
}

// If a file loses a permission during an edit, the new file lacks it too.
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
	r := &Replacement{gate: new(Gate), Target: filepath.Join(t.TempDir(), "f")}
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
	r, err := new(Gate).Replace(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Discard)
	return r
}
