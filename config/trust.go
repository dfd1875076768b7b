package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Trust says why every key of the file in force holds. With [TrustNone] some keys of the
// file are set aside (RELOAD, project files).
type Trust string

const (
	TrustNamed   Trust = "named"       // Options.Path or CODE_SCALPEL_RESPONSE_CONFIG names the file
	TrustOwn     Trust = "own"         // the file lies under $XDG_CONFIG_HOME, the home directory or /etc
	TrustProgram Trust = "program"     // Options.TrustProject is set
	TrustEnv     Trust = "environment" // SHAPE_TRUST is 1 or lists the file or its repository
	TrustGiven   Trust = "given"       // the trust file lists the file or its repository
	TrustPinned  Trust = "pinned"      // the trust file lists the file with the hash of its content
	TrustNone    Trust = "none"        // a project file without trust
)

// trustVariable names the environment variable that trusts project files: "1" for all of
// them, or a list of paths, separated as in $PATH.
const trustVariable = "SHAPE_TRUST"

// standing is the trust in a file when it was read.
type standing struct {
	Trust   Trust
	fault   string // the file is refused; "" if it is not
	hint    string // of fault, or the repair of TrustNone
	changed bool   // TrustNone, since the content differs from the pinned one
	unread  string // the trust file cannot be used; "" if it can
	unmet   bool   // TrustNone, though SHAPE_TRUST has a value
}

// standing judges a file that was read; info describes it. Only a project file can lack
// trust.
func (o Options) standing(p Place, data []byte, info fs.FileInfo) standing {
	switch p.Role {
	case RoleFlag, RoleEnv:
		return standing{Trust: TrustNamed}
	case RoleProject:
		return o.projectStanding(p, data, info)
	}
	return standing{Trust: TrustOwn}
}

func (o Options) projectStanding(p Place, data []byte, info fs.FileInfo) standing {
	at := locate(p.Path)
	none := standing{Trust: TrustNone, hint: "trust the file with: shape config trust " + p.Path}
	fault, hint := foreign(p.Path, at.target)
	if fault == "" { // another file may have stood there when it was opened
		fault, hint = foreignFile(at.target, info)
	}
	if fault != "" {
		none.fault, none.hint = fault, hint
		return none
	}
	if o.TrustProject {
		return standing{Trust: TrustProgram}
	}
	if o.trustedByEnv(at) {
		return standing{Trust: TrustEnv}
	}
	list, _ := o.env(trustVariable)
	none.unmet = list != ""
	entries, err := o.readTrust()
	if err != nil {
		none.unread = err.Error()
		return none
	}
	trust, changed := trustIn(entries, at, data)
	if trust == TrustNone {
		none.changed = changed
		return none
	}
	return standing{Trust: trust}
}

// trustedByEnv reports whether SHAPE_TRUST trusts a file.
func (o Options) trustedByEnv(at location) bool {
	list, _ := o.env(trustVariable)
	if list == "1" {
		return true
	}
	return slices.ContainsFunc(filepath.SplitList(list), func(path string) bool {
		entry, err := entryOf(path)
		return path != "" && err == nil && entry.covers(at)
	})
}

// foreign returns why another account can decide the content of a project file, and the
// repair; "" if none can. It looks at the file, its folder and the directory above, as
// they were found and without symbolic links.
func foreign(found, resolved string) (fault, hint string) {
	for _, file := range slices.Compact([]string{resolved, found}) {
		folder := filepath.Dir(file)
		for _, path := range []string{file, folder, filepath.Dir(folder)} {
			if fault, hint = foreignAt(path); fault != "" {
				return fault, hint
			}
		}
	}
	return "", ""
}

const nameIt = "if you trust it, name it with --config"

// foreignAt is foreign for one path. Directories and links may belong to root.
func foreignAt(path string) (fault, hint string) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", ""
	}
	return foreignFile(path, info)
}

// foreignFile is foreign for a path that info describes.
func foreignFile(path string, info fs.FileInfo) (fault, hint string) {
	if info == nil {
		return "", ""
	}
	account, group, known := ownerOf(info)
	if !known {
		return "", ""
	}
	mode, kind := info.Mode(), "file"
	switch {
	case mode.IsDir():
		kind = "directory"
	case mode&fs.ModeSymlink != 0:
		kind = "symbolic link"
	}
	if own := ownAccount(); account != own && (account != 0 || mode.IsRegular()) {
		return fmt.Sprintf("the %s %s belongs to account %d, not to %d, and is not used", kind, path, account, own), nameIt
	}
	switch {
	case mode.IsRegular() && mode&0o002 != 0, mode.IsDir() && mode&0o002 != 0 && mode&fs.ModeSticky == 0:
		return fmt.Sprintf("every account can write to the %s %s, which is not used", kind, path), "chmod o-w " + path
	case mode.IsRegular() && mode&0o020 != 0 && group != account: // a private group has the number of its account
		return fmt.Sprintf("group %d can write to the %s %s, which is not used", group, kind, path), "chmod g-w " + path
	}
	return "", ""
}

// refused is the problem of a file that is not used for its owner or its mode.
func (s *source) refused() Diagnostics {
	if s.fault == "" {
		return nil
	}
	return Diagnostics{{File: s.shown(), Message: s.fault, Hint: s.hint}}
}

// untrusted sets the keys aside that need trust, and returns a problem for each. With
// strict they are errors.
func (s *source) untrusted(strict bool) (problems Diagnostics) {
	if s.Trust != TrustNone {
		return nil
	}
	if s.unread != "" {
		problems = append(problems, Diagnostic{File: s.shown(), Message: "not trusted: " + s.unread, Warning: true})
	}
	aside := false
	for _, row := range sides { // an object before its keys, so that a removed value is reported once
		for _, path := range row.needing(s.doc.values) {
			problems = append(problems, s.setAside(path, strict))
			aside = true
		}
	}
	if aside && s.unmet {
		problems = append(problems, Diagnostic{
			File: s.shown(), Message: "not trusted: " + trustVariable + " is neither 1 nor a list with the file or a directory above it", Warning: true,
		})
	}
	return problems
}

// setAside removes the value at a path and returns the problem of that.
func (s *source) setAside(path []string, strict bool) Diagnostic {
	at := s.doc.origin(words.Pointer(path...))
	last := len(path) - 1
	delete(valueAt(s.doc.values, path[:last]).(map[string]any), path[last])
	message := "set aside, since the file is not trusted"
	if s.changed {
		message = "set aside, since the file has changed after it was pinned"
	}
	return Diagnostic{
		File: at.File, Line: at.Line, Column: at.Column, Pointer: at.Pointer,
		Message: message, Hint: s.hint, Warning: !strict, SetAside: true,
	}
}

// Trust says why every key of the file in force holds; "" if the built-ins are in force.
func (s *Snapshot) Trust() Trust { return s.trust }

// SetAside lists the keys of the file in force without effect because the file is not
// trusted.
func (s *Snapshot) SetAside() Diagnostics {
	return slices.DeleteFunc(slices.Clone(s.warnings), func(d Diagnostic) bool { return !d.SetAside })
}

var trustWords = map[Trust]string{
	TrustNamed:   "trusted: it was named",
	TrustOwn:     "trusted: it is the user's or the machine's own",
	TrustProgram: "trusted by the program",
	TrustEnv:     "trusted by " + trustVariable,
	TrustGiven:   "trusted by shape config trust",
	TrustPinned:  "trusted by shape config trust --pin",
	TrustNone:    "not trusted",
}

// String returns the reason as a clause, such as "trusted by SHAPE_TRUST".
func (t Trust) String() string { return trustWords[t] }

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
