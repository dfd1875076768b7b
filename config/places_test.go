package config

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

// places spells the places of a tree, one in a line; those above the tree are
// left out.
func (tr *tree) places(o Options) string {
	tr.t.Helper()
	places, err := o.places()
	if err != nil {
		tr.t.Fatal(err)
	}
	var lines []string
	for _, p := range places {
		if rel, err := filepath.Rel(tr.root, p.Path); err == nil && filepath.IsLocal(rel) {
			marks := ""
			if p.Candidate {
				marks += " candidate"
			}
			if p.Privacy {
				marks += " privacy"
			}
			lines = append(lines, string(p.Role)+" "+filepath.ToSlash(rel)+marks)
		}
	}
	return strings.Join(lines, "\n")
}

func TestPlaces(t *testing.T) {
	const (
		trusted = "home " + homePlace + " privacy\netc " + etcPlace + " privacy"
		rest    = "home " + homePlace + " candidate privacy\netc " + etcPlace + " candidate privacy"
		search  = "project " + nearPlace + " candidate\nproject " + projectPlace + " candidate\n" +
			"project .code-scalpel/response_config.json candidate\n"
	)
	tests := map[string]struct {
		env    map[string]string
		change func(tr *tree, o *Options)
		want   string
	}{
		"the search": {want: search + "xdg " + xdgPlace + " candidate\n" + rest},
		"XDG_CONFIG_HOME": {
			change: func(tr *tree, _ *Options) { tr.env["XDG_CONFIG_HOME"] = tr.path("xdg") },
			want:   search + "xdg xdg/code-scalpel/response_config.json candidate\n" + rest,
		},
		"a relative XDG_CONFIG_HOME is ignored": {
			env:  map[string]string{"XDG_CONFIG_HOME": "xdg"},
			want: search + "xdg " + xdgPlace + " candidate\n" + rest,
		},
		"--config": {
			change: func(tr *tree, o *Options) {
				o.Path = tr.path("own.json")
				tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = tr.path("other.json")
			},
			want: "flag own.json candidate\n" + trusted,
		},
		"the variable": {
			change: func(tr *tree, _ *Options) { tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = tr.path("other.json") },
			want:   "env other.json candidate\n" + trusted,
		},
		"an empty variable is unset": {
			env:  map[string]string{"CODE_SCALPEL_RESPONSE_CONFIG": "", "XDG_CONFIG_HOME": ""},
			want: search + "xdg " + xdgPlace + " candidate\n" + rest,
		},
		"--no-config": {
			env:    map[string]string{"CODE_SCALPEL_RESPONSE_CONFIG": "other.json"},
			change: func(_ *tree, o *Options) { o.NoConfig = true },
			want:   trusted,
		},
		"--config names the user's own file": {
			change: func(tr *tree, o *Options) { o.Path = tr.path("home/../" + homePlace) },
			want:   "flag " + homePlace + " candidate privacy\netc " + etcPlace + " privacy",
		},
		"within the home, its file keeps its place": {
			change: func(tr *tree, o *Options) { o.Dir = tr.path("home/src") },
			want: "project home/src/.code-scalpel/response_config.json candidate\n" +
				"project .code-scalpel/response_config.json candidate\n" +
				"xdg " + xdgPlace + " candidate\n" + rest,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			for variable, value := range test.env {
				tr.env[variable] = value
			}
			o := tr.options()
			if test.change != nil {
				test.change(tr, &o)
			}
			if got := tr.places(o); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestPlacesOfTheMachine(t *testing.T) {
	account, err := user.Current()
	if err != nil {
		t.Skip(err)
	}
	fake := t.TempDir()
	o := Options{NoConfig: true, Getenv: func(name string) (string, bool) { return fake, name == "HOME" }}
	places, err := o.places()
	if err != nil {
		t.Fatal(err)
	}
	want := []Place{
		{Path: filepath.Join(fake, ".code-scalpel", "response_config.json"), Role: "home", Privacy: true},
		{Path: filepath.Join(account.HomeDir, ".code-scalpel", "response_config.json"), Role: "home", Privacy: true},
		{Path: filepath.Join("/etc/code-scalpel", "response_config.json"), Role: "etc", Privacy: true},
	}
	if !slices.Equal(places, want) {
		t.Errorf("with another $HOME\n%v\nwant\n%v", places, want)
	}
	o.Getenv = func(string) (string, bool) { return "", false }
	if places, err = o.places(); err != nil || !slices.Equal(places, want[1:]) {
		t.Errorf("without $HOME\n%v, %v\nwant\n%v", places, err, want[1:])
	}
}

func TestPlacesWithoutAWorkingDirectory(t *testing.T) {
	gone := t.TempDir()
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Skip(err) // not everywhere can a directory go that is in use
	}
	if _, err := Load(Options{Home: "/nowhere"}); err == nil {
		t.Error("the search starts nowhere and finds no fault")
	}
	if _, err := (Options{Home: "/nowhere", NoConfig: true}).places(); err != nil {
		t.Error(err)
	}
}

// The search reaches the root of the file system, and starts in the working
// directory.
func TestPlacesReachTheRoot(t *testing.T) {
	t.Chdir(t.TempDir())
	places, err := Options{Home: "/nowhere"}.places()
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	first, root := filepath.Join(here, FolderName, FileName), filepath.Join(filepath.VolumeName(here)+"/", FolderName, FileName)
	if places[0].Path != first {
		t.Errorf("first %s, want %s", places[0].Path, first)
	}
	if !slices.ContainsFunc(places, func(p Place) bool { return p.Path == root && p.Role == "project" }) {
		t.Errorf("%s is missing in %v", root, places)
	}
}

func TestNamedAndRefusedAtOnce(t *testing.T) {
	for name, load := range map[string]func(Options) error{
		"places": func(o Options) error { _, err := o.places(); return err },
		"Load":   func(o Options) error { _, err := Load(o); return err },
	} {
		if err := load(Options{NoConfig: true, Path: "x.json"}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestFirstFoundIsInForce takes the winner away, one after the other.
func TestFirstFoundIsInForce(t *testing.T) {
	tr := newTree(t)
	order := []string{nearPlace, projectPlace, xdgPlace, homePlace, etcPlace}
	for i, place := range order {
		tr.write(place, fmt.Sprintf(`{"tool_overrides": {"t": {"include_only": "f%d"}}}`, i))
	}
	for i, place := range order {
		snapshot := tr.load(tr.options())
		if snapshot.Path() != tr.path(place) {
			t.Errorf("in force: %s, want %s", snapshot.Path(), place)
		}
		if fields, _ := decided(t, snapshot, "t", "include_only"); fields != fmt.Sprintf("f%d", i) {
			t.Errorf("%s: include_only %s", place, fields)
		}
		tr.remove(place)
	}
	if snapshot := tr.load(tr.options()); snapshot.Path() != "" || len(snapshot.Files()) != 0 {
		t.Errorf("with no file: path %q, files %v", snapshot.Path(), snapshot.Files())
	}
}

// A relative $HOME is ignored, and that of the account holds.
func TestRelativeHome(t *testing.T) {
	for value, want := range map[string]string{"home": files.Home(), "../home": files.Home(), "": files.Home(), t.TempDir(): ""} {
		o := Options{Getenv: func(name string) (string, bool) { return value, name == "HOME" }}
		home, _ := o.homes()
		if filepath.IsAbs(value) {
			want = value
		}
		if home != want {
			t.Errorf("%q: %q, want %q", value, home, want)
		}
	}
}
