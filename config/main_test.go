package config

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// childEnv names the test that a child process was started for.
const childEnv = "SHAPE_TEST_CHILD"

// TestMain leaves the machine's environment no say, and lets more tests run at
// once than there are processors: those of the watcher mostly wait.
func TestMain(m *testing.M) {
	for _, name := range testkit.Configuring() {
		_ = os.Unsetenv(name)
	}
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("24"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// inChild runs the test t again, in a child process with attr: another user,
// mounts and limits of its own. In the child itself it reports child. When the
// machine does not allow such a process, it reports neither, and the test falls
// back to an injected fault.
func inChild(t *testing.T, attr *syscall.SysProcAttr) (child, done bool) {
	t.Helper()
	if os.Getenv(childEnv) == t.Name() {
		return true, false
	}
	if attr == nil {
		return false, false
	}
	run := "^" + strings.ReplaceAll(regexp.QuoteMeta(t.Name()), "/", "$/^") + "$"
	cmd := exec.Command("/proc/self/exe", "-test.run="+run, "-test.v", "-test.count=1")
	cmd.Env = append(os.Environ(), childEnv+"="+t.Name())
	cmd.Dir = "/"
	cmd.SysProcAttr = attr
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Logf("not possible here: %v", err)
		return false, false
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "--- PASS: "+t.Name()+" ") {
		t.Errorf("in a process of its own: %v\n%s", err, out.String())
	}
	t.Log("tried for real, in a process of its own")
	return false, true
}
