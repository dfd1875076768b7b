package config

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// A path is relative to the folder of its file, for any working directory. Without a path a
// directory store lies in the user's state directory.
func TestArchivePath(t *testing.T) {
	const relative = `{"global": {"archive": {"store": "directory", "path": "../kept"}}}`
	const unsaid = `{"global": {"archive": {"store": "directory"}}}`
	const built = "built-in /global/archive/path"
	tests := map[string]struct {
		place, content, state string
		want, origin          string
	}{
		"of the home file": {homePlace, relative, "", "home/kept", ":1:55: /global/archive/path"},
		"of the etc file":  {etcPlace, relative, "", "kept", ":1:55: /global/archive/path"},
		"of the XDG file":  {xdgPlace, relative, "", "home/.config/kept", ":1:55: /global/archive/path"},
		"unsaid":           {homePlace, unsaid, "", "home/.local/state/code-scalpel/archive", built},
		"in a project":     {nearPlace, unsaid, "", "home/.local/state/code-scalpel/archive", built},
		"under XDG":        {nearPlace, unsaid, "state", "state/code-scalpel/archive", built},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			if test.state != "" {
				tr.env["XDG_STATE_HOME"] = tr.path(test.state)
			}
			file := tr.write(test.place, test.content)
			o := tr.options()
			o.TrustProject = true
			s := tr.load(o)
			want := profiles.Archive{Store: "directory", Path: tr.path(test.want)}
			if got := s.Profiles().Archive(); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
			path, origin := decided(t, s, "", "archive.path")
			if path != want.Path || strings.TrimPrefix(origin, file) != test.origin {
				t.Errorf("%s %s, want %s", path, origin, test.origin)
			}
		})
	}
}

// A file of keys is relative to the folder of the file that names it.
func TestArchiveKeyFile(t *testing.T) {
	tr := newTree(t)
	o := tr.options()
	o.Path = tr.write("elsewhere/shape.json", `{"global": {"archive": {"store": "redis", "url": "redis://u:p@h", "prefix": "p:", "key_file": "../keys"}}}`)
	want := profiles.Archive{Store: "redis", URL: "redis://u:p@h", Prefix: "p:", KeyFile: tr.path("keys")}
	s := tr.load(o)
	if got := s.Profiles().Archive(); got != want || got.Place() != "redis://h" {
		t.Errorf("%+v, want %+v", got, want)
	}
	if url, _ := decided(t, s, "", "archive.url"); url != "redis://h" {
		t.Errorf("the URL is printed as %s", url)
	}
}

// A place is named by the keys that its store has.
func TestArchivePlaceByName(t *testing.T) {
	for want, a := range map[string]profiles.Archive{
		"":                 {},
		"memory":           {Store: "memory", Path: "/x", URL: "redis://h"},
		"/x":               {Store: "directory", Path: "/x", URL: "redis://h"},
		"rediss://h:1/2":   {Store: "redis", Path: "/x", URL: "rediss://u:canary@h:1/2?password=canary"},
		"s3://bucket/path": {Store: "blob", URL: "s3://bucket/path?region=r"},
	} {
		if got := a.Place(); got != want {
			t.Errorf("%+v: %s, want %s", a, got, want)
		}
	}
}

// A file that is named counts from its own folder too, and a setting of the program
// from the folder that it runs in. A state that is no absolute path is none.
func TestArchivePathOfTheOperator(t *testing.T) {
	tr := newTree(t)
	tr.env["XDG_STATE_HOME"] = "state"
	o := tr.options()
	o.Path = tr.write("elsewhere/shape.json", `{"global": {"archive": {"store": "directory", "path": "kept", "max_bytes": 5000000000, "ttl": "720h"}}}`)
	want := profiles.Archive{Store: "directory", Path: tr.path("elsewhere/kept"), MaxBytes: 5e9, TTL: 720 * time.Hour}
	if got := tr.load(o).Profiles().Archive(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	here, err := filepath.Abs("kept")
	if err != nil {
		t.Fatal(err)
	}
	o.Flags = map[string]any{"global/archive/path": "kept"}
	if got := tr.load(o).Profiles().Archive().Path; got != here {
		t.Errorf("%s, want %s", got, here)
	}
	o.Path, o.Flags = tr.write("elsewhere/shape.json", `{"global": {"archive": {"store": "directory"}}}`), nil
	if got, want := tr.load(o).Profiles().Archive().Path, tr.path("home/.local/state/code-scalpel/archive"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A trusted project file does not set the place of the user's results. It does not raise the
// limits of the archive above the defaults.
func TestArchiveOfAProject(t *testing.T) {
	for content, want := range map[string]string{
		`"store": "directory", "path": "here"`:                           `:1:55: /global/archive/path: not allowed (in the file of a project)`,
		`"store": "directory", "max_bytes": 1073741825`:                  `:1:60: /global/archive/max_bytes: must be at most 1073741824 (in the file of a project)`,
		`"store": "redis", "url": "redis://h", "key_file": "k"`:          `:1:50: /global/archive/url: not allowed (in the file of a project)`,
		`"store": "memory", "max_bytes": 1e8`:                            `:1:57: /global/archive/max_bytes: must be at most 67108864 (in the file of a project)`,
		`"store": "memory", "ttl": "24h1ms"`:                             `:1:51: /global/archive/ttl: must be at most 24h0m0s (in the file of a project)`,
		`"store": "directory", "max_bytes": 1073741824, "ttl": 86400000`: "",
		`"store": "memory", "max_bytes": 67108864, "ttl": "23h60m"`:      "",
		`"store": "disk", "max_bytes": 9e15, "path": "/x"`:               `:1:34: /global/archive/store: expected one of memory, directory, redis, blob`,
	} {
		tr := newTree(t)
		o := tr.options()
		o.TrustProject = true
		file := `{"global": {"archive": {` + content + `}}}`
		tr.write(projectPlace, file)
		if want == "" {
			tr.load(o)
		} else if got := filepath.ToSlash(tr.refused(o)); !strings.HasPrefix(got, projectPlace+want) {
			t.Errorf("%s\nwant %s", got, want)
		}
		tr.remove(projectPlace)
		tr.write(homePlace, file)
		if !strings.Contains(content, "disk") {
			tr.load(tr.options())
		}
	}
}
