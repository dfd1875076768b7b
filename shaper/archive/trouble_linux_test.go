package archive

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// ownMachine is a process that may mount.
func ownMachine() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// canMount reports whether the machine lets a process have mounts of its own.
func canMount(t *testing.T) bool {
	cmd := childOf(t, "", ownMachine())
	cmd.Env = append(cmd.Env, childEnv+"=none")
	cmd.Args[1] = "-test.run=^$"
	if err := cmd.Run(); err != nil {
		t.Log("this machine does not let a process mount:", err)
		return false
	}
	return true
}

// A full disk gives an error that names the cause. No partial file stays, and kept documents
// are still served.
func TestFullDisk(t *testing.T) {
	path := childIn(t)
	if path == "" {
		if canMount(t) {
			inChild(t, t.TempDir(), ownMachine())
		}
		return
	}
	if err := syscall.Mount("none", path, "tmpfs", 0, "size=64k,mode=700"); err != nil {
		t.Fatal(err)
	}
	d := Archive{Store: newDirectory(t, newClock(), path, Limits{}), Key: Key{1}}
	h := keep(t, d, "abc")
	_, err := d.Keep(ctx, make([]byte, 100<<10))
	if err == nil || !strings.Contains(err.Error(), "archive: "+path+": write ") || !strings.Contains(err.Error(), syscall.ENOSPC.Error()) {
		t.Error(err)
	}
	wantKept(t, d, h, "abc")
	if entries, err := os.ReadDir(path); err != nil || len(entries) != 2 {
		t.Errorf("%v %v", entries, err)
	}
	keep(t, d, "there is room for this")
}

func TestReadOnlyDisk(t *testing.T) {
	path := childIn(t)
	if path == "" {
		if canMount(t) {
			inChild(t, t.TempDir(), ownMachine())
		}
		return
	}
	if err := syscall.Mount("none", path, "tmpfs", 0, "mode=700"); err != nil {
		t.Fatal(err)
	}
	d := Archive{Store: newDirectory(t, newClock(), path, Limits{}), Key: Key{1}}
	h := keep(t, d, "abc")
	d.Store.Close() // its lock is open for writing
	if err := syscall.Mount("none", path, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "mode=700"); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, path, syscall.EROFS.Error())
	wantRefused(t, filepath.Join(path, "below"), syscall.EROFS.Error())
	if _, err := os.Stat(filepath.Join(path, string(h))); err != nil {
		t.Error(err)
	}
}

// A directory of another user is refused, even by root. A directory that cannot be made is
// refused too. A file of another user is unknown.
func TestOtherUser(t *testing.T) {
	if path := childIn(t); path != "" {
		wantRefused(t, path, "it belongs to user 0, not to 65534")
		wantRefused(t, filepath.Join(filepath.Dir(path), "new"), syscall.EACCES.Error())
		wantRefused(t, filepath.Join(path, "below"), syscall.EACCES.Error())
		return
	}
	if os.Getuid() != 0 {
		wantRefused(t, "/", "it belongs to user 0")
		return
	}
	f := newFolder(t, Limits{})
	dir := f.path
	for range 3 { // those that this test has made
		dir = filepath.Dir(dir)
		f.must(os.Chmod(dir, 0o755))
	}
	inChild(t, f.path, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}})

	h := keep(t, f.archive, "abc")
	f.must(os.Chown(f.file(string(h)), 65534, 65534))
	wantUnknown(t, f.archive, h)
	f.must(os.Chown(f.path, 65534, 65534))
	wantRefused(t, f.path, "it belongs to user 65534, not to 0")
}

// A process that dies with the lock does not hold others up; while it has the lock,
// readers do not wait.
func TestDeadHolder(t *testing.T) {
	if path := childIn(t); path != "" {
		newDirectory(t, newClock(), path, Limits{}).locked(func() error {
			fmt.Println("\nheld")
			_, err := io.Copy(io.Discard, os.Stdin) // for ever
			return err
		})
		return
	}
	f := newFolder(t, Limits{})
	h := keep(t, f.archive, "abc")
	cmd := childOf(t, f.path, nil)
	in, err := cmd.StdinPipe()
	f.must(err)
	defer in.Close()
	out, err := cmd.StdoutPipe()
	f.must(err)
	f.must(cmd.Start())
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "held"; {
	}
	if err := syscall.Flock(int(f.store.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EWOULDBLOCK {
		t.Errorf("the lock is not held: %v", err)
	}
	wantKept(t, f.archive, h, "abc")
	f.must(cmd.Process.Kill())
	cmd.Wait()
	keep(t, f.archive, "def")
}

// A named pipe in the place of a document, the lock or the key blocks no call.
func TestPipes(t *testing.T) {
	f := newFolder(t, Limits{})
	h := f.archive.Key.handle([]byte("abc"))
	for _, name := range []string{string(h), keyName} {
		f.must(syscall.Mkfifo(f.file(name), 0o600))
	}
	wantUnknown(t, f.archive, h)
	keep(t, f.archive, "abc")
	wantKept(t, f.archive, h, "abc")
	if _, err := OpenKey(f.file(keyName)); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
	f.must(os.Remove(f.file(lockName)))
	f.must(syscall.Mkfifo(f.file(lockName), 0o600))
	wantRefused(t, f.path, lockName+" in it is not a regular file")
}
