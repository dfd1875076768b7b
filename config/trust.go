package config

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/config/internal/trust"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Trust says why every key of the file in force holds. With [TrustNone] some keys of the
// file are set aside (RELOAD, project files). Its method String returns the reason as a
// clause, such as "trusted by SHAPE_TRUST".
type Trust = trust.Trust

const (
	TrustNamed   = trust.Named   // "named": Options.Path or CODE_SCALPEL_RESPONSE_CONFIG names the file
	TrustOwn     = trust.Own     // "own": the file lies under $XDG_CONFIG_HOME, the home directory or /etc
	TrustProgram = trust.Program // "program": Options.TrustProject is set
	TrustEnv     = trust.Env     // "environment": SHAPE_TRUST is 1 or lists the file or its repository
	TrustGiven   = trust.Given   // "given": the trust file lists the file or its repository
	TrustPinned  = trust.Pinned  // "pinned": the trust file lists the file with the hash of its content
	TrustNone    = trust.None    // "none": a project file without trust
)

// TrustEntry is the trust in one project file, or in the project files of a repository. Its
// fields are Path, Repository, Target, Owner and SHA256.
type TrustEntry = trust.Entry

// TrustFile returns the path of the file that lists trusted project files: trust.json in
// [StateDir]. It is "" if there is no such folder.
func TrustFile(o Options) string { return StateDir(o, "trust.json") }

// StateDir returns the folder of the user's private state, or a path in it:
// $XDG_STATE_HOME/code-scalpel, ~/.local/state/code-scalpel, or %LocalAppData%\code-scalpel on
// Windows. It is "" if the environment and the account name no home directory.
func StateDir(o Options, path ...string) string {
	home, _ := o.homes()
	dir := state.Dir(o.env, home)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, filepath.Join(path...))
}

// HomeFile returns the path of the file of the home directory, or "" if there is none.
func HomeFile(o Options) string {
	home, _ := o.homes()
	if home == "" {
		return ""
	}
	return filepath.Join(home, FolderName, FileName)
}

// TrustEntries lists the entries of the trust file in the order of their paths. An
// invalid file, or one that other accounts can write to, is an error.
func TrustEntries(o Options) ([]TrustEntry, error) { return trust.Store(TrustFile(o)).Entries() }

// GiveTrust adds a project file, or the directory of a repository, to the trust file, and
// returns the entry. An earlier entry of the same path is replaced. With pin the trust
// ends when the content of the file changes. A path that another account owns or can
// write to is an error, and so is a pinned directory.
func GiveTrust(o Options, path string, pin bool) (TrustEntry, error) {
	return trust.Store(TrustFile(o)).Give(path, pin)
}

// RevokeTrust removes the entry of a path from the trust file. It reports false if there
// is none. The path need not exist any more.
func RevokeTrust(o Options, path string) (bool, error) {
	return trust.Store(TrustFile(o)).Revoke(path)
}

// standing judges a file that was read; info describes it. Only a project file can lack
// trust.
func (o Options) standing(p Place, data []byte, info fs.FileInfo) trust.Standing {
	switch p.Role {
	case RoleFlag, RoleEnv:
		return trust.Standing{Trust: TrustNamed}
	case RoleProject:
		list, _ := o.env(trust.Variable)
		grants := trust.Grants{Program: o.TrustProject, List: list, Store: trust.Store(TrustFile(o))}
		return grants.Standing(p.Path, data, info)
	}
	return trust.Standing{Trust: TrustOwn}
}

// untrusted sets the keys aside that need trust, and returns a problem for each. With
// strict they are errors.
func (s *source) untrusted(strict bool) (problems Diagnostics) {
	if s.Trust != TrustNone {
		return nil
	}
	if s.Unread != "" {
		problems = append(problems, Diagnostic{File: s.shown(), Message: "not trusted: " + s.Unread, Warning: true})
	}
	aside := false
	for path := range trust.Needing(s.doc.Values) {
		problems = append(problems, s.setAside(path, strict))
		aside = true
	}
	if aside && s.Unmet {
		problems = append(problems, Diagnostic{
			File: s.shown(), Message: "not trusted: " + trust.Variable + " is neither 1 nor a list with the file or a directory above it", Warning: true,
		})
	}
	return problems
}

// setAside removes the value at a path and returns the problem of that.
func (s *source) setAside(path []string, strict bool) Diagnostic {
	at := s.doc.Origin(words.Pointer(path...))
	last := len(path) - 1
	delete(grammar.ValueAt(s.doc.Values, path[:last]).(map[string]any), path[last])
	message := "set aside, since the file is not trusted"
	if s.Changed {
		message = "set aside, since the file has changed after it was pinned"
	}
	d := diagnostic(profiles.Problem{Origin: at, Message: message, Hint: s.Hint, Warning: !strict})
	d.SetAside = true
	return d
}

// setAsideOff sets the profile off aside for the tools that the home or the /etc file
// names, if a file without trust chooses it.
func (b *builder) setAsideOff() {
	var named []string
	var open *source
	for _, s := range b.sources {
		switch {
		case s.doc == nil:
		case s.Privacy:
			named = append(named, toolsOf(s)...)
		case s.Trust == TrustNone:
			open = s
		}
	}
	if open == nil || len(named) == 0 {
		return
	}
	setAside := func(path ...string) bool {
		isOff := grammar.ValueAt(open.doc.Values, path) == profiles.Off
		if isOff {
			b.problems = append(b.problems, open.setAside(path, b.o.Strict))
		}
		return isOff
	}
	setAside("global", "profile")
	for _, name := range profiles.SharingTools(toolsOf(open), named) {
		if !setAside("tool_overrides", name) {
			setAside("tool_overrides", name, "profile")
		}
	}
}

// toolsOf returns the names of the entries of tool_overrides, sorted.
func toolsOf(s *source) []string {
	tools, _ := s.doc.Values["tool_overrides"].(map[string]any)
	return slices.Sorted(maps.Keys(tools))
}

// Trust says why every key of the file in force holds; "" if the built-ins are in force.
func (s *Snapshot) Trust() Trust { return s.trust }

// SetAside lists the keys of the file in force without effect because the file is not
// trusted.
func (s *Snapshot) SetAside() Diagnostics {
	return slices.DeleteFunc(slices.Clone(s.warnings), func(d Diagnostic) bool { return !d.SetAside })
}

// ProjectFile returns the path of the project file that a search from o.Dir upward finds.
// A search without result is an error.
func ProjectFile(o Options) (string, error) {
	o.Path, o.NoConfig = "", false
	trusted, err := o.trusted()
	if err != nil {
		return "", err
	}
	places, err := o.search(trusted)
	if err != nil {
		return "", err
	}
	for _, p := range places {
		if _, err := os.Lstat(p.Path); err == nil && p.Role == RoleProject {
			return p.Path, nil
		}
	}
	return "", fmt.Errorf("no %s/%s in the working directory or above", FolderName, FileName)
}
