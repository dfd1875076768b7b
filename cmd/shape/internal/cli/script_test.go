package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are what this test binary is when it is called by their names.
var programs = map[string]func(){"shape": func() { os.Exit(Run(Process(), os.Args[1:])) }, "answers": answers, "asks": asks, "keeps": keeps}

// Its programs end at once: under the race detector each would wait for a second, for
// what still runs.
func TestMain(m *testing.M) {
	os.Setenv(raceOptions, "atexit_sleep_ms=0 "+os.Getenv(raceOptions))
	testscript.Main(m, programs)
}

const raceOptions = "GORACE"

// TestScripts runs the scripts of testdata/script: each shows one manner of the
// command, in a folder of its own, with a home of its own. They know two more
// verbs: "status N program arg…", which wants that exit status, and "timeless FILE",
// which takes out of a report what no run says twice; and the condition [o200k], which
// holds where the exact counter is linked.
func TestScripts(t *testing.T) {
	testdata, err := filepath.Abs("../../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(testdata, "script"),
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("TESTDATA", testdata)
			e.Setenv(raceOptions, os.Getenv(raceOptions))
			return os.MkdirAll(home, 0o777)
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "o200k":
				return len(exact) > 0, nil
			case "secrets":
				return detectsSecrets, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": wantStatus, "timeless": timeless},
	})
}

// detectsSecrets tells that the command links the detector of secrets.
var detectsSecrets bool

// clocked is what a report says of clocks.
var clocked = regexp.MustCompile(`,"microseconds":\d+|"time":"[^"]*",`)

func withoutTimes(report string) string { return clocked.ReplaceAllString(report, "") }

func timeless(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(withoutTimes(ts.ReadFile(args[0]))), 0o666))
}

func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got, err = exit.ExitCode(), nil
	}
	ts.Check(err)
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
