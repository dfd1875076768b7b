package cli

import (
	"encoding/json"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// The flag and the command say the same, to people and to programs.
func TestVersion(t *testing.T) {
	alone(t)
	line := shape(nil, "version")
	for _, args := range [][]string{{"--version"}, {"-v", "-x", "a", "no such file"}} {
		if flag := shape(nil, args...); line.status != 0 || line != flag {
			t.Errorf("version: %+v, %q: %+v", line, args, flag)
		}
	}
	var b app.Build
	got := shape(nil, "version", "--json")
	if named := shape(nil, "version", "--format", "json"); named != got {
		t.Errorf("--json: %+v, --format json: %+v", got, named)
	}
	if err := json.Unmarshal([]byte(got.stdout), &b); err != nil || b.String()+"\n" != line.stdout {
		t.Errorf("%v: %s, want %s", err, got.stdout, line.stdout)
	}
	if got := shape(nil, "version", "x"); got.status != app.ExitUsage || got.stdout != "" {
		t.Errorf("with an argument: %+v", got)
	}
}
