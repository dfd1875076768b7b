package cli

import (
	"encoding/json"
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
		if got := builtFrom(&c.info, c.ok).String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// The flag and the command say the same, to people and to programs.
func TestVersion(t *testing.T) {
	alone(t)
	line := shape(nil, "version")
	for _, args := range [][]string{{"--version"}, {"-v", "-x", "a", "no such file"}} {
		if flag := shape(nil, args...); line.status != 0 || line != flag {
			t.Errorf("version: %+v, %q: %+v", line, args, flag)
		}
	}
	var b build
	got := shape(nil, "version", "--format", "json")
	if err := json.Unmarshal([]byte(got.stdout), &b); err != nil || b.String()+"\n" != line.stdout {
		t.Errorf("%v: %s, want %s", err, got.stdout, line.stdout)
	}
	if got := shape(nil, "version", "x"); got.status != exitUsage || got.stdout != "" {
		t.Errorf("with an argument: %+v", got)
	}
}
