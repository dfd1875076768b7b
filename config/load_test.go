package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// refused is the error of Load with the root of the tree taken out of it.
func (tr *tree) refused(o Options) string {
	tr.t.Helper()
	_, err := Load(o)
	var problems Diagnostics
	if !errors.As(err, &problems) || len(problems) == 0 {
		tr.t.Fatalf("error %v, want Diagnostics", err)
	}
	return strings.ReplaceAll(err.Error(), tr.root+string(filepath.Separator), "")
}

// TestNothingFallsThrough has good files at all places, and a fault at the place that wins.
// The result is an error, never the next file or the built-ins (RULES D12).
func TestNothingFallsThrough(t *testing.T) {
	tests := map[string]struct {
		fault func(tr *tree, o *Options)
		want  string
	}{
		"invalid": {
			func(tr *tree, _ *Options) { tr.write(nearPlace, `{"global": {"profile": "nope"}}`) },
			nearPlace + `:1:24: /global/profile: unknown profile "nope"; known: debug, minimal, off, standard, verbose`,
		},
		"empty": {
			func(tr *tree, _ *Options) { tr.write(nearPlace, "") },
			nearPlace + ":1:1: the file ends too early",
		},
		"a directory": {
			func(tr *tree, _ *Options) { tr.write(nearPlace+"/x", "") },
			nearPlace + ": not a regular file",
		},
		"too large": {
			func(tr *tree, _ *Options) { tr.write(nearPlace, strings.Repeat(" ", files.MaxSize+1)) },
			nearPlace + ": larger than 1 MiB",
		},
		"named and missing": {
			func(tr *tree, o *Options) { o.Path = tr.path("own.json") },
			"own.json: no such file",
		},
		"named by the variable and missing": {
			func(tr *tree, _ *Options) { tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = tr.path("own.json") },
			"own.json: no such file (named by CODE_SCALPEL_RESPONSE_CONFIG)",
		},
		"named and below a file": {
			func(tr *tree, o *Options) { o.Path = tr.path(projectPlace + "/own.json") },
			projectPlace + "/own.json: no such file",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			for _, place := range []string{projectPlace, xdgPlace, homePlace, etcPlace} {
				tr.write(place, `{}`)
			}
			o := tr.options()
			test.fault(tr, &o)
			if got := filepath.ToSlash(tr.refused(o)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// A place without a say is not even looked into.
func TestOtherPlacesHaveNoSay(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{}`)
	tr.write(projectPlace, `not JSON`)
	tr.write(xdgPlace, `not JSON`)
	if snapshot := tr.load(tr.options()); len(snapshot.Files()) != 1 || len(snapshot.Warnings()) != 0 {
		t.Errorf("files %v, warnings %v", snapshot.Files(), snapshot.Warnings())
	}
}

// TestPrivacyHoldsAlways: no file, flag or environment lifts the privacy rules of the home and
// the /etc file.
func TestPrivacyHoldsAlways(t *testing.T) {
	tests := map[string]func(tr *tree, o *Options){
		"alone":          func(*tree, *Options) {},
		"with a project": func(tr *tree, _ *Options) { tr.write(nearPlace, `{"privacy": {"drop": []}}`) },
		"--no-config":    func(_ *tree, o *Options) { o.NoConfig = true },
		"--config":       func(tr *tree, o *Options) { o.Path = tr.write("own.json", `{"global": {"profile": "debug"}}`) },
		"the variable": func(tr *tree, _ *Options) {
			tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = tr.write("own.json", `{}`)
		},
		"debug by the environment": func(tr *tree, _ *Options) { tr.env["SCALPEL_MCP_INFO"] = "DEBUG" },
		"XDG_CONFIG_HOME": func(tr *tree, _ *Options) {
			tr.write("xdg/code-scalpel/response_config.json", `{}`)
			tr.env["XDG_CONFIG_HOME"] = tr.path("xdg")
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			tr.write(homePlace, `{"privacy": {"drop": "of_home"}, "tool_overrides": {"t": {"include_only": "of_home"}}}`)
			tr.write(etcPlace, `{"privacy": {"mask": [{"path": "of_etc"}]}, "global": {"duplicates": "first"}}`)
			o := tr.options()
			change(tr, &o)
			snapshot := tr.load(o)
			if dropped, origin := decided(t, snapshot, "t", "drop"); dropped != "of_home" || origin != tr.path(homePlace)+":1:22: /privacy/drop" {
				t.Errorf("drop = %q from %s", dropped, origin)
			}
			if masked, origin := decided(t, snapshot, "t", "mask"); masked != "of_etc" || origin != tr.path(etcPlace)+":1:23: /privacy/mask/0" {
				t.Errorf("mask = %q from %s", masked, origin)
			}
			if fields, _ := decided(t, snapshot, "t", "include_only"); fields == "of_home" && snapshot.Path() != tr.path(homePlace) {
				t.Errorf("include_only of the home file holds although %s is in force", snapshot.Path())
			}
			if duplicates, _ := decided(t, snapshot, "t", "duplicates"); duplicates != "reject" {
				t.Error("a setting of the /etc file holds although it is not in force")
			}
		})
	}
}

// TestTrustedPatternsComeFirst: a pattern of the project cannot rewrite the text
// that a pattern of the home or /etc file looks for.
func TestTrustedPatternsComeFirst(t *testing.T) {
	tr := newTree(t)
	for place, pattern := range map[string]string{nearPlace: "of_project", homePlace: "of_home", etcPlace: "of_etc"} {
		tr.write(place, fmt.Sprintf(`{"privacy": {"mask": [{"pattern": "%s_1"}, {"pattern": "%s_2"}]}}`, pattern, pattern))
	}
	resolved, err := tr.load(tr.options()).Profiles().Resolve(profiles.Key{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range resolved.Patterns {
		got = append(got, p.Regexp.String())
	}
	want := []string{"of_etc_1", "of_etc_2", "of_home_1", "of_home_2", "of_project_1", "of_project_2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestPrivacyFailsClosed: a fault that may hide a privacy rule is an error, and so is every
// fault of structure. The settings of a file that is not in force are not checked.
func TestPrivacyFailsClosed(t *testing.T) {
	tests := map[string]struct {
		home, want string
	}{
		"not JSON":         {`{privacy}`, `:1:2: invalid literal`},
		"not an object":    {`[]`, `:1:1: expected an object`},
		"not a list":       {`{"privacy": {"drop": 5}}`, `:1:22: /privacy/drop: expected string or array, got number`},
		"a bad mask":       {`{"privacy": {"drop": ["a", "["]}}`, `:1:28: /privacy/drop/1: mask "[": index is not closed at offset 0`},
		"an unknown key":   {`{"privacy": {"colour": 1}}`, `:1:14: /privacy/colour: unknown key "colour" (a key of your own begins with x-)`},
		"a misspelt name":  {`{"Privacy": {}}`, `:1:2: /Privacy: unknown key "Privacy" (did you mean "privacy"?)`},
		"in another place": {`{"global": {"privacy": {}}}`, `:1:13: /global/privacy: unknown key "privacy" (it belongs in the root object)`},
		"twice":            {`{"privacy": {}, "privacy": {}}`, `:1:17: /privacy: duplicate key; it is already at line 1, column 2`},
		"at the root":      {`{"drop": ["password"]}`, `:1:2: /drop: unknown key "drop" (it belongs in privacy)`},
		"of a tool":        {`{"tool_overrides": {"t": {"mask": []}}}`, `:1:27: /tool_overrides/t/mask: unknown key "mask" (it belongs in privacy)`},
		"of an unknown":    {`{"secrets": {"drop": ["password"]}}`, `:1:2: /secrets: unknown key "secrets" (its "drop" belongs in privacy)`},
		"of a foreign one": {`{"other": {"rules": [{"drop": ["password"]}]}}`, `:1:2: /other: unknown key "other" (its "drop" belongs in privacy)`},
		"foreign at root":  {`{"logging": {}}`, `:1:2: /logging: unknown key "logging" (a key of your own begins with x-)`},
		"of another kind":  {`{"tool_overrides": {"privacy": ["password"]}}`, `:1:32: /tool_overrides/privacy: expected string or object, got array`},
		"a section":        {`{"tool_overrides": 7}`, `:1:20: /tool_overrides: expected object, got number`},
		"a misspelt one":   {`{"globl": 1}`, `:1:2: /globl: unknown key "globl" (did you mean "global"?)`},
		"a removed one":    {`{"global": {"repeats": false}}`, `:1:13: /global/repeats: the key "repeats" was removed (use "columns"; shape config migrate FILE rewrites the file)`},
		"of a newer one":   {`{"clients": {"c": {"max_items": 1}}}`, `:1:20: /clients/c/max_items: "max_items" is not supported by this version`},
		"unrelated faults": {`{"global": {"profile": "nope", "logging": {"mask": true}}, "tool_overrides": {"t": {"exclude_fields": ["["]}}}`, ``},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // a refused file is read twice, with a pause
			tr := newTree(t)
			tr.write(homePlace, test.home)
			for _, file := range []string{`{}`, ``} {
				o := tr.options()
				if o.NoConfig = file == ""; !o.NoConfig {
					tr.write(nearPlace, file)
				}
				if test.want == "" {
					tr.load(o)
				} else if got := filepath.ToSlash(tr.refused(o)); got != homePlace+test.want {
					t.Errorf("got  %s\nwant %s", got, homePlace+test.want)
				}
			}
		})
	}
}

// A problem about privacy is found behind any number of others, and problems that
// are not told may be about it.
func TestTooManyProblemsFailClosed(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{}`)
	for want, text := range map[string]string{
		`unknown key "privcy" (did you mean "privacy"?)`: `{"global": {` + foreignKeys(document.MaxProblems+1) + `}, "privcy": {}}`,
		"duplicate keys not told: 3":                     `{"global": {` + strings.Repeat(`"profile": "debug", `, document.MaxProblems+2) + `}, "privacy": {}, "privacy": {}}`,
	} {
		tr.write(homePlace, text)
		if got := tr.refused(tr.options()); !strings.HasSuffix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestP10ProjectLeavesRoom: neither masses of warnings nor masses of masks of a
// project keep a rule of the home file out.
func TestP10ProjectLeavesRoom(t *testing.T) {
	numbered := func(n int, format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
		}
		return strings.Join(all, ",")
	}
	for name, project := range map[string]string{
		"warnings": `{"tool_overrides": {` + numbered(201, `"t#": {"include_only": ["password"]}`) + `}}`,
		"masks": `{"tool_overrides": {` + strings.ReplaceAll(numbered(7, `"t#": {"exclude_fields": [%]}`), "%", numbered(1024, `"x#"`)) +
			`}, "privacy": {"drop": [` + numbered(1023, `"y#"`) + `]}}`,
	} {
		tr := newTree(t)
		tr.write(nearPlace, project)
		tr.write(homePlace, `{"privacy": {"drop": ["password", `+numbered(1023, `"z#"`)+`]}}`)
		r, err := tr.load(tr.options()).Profiles().Resolve(profiles.Key{Tool: "t0"})
		if err != nil || !slices.ContainsFunc(r.Exclude, func(rule profiles.Rule) bool { return rule.Path.String() == "password" }) {
			t.Errorf("%s: password is not hidden: %v", name, err)
		}
	}
}

func TestUnreadablePrivacyIsAnError(t *testing.T) {
	for _, fault := range []error{syscall.EACCES, &os.PathError{Op: "open", Path: "x", Err: syscall.EACCES}} {
		tr := newTree(t)
		tr.write(nearPlace, `{}`)
		tr.write(etcPlace, `{}`)
		o := tr.options()
		o.seams.read = func(path string) ([]byte, os.FileInfo, error) {
			if path == tr.path(etcPlace) {
				return nil, nil, fault
			}
			return files.Read(path)
		}
		if got := filepath.ToSlash(tr.refused(o)); got != etcPlace+": permission denied" {
			t.Error(got)
		}
	}
}

// Rules that lie behind a link to a disk that is not mounted are not absent,
// whosever they are. A place without a say is not looked into.
func TestDeadLinks(t *testing.T) {
	for link, refused := range map[string]bool{
		homePlace: true, filepath.Dir(homePlace): true, filepath.Dir(etcPlace): true,
		nearPlace: true, filepath.Dir(projectPlace): true, xdgPlace: true, "home/.config": true,
		"home": true,
	} {
		tr := newTree(t)
		if err := os.MkdirAll(filepath.Dir(tr.path(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("nowhere", tr.path(link)); err != nil {
			t.Skip(err)
		}
		if _, err := Load(tr.options()); (err != nil) != refused {
			t.Errorf("%s leads nowhere: %v", link, err)
		}
	}
	tr := newTree(t)
	tr.write("dotfiles/other.json", `{}`)
	if err := os.Symlink(tr.path("dotfiles"), tr.path("etc")); err != nil {
		t.Skip(err)
	}
	tr.load(tr.options()) // the folder is there, and holds no file
	tr.write(nearPlace, `{}`)
	if err := os.MkdirAll(filepath.Dir(tr.path(xdgPlace)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", tr.path(xdgPlace)); err != nil {
		t.Fatal(err)
	}
	tr.load(tr.options())
	o := tr.options()
	o.Path = tr.path(xdgPlace)
	if got := filepath.ToSlash(tr.refused(o)); got != xdgPlace+": a symbolic link that leads nowhere" {
		t.Error(got)
	}
}

// All files report at once, each under its own name.
func TestAllProblemsAtOnce(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{"global": {"profil": 1}, "tool_overrides": {"t": {"profile": "nope"}}}`)
	tr.write(homePlace, `{"privacy": {"drop": 1}}`)
	tr.env["SHAPE_GLOBAL__EXCLUDE_NULL_VALUES"] = "perhaps"
	want := strings.Join([]string{
		`SHAPE_GLOBAL__EXCLUDE_NULL_VALUES: expected boolean, got string`,
		homePlace + `:1:22: /privacy/drop: expected string or array, got number`,
		nearPlace + `:1:13: /global/profil: warning: unknown key "profil"; it has no effect (did you mean "profile"?)`,
		nearPlace + `:1:63: /tool_overrides/t/profile: unknown profile "nope"; known: debug, minimal, off, standard, verbose`,
	}, "\n")
	if got := filepath.ToSlash(tr.refused(tr.options())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWorldWritableIsWarnedAbout(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions")
	}
	tr := newTree(t)
	for _, place := range []string{xdgPlace, homePlace} {
		if err := os.Chmod(tr.write(place, `{}`), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	warnings := tr.load(tr.options()).Warnings()
	want := tr.path(homePlace) + ": warning: anyone can write to this file\n" +
		tr.path(xdgPlace) + ": warning: anyone can write to this file"
	if warnings.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", warnings, want)
	}
}

func TestStrictRefusesUnknownKeys(t *testing.T) {
	tr := newTree(t)
	tr.write(nearPlace, `{"global": {"colour": "blue"}, "_comment": 1}`)
	o := tr.options()
	if warnings := tr.load(o).Warnings(); len(warnings) != 1 || !warnings[0].Warning || !warnings[0].Ignored {
		t.Errorf("warnings %v, want one", warnings)
	}
	o.Strict = true
	if got := filepath.ToSlash(tr.refused(o)); got != nearPlace+`:1:13: /global/colour: unknown key "colour"` {
		t.Error(got)
	}
}

// TestHashTellsFilesApart: the hash follows the path, the content and the fault
// of each file that takes part, and nothing else.
func TestHashTellsFilesApart(t *testing.T) {
	project := file{Place: Place{Path: "p", Role: "project", Candidate: true}, Data: []byte("{}")}
	home := file{Place: Place{Path: "h", Role: "home", Candidate: true, Privacy: true}, Data: []byte("{}")}
	xdg := file{Place: Place{Path: "x", Role: "xdg", Candidate: true}, Data: []byte("{}")}
	with := func(f file, change func(*file)) file { change(&f); return f }
	hash := func(files ...file) string { return hashFiles(files) }

	base := hash(project, xdg, home)
	for name, same := range map[string]string{
		"another mode":          hash(with(project, func(f *file) { f.Mode = 0o600 }), xdg, home),
		"a place without a say": hash(project, with(xdg, func(f *file) { f.Data = nil }), home),
	} {
		if same != base {
			t.Errorf("%s changes the hash", name)
		}
	}
	seen := map[string]string{base: "base"}
	for name, other := range map[string]string{
		"content":     hash(with(project, func(f *file) { f.Data = []byte("{ }") }), xdg, home),
		"privacy":     hash(project, xdg, with(home, func(f *file) { f.Data = []byte("{ }") })),
		"path":        hash(with(project, func(f *file) { f.Path = "q" }), xdg, home),
		"error":       hash(with(project, func(f *file) { f.Data, f.Err = nil, syscall.EIO }), xdg, home),
		"other error": hash(with(project, func(f *file) { f.Data, f.Err = nil, syscall.EACCES }), xdg, home),
		"empty":       hash(with(project, func(f *file) { f.Data = nil }), xdg, home),
		"gone":        hash(with(project, func(f *file) { f.Missing, f.Data = true, nil }), xdg, home),
		"named, gone": hash(with(project, func(f *file) { f.Role, f.Missing, f.Data = "flag", true, nil }), xdg, home),
		"no home":     hash(project, xdg, with(home, func(f *file) { f.Missing, f.Data = true, nil })),
	} {
		if twin, dup := seen[other]; dup {
			t.Errorf("%s and %s have one hash", name, twin)
		}
		seen[other] = name
	}
}
