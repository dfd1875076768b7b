package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// The version holds the facts of the toolchain, and "unknown" in their absence.
func TestBuiltFrom(t *testing.T) {
	made := " (commit unknown, " + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
	clean := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}
	dirty := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		info debug.BuildInfo
		ok   bool
		want string
	}{
		{want: "shape unknown" + made},
		{info: debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, ok: true, want: "shape v1.2.3" + made},
		{info: debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: clean}, ok: true, want: "shape v1.2.3" + strings.Replace(made, "unknown", "abc", 1)},
		{info: debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: dirty}, ok: true, want: "shape v1.2.3" + strings.Replace(made, "unknown", "abc, modified", 1)},
	} {
		if got := BuiltFrom(&c.info, c.ok).String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// The build is read from the file of a program, as the program says it itself.
func TestBuildOf(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if got, isKnown := BuildOf(program); !isKnown || got.String() != BuiltFrom(debug.ReadBuildInfo()).String() {
		t.Errorf("got %s, %v", got, isKnown)
	}
	for _, file := range []string{"build.go", "nowhere"} {
		if got, isKnown := BuildOf(file); isKnown {
			t.Errorf("%s is %s", file, got)
		}
	}
}
