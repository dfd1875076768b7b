package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

func TestCompareRelease(t *testing.T) {
	for _, c := range []struct {
		own, release string
		isNewer      bool
	}{
		{"v0.1.0", "v0.1.0", false},
		{"v0.1.0+dirty", "v0.1.0", false},
		{"v0.2.0", "v0.1.9", false},
		{"v0.1.1-0.20261126164242-aa5a9abf0000", "v0.1.0", false},
		{"v0.1.9", "v0.1.10", true},
		{"v0.2.0-rc.1", "v0.2.0", true},
		{"v0.2.0-rc.1+dirty", "v0.2.0-rc.1", false},
		{"v0.0.0-20261126164242-aa5a9abf0000+dirty", "v0.1.0", true},
		{"(devel)", "v0.1.0", true},
		{"unknown", "v0.1.0", true},
	} {
		var said strings.Builder
		err := compareRelease(&said, c.own, c.release)
		status := map[bool]int{true: app.ExitNothing}[c.isNewer]
		if app.ExitStatus(err) != status || !strings.Contains(said.String(), c.own) || !strings.Contains(said.String(), c.release) {
			t.Errorf("%s beside %s: %v, %q", c.own, c.release, err, said.String())
		}
	}
}

// The file of a release comes from a path or from an address; a bad one is refused with its place.
func TestUpgrade(t *testing.T) {
	alone(t)
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path != "/metadata.json" {
			http.Error(w, "secret page", http.StatusNotFound)
			return
		}
		io.WriteString(w, `{"project_name":"shape","tag":"v9.0.0","version":"9.0.0"}`)
	}))
	t.Cleanup(server.Close)
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct {
		name, from string
		status     int
		want       string
	}{
		{"a newer file", file("metadata.json", `{"version":"v9.0.0"}`), app.ExitNothing, "v9.0.0"},
		{"a newer address", server.URL + "/metadata.json", app.ExitNothing, "v9.0.0"},
		{"nothing named", "", app.ExitUsage, "upgrade: name the file of a release: --check FILE|URL"},
		{"no file", "none.json", app.ExitInput, "none.json"},
		{"no page", strings.Replace(server.URL, "//", "//user:pass@", 1) + "/x", app.ExitInput, "/x: the server answers with status 404"},
		{"no server", gone.URL, app.ExitInput, gone.URL + ": it cannot be reached: "},
		{"no JSON", file("a", "<html>secret"), app.ExitJSON, `a: no file of a release: its member "version" is no version`},
		{"no version", file("b", `{"tag":"v1.0.0"}`), app.ExitJSON, "b: no file of a release"},
		{"a hostile version", file("c", `{"version":"9.0.0-\u001b[2Jsecret"}`), app.ExitJSON, "c: no file of a release"},
		{"a number", file("d", `{"version":9}`), app.ExitJSON, "d: no file of a release"},
		{"a long file", file("e", `{"version":"9.0.0"}`+strings.Repeat(" ", maxReleaseFile)), app.ExitJSON, "e: no file of a release"},
	} {
		got := shape(nil, "upgrade", "--check", c.from)
		all := got.stdout + got.stderr
		if got.status != c.status || !strings.Contains(all, c.want) || strings.Contains(all, "secret") || strings.Contains(all, "pass@") {
			t.Errorf("%s: %+v, want %d, %q", c.name, got, c.status, c.want)
		}
	}
	if asked != 2 {
		t.Errorf("%d requests, want 2", asked)
	}
	if got := shape(nil, "upgrade"); got.status != app.ExitUsage || asked != 2 {
		t.Errorf("without --check: %+v, %d requests", got, asked)
	}
}
