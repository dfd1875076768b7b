//go:build unix

package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// projectCase is a project file that a user did not ask for.
type projectCase struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	Home    string   `json:"home"`    // the home file; "" is none
	Place   string   `json:"place"`   // see lay; "" is a file of the user
	Aside   []string `json:"aside"`   // pointers of the keys that are set aside
	Refused string   `json:"refused"` // a part of the error
	Trusted string   `json:"trusted"` // a part of the error if the file is trusted
}

func TestHostileProjectFiles(t *testing.T) {
	text, err := os.ReadFile("../testdata/trust/hostile.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []projectCase
	if err := json.Unmarshal(text, &all); err != nil || len(all) < 24 {
		t.Fatal(len(all), err)
	}
	for _, h := range all {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel() // a refused file is read twice, with a pause
			tr := newTree(t)
			if h.Home != "" {
				tr.write(homePlace, h.Home)
			}
			h.lay(tr)
			s, err := Load(tr.options())
			if h.Refused != "" {
				if !isDiagnostics(err) || !strings.Contains(err.Error(), h.Refused) || strings.Contains(err.Error(), "secret of") {
					t.Errorf("%v, want %q", err, h.Refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			h.hold(t, tr, s)
		})
	}
}

func isDiagnostics(err error) bool {
	_, ok := errors.AsType[Diagnostics](err)
	return ok
}

// hold asserts that the keys are set aside, each is told once with its place, and all hold
// if the program trusts the file.
func (h projectCase) hold(t *testing.T, tr *tree, s *Snapshot) {
	t.Helper()
	var got []string
	for _, d := range s.SetAside() {
		got = append(got, d.Pointer)
		if !d.Warning || d.Line == 0 || d.File != tr.path(projectPlace) || !strings.Contains(d.Hint, "shape config trust") {
			t.Errorf("%+v", d)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, h.Aside) || s.Trust() != TrustNone {
		t.Errorf("%s: set aside %q, want %q", s.Trust(), got, h.Aside)
	}
	strict := tr.options()
	strict.Strict = true
	if _, err := Load(strict); (err != nil) != (len(h.Aside) > 0) {
		t.Errorf("strict: %v", err)
	}
	o := tr.options()
	o.TrustProject = true
	s, err := Load(o)
	switch {
	case h.Trusted != "":
		if err == nil || !strings.Contains(err.Error(), h.Trusted) {
			t.Errorf("trusted: %v, want %q", err, h.Trusted)
		}
	case err != nil || len(s.SetAside()) > 0 || s.Trust() != TrustProgram:
		t.Errorf("trusted: %v", err)
	}
}

// lay puts the project file where the case wants it.
func (h projectCase) lay(tr *tree) {
	tr.t.Helper()
	must := func(err error) {
		tr.t.Helper()
		if errors.Is(err, fs.ErrPermission) {
			tr.t.Skip("only root gives files away")
		}
		if err != nil {
			tr.t.Fatal(err)
		}
	}
	path := tr.path(projectPlace)
	folder := filepath.Dir(path)
	must(os.MkdirAll(folder, 0o755))
	must(os.MkdirAll(tr.path("project/sub"), 0o755))
	if !strings.HasPrefix(h.Place, "link") && !slices.Contains([]string{"dangling", "pipe", "directory"}, h.Place) {
		tr.write(projectPlace, h.File)
	}
	switch h.Place {
	case "writable":
		must(os.Chmod(path, 0o646))
	case "group":
		must(os.Chown(path, -1, 54321))
		must(os.Chmod(path, 0o664))
	case "folder":
		must(os.Chmod(folder, 0o777))
	case "project":
		must(os.Chmod(filepath.Dir(folder), 0o777))
	case "owner":
		must(os.Chown(path, 54321, -1))
	case "folder owner":
		must(os.Chown(folder, 54321, -1))
	case "link owner":
		must(os.Symlink(tr.write("elsewhere/file.json", h.File), path))
		must(os.Lchown(path, 54321, -1))
	case "link":
		other := tr.write("other/.code-scalpel/response_config.json", h.File)
		_, err := GiveTrust(tr.options(), other, false)
		must(err)
		must(os.Symlink(other, path))
	case "link away":
		must(os.Symlink(tr.write("home/secret", h.File), path))
	case "dangling":
		must(os.Symlink("nowhere", path))
	case "pipe":
		must(syscall.Mkfifo(path, 0o644))
	case "directory":
		must(os.Mkdir(path, 0o755))
	}
}

const wantsTrust = `{"global": {"caller": ["profile"], "max_string": %d}}`

// trustAt loads the configuration and returns the trust in its file.
func (tr *tree) trustAt(dir string) Trust {
	tr.t.Helper()
	o := tr.options()
	o.Dir = tr.path(dir)
	return tr.load(o).Trust()
}

// Trust is given once, holds over edits unless the content is pinned, and can be revoked.
func TestTrustOfAFile(t *testing.T) {
	tr := newTree(t)
	o := tr.options()
	path := tr.write(projectPlace, fmt.Sprintf(wantsTrust, 1))
	expect := func(what string, want Trust) {
		t.Helper()
		if got := tr.trustAt("project/sub"); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	give := func(pin bool) {
		t.Helper()
		if _, err := GiveTrust(o, path, pin); err != nil {
			t.Fatal(err)
		}
	}
	expect("at first", TrustNone)
	give(false)
	expect("given", TrustGiven)
	tr.write(projectPlace, fmt.Sprintf(wantsTrust, 2))
	expect("edited", TrustGiven)
	give(true)
	expect("pinned", TrustPinned)
	tr.write(projectPlace, fmt.Sprintf(wantsTrust, 3))
	expect("edited after it was pinned", TrustNone)
	if told := tr.load(o).Warnings().Error(); !strings.Contains(told, "changed after it was pinned") {
		t.Error(told)
	}
	info, err := os.Stat(TrustFile(o))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if entries, err := TrustEntries(o); err != nil || len(entries) != 1 || entries[0].Path != path {
		t.Error(entries, err)
	}
	give(false)
	if found, err := RevokeTrust(o, path); !found || err != nil {
		t.Error(found, err)
	}
	expect("revoked", TrustNone)
	if found, err := RevokeTrust(o, path); found || err != nil {
		t.Error("revoked twice:", found, err)
	}
	if found, err := ProjectFile(o); found != path || err != nil {
		t.Error(found, err)
	}
}

// A directory stands for the project files below it, but not for another repository.
func TestTrustOfARepository(t *testing.T) {
	tr := newTree(t)
	for _, place := range []string{projectPlace, nearPlace, "project/module/.code-scalpel/response_config.json", "other/.code-scalpel/response_config.json"} {
		tr.write(place, fmt.Sprintf(wantsTrust, 1))
	}
	tr.write("project/module/.git", "gitdir: ../.git/modules/module")
	if err := os.MkdirAll(tr.path("project/.git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := GiveTrust(tr.options(), tr.path("project"), true); err == nil {
		t.Error("a directory was pinned")
	}
	if _, err := GiveTrust(tr.options(), tr.path("project"), false); err != nil {
		t.Fatal(err)
	}
	check := func(want map[string]Trust) {
		t.Helper()
		for dir, want := range want {
			if got := tr.trustAt(dir); got != want {
				t.Errorf("%s: %q, want %q", dir, got, want)
			}
		}
	}
	check(map[string]Trust{"project": TrustGiven, "project/sub": TrustGiven, "project/module": TrustNone, "other": TrustNone})
	if _, err := RevokeTrust(tr.options(), tr.path("project")); err != nil {
		t.Fatal(err)
	}
	tr.env["SHAPE_TRUST"] = strings.Join([]string{tr.path("project/sub/.code-scalpel/response_config.json"), tr.path("other")}, string(filepath.ListSeparator))
	check(map[string]Trust{"project": TrustNone, "project/sub": TrustEnv, "project/module": TrustNone, "other": TrustEnv})
	tr.env["SHAPE_TRUST"] = "1"
	check(map[string]Trust{"project": TrustEnv, "project/module": TrustEnv})
}

// A file that is named, and those of the user and the machine, need no further trust.
func TestTrustWithoutAWord(t *testing.T) {
	for place, want := range map[string]Trust{xdgPlace: TrustOwn, homePlace: TrustOwn, etcPlace: TrustOwn} {
		tr := newTree(t)
		tr.write(place, fmt.Sprintf(wantsTrust, 1))
		if got := tr.trustAt("."); got != want {
			t.Errorf("%s: %q", place, got)
		}
	}
	tr := newTree(t)
	o := tr.options()
	o.Path = tr.write(projectPlace, fmt.Sprintf(wantsTrust, 1))
	if got := tr.load(o).Trust(); got != TrustNamed {
		t.Errorf("named: %q", got)
	}
	tr.env["CODE_SCALPEL_RESPONSE_CONFIG"] = o.Path
	if got := tr.trustAt("."); got != TrustNamed {
		t.Errorf("named by the environment: %q", got)
	}
	if got := tr.load(Options{NoConfig: true, Home: tr.path("home"), Etc: tr.path("etc")}).Trust(); got != "" {
		t.Errorf("no file: %q", got)
	}
}

// A trust file that another account can write, or that is no list, trusts nothing, and that
// is told.
func TestTrustFileIsChecked(t *testing.T) {
	tr := newTree(t)
	path := tr.write(projectPlace, fmt.Sprintf(wantsTrust, 1))
	o := tr.options()
	if _, err := GiveTrust(o, path, false); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func() error{
		"other accounts can write": func() error { return os.Chmod(TrustFile(o), 0o620) },
		"not valid":                func() error { return os.WriteFile(TrustFile(o), []byte("{"), 0o600) },
	} {
		text, err := os.ReadFile(TrustFile(o))
		if err != nil {
			t.Fatal(err)
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		s := tr.load(o)
		if told := s.Warnings().Error(); s.Trust() != TrustNone || !strings.Contains(told, what) {
			t.Errorf("%q: %s", s.Trust(), told)
		}
		if _, err := GiveTrust(o, path, false); err == nil {
			t.Errorf("%s: it was written to", what)
		}
		if err := errors.Join(os.WriteFile(TrustFile(o), text, 0o600), os.Chmod(TrustFile(o), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// A path that cannot be trusted is an error that says why.
func TestTrustIsRefused(t *testing.T) {
	tr := newTree(t)
	writable := tr.write(projectPlace, `{}`)
	if err := os.Chmod(writable, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		tr.path("nothing"):                  "no such file",
		tr.write("project/file.json", `{}`): "no project file",
		writable:                            "every account can write",
	} {
		if _, err := GiveTrust(tr.options(), path, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	o := tr.options()
	o.Dir = "/"
	if path, err := ProjectFile(o); err == nil {
		t.Skip("there is a file in the root:", path)
	}
}

// A reload follows a trusted file through every save. A file without trust is followed as
// well. A file of another account is refused, and the last good one stays.
func TestTrustOfReloads(t *testing.T) {
	tr := newTree(t)
	path := tr.write(projectPlace, fmt.Sprintf(wantsTrust, 1))
	o := tr.options()
	o.PollOnly, o.Poll = true, -1
	w, err := Watch(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	look := func(what string, trust Trust, most int) {
		t.Helper()
		if err := w.Reload(t.Context()); err != nil {
			t.Fatal(what, err)
		}
		r, err := w.Profiles().Resolve(profiles.Key{Tool: "t"})
		if err != nil || w.Current().Trust() != trust || r.MaxString != most || len(w.Current().SetAside()) > 0 != (trust == TrustNone) {
			t.Fatalf("%s: %q, %d, %v", what, w.Current().Trust(), r.MaxString, err)
		}
	}
	save := func(n int) { tr.write(projectPlace, fmt.Sprintf(wantsTrust, n)) }
	look("at first", TrustNone, 1)
	save(2)
	look("saved without trust", TrustNone, 2)
	if _, err := GiveTrust(o, path, false); err != nil {
		t.Fatal(err)
	}
	look("trusted meanwhile", TrustGiven, 2)
	for n := 3; n < 20; n++ {
		if n%2 == 0 {
			tr.remove(projectPlace)
		}
		save(n)
		look("saved with trust", TrustGiven, n)
	}
	if _, err := GiveTrust(o, path, true); err != nil {
		t.Fatal(err)
	}
	look("pinned", TrustGiven, 19) // the same content is in use already
	save(20)
	look("edited after it was pinned", TrustNone, 20)
	if _, err := RevokeTrust(o, path); err != nil {
		t.Fatal(err)
	}
	if os.Chown(path, 54321, -1) != nil {
		t.Skip("only root gives files away")
	}
	if err := w.Reload(t.Context()); err == nil || !strings.Contains(err.Error(), "belongs to account 54321") {
		t.Error("of another account:", err)
	}
	if w.Current().Generation() != w.Status().Generation || w.Status().Err == nil {
		t.Error("it is not told")
	}
}

// A file that another account owned when it was opened is refused. So it is if another file
// stands in its place when its owner is asked for.
func TestSwappedFile(t *testing.T) {
	tr := newTree(t)
	path := tr.write(projectPlace, `{"global": {"max_string": 1}}`)
	o := tr.options()
	o.TrustProject = true
	o.seams.read = func(name string) ([]byte, fs.FileInfo, error) {
		if name != path {
			return files.Read(name)
		}
		if os.Chown(path, 54321, -1) != nil {
			t.Skip("only root gives files away")
		}
		defer os.Chown(path, os.Getuid(), -1)
		return files.Read(name)
	}
	if _, err := Load(o); err == nil || !strings.Contains(err.Error(), "belongs to account 54321") {
		t.Error(err)
	}
}

// Keys too many to be told are set aside all the same, and their number is told.
func TestManyKeysSetAside(t *testing.T) {
	tr := newTree(t)
	masks := make([]string, 300)
	for i := range masks {
		masks[i] = fmt.Sprintf(`{"path": "a%d", "with": "fine"}`, i)
	}
	tr.write(projectPlace, `{"privacy": {"mask": [`+strings.Join(masks, ",")+`]}}`)
	s := tr.load(tr.options())
	aside := s.SetAside()
	if last := aside[len(aside)-1]; len(aside) != document.MaxProblems+1 || last.Message != "warnings not told: 100" {
		t.Errorf("%d, %v", len(aside), last)
	}
	r, err := s.Profiles().Resolve(profiles.Key{Tool: "t"})
	if err != nil || len(r.Redact) != 300 {
		t.Fatal(len(r.Redact), err)
	}
	for _, mask := range r.Redact {
		if mask.With != "[redacted]" {
			t.Errorf("%s: %q", mask.Path, mask.With)
		}
	}
}
