package archive

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// childEnv names the test that a child process was started for, childPath a directory
// that it works in.
const (
	childEnv  = "SHAPE_TEST_CHILD"
	childPath = "SHAPE_TEST_CHILD_PATH"
)

// childOf runs a test again in a process of its own, at a path.
func childOf(t *testing.T, path string, attr *syscall.SysProcAttr) *exec.Cmd {
	program, err := os.Executable()
	if attr != nil { // in another namespace the program's own path may not exist
		program = "/proc/self/exe"
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v", "-test.count=1")
	cmd.Env = append(os.Environ(), childEnv+"="+t.Name(), childPath+"="+path)
	cmd.Dir, cmd.SysProcAttr = "/", attr
	return cmd
}

// childIn is the path that this process was started to work at; "" where it is no child.
func childIn(t *testing.T) string {
	if os.Getenv(childEnv) != t.Name() {
		return ""
	}
	return os.Getenv(childPath)
}

// inChild runs the test in a child process and reports its failures.
func inChild(t *testing.T, path string, attr *syscall.SysProcAttr) {
	t.Helper()
	out, err := childOf(t, path, attr).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()+" ") {
		t.Errorf("in a process of its own: %v\n%s", err, out)
	}
}
