//go:build unix

package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// secondAccount makes an account for a test. It skips the test if the machine does not
// allow that.
func secondAccount(t *testing.T) (id uint32) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root makes accounts")
	}
	name := fmt.Sprintf("shapetest%d", os.Getpid())
	if out, err := exec.Command("useradd", "--no-create-home", "--shell", "/bin/false", name).CombinedOutput(); err != nil {
		t.Skipf("useradd: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("userdel", name).CombinedOutput(); err != nil {
			t.Errorf("userdel: %v %s", err, out)
		}
	})
	account, err := user.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(n)
}

// accounts is a folder that two accounts share, and the command in it.
type accounts struct {
	*testing.T
	root, command string
}

func newAccounts(t *testing.T) *accounts {
	root := t.TempDir()
	a := &accounts{t, root, filepath.Join(root, "shape")}
	from, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Skip(err)
	}
	defer from.Close()
	to, err := os.OpenFile(a.command, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{root, filepath.Dir(root)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// project makes a directory with a project file, and both belong to an account.
func (a *accounts) project(name string, id uint32) (dir string) {
	a.Helper()
	dir = filepath.Join(a.root, name)
	folder := filepath.Join(dir, ".code-scalpel")
	file := filepath.Join(folder, "response_config.json")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		a.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"privacy":{"mask":[{"path":"risk","with":"none"}]}}`), 0o644); err != nil {
		a.Fatal(err)
	}
	for _, path := range []string{dir, folder, file} {
		if err := os.Chown(path, int(id), int(id)); err != nil {
			a.Fatal(err)
		}
	}
	return dir
}

// run runs the command as an account in a directory, and returns both of its outputs.
func (a *accounts) run(id uint32, dir string, args ...string) string {
	a.Helper()
	home := filepath.Join(a.root, fmt.Sprintf("home%d", id))
	if err := os.MkdirAll(home, 0o755); err != nil {
		a.Fatal(err)
	}
	if err := os.Chown(home, int(id), int(id)); err != nil {
		a.Fatal(err)
	}
	cmd := exec.Command(a.command, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(`{"risk":"high"}`)
	cmd.Env = []string{"HOME=" + home}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id}}
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// A second account neither rules the results of another one, nor is it trusted with the
// trust that another one gave.
func TestSecondAccount(t *testing.T) {
	second := secondAccount(t)
	a := newAccounts(t)
	expect := func(what, got string, want ...string) {
		t.Helper()
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %s\nwant %q", what, got, part)
			}
		}
	}
	foreign := a.project("foreign", second)
	refusal := fmt.Sprintf("belongs to account %d, not to 0", second)
	expect("the file of the second account", a.run(0, foreign), refusal)
	expect("trust in that", a.run(0, foreign, "config", "trust"), refusal)
	expect("named by its path", a.run(0, foreign, "--config", ".code-scalpel/response_config.json"), `"none"`)

	shared := a.project("shared", second)
	if err := os.Chown(shared, 0, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o1777); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(shared, "work", "deep")
	if err := os.MkdirAll(work, 0o755); err != nil {
		t.Fatal(err)
	}
	expect("found upward", a.run(0, work), refusal)

	own := a.project("own", 0)
	expect("a file of root", a.run(second, own), fmt.Sprintf("belongs to account 0, not to %d", second))
	expect("root's own", a.run(0, own), `"[redacted]"`, "set aside")
	expect("trusted", a.run(0, own, "config", "trust"), "is trusted")
	expect("root's trusted one", a.run(0, own), `"none"`)
	if err := os.Chown(filepath.Join(own, ".code-scalpel", "response_config.json"), int(second), -1); err != nil {
		t.Fatal(err)
	}
	expect("given away", a.run(0, own), refusal)
	expect("the second account's own", a.run(second, foreign), `"[redacted]"`, "set aside")
	expect("trusted by it", a.run(second, foreign, "config", "trust"), "is trusted")
	expect("trusted by it", a.run(second, foreign), `"none"`)
}
