package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// TrustEntry is the trust in one project file, or in the project files of a repository.
type TrustEntry struct {
	// Path is absolute and leads through no symbolic link, but for the last two names of
	// a project file: /home/me/app/.code-scalpel/response_config.json, or /home/me/app.
	Path       string `json:"path"`
	Repository bool   `json:"repository,omitempty"` // Path is a directory; see covers
	Target     string `json:"target,omitempty"`     // the file that a symbolic link at Path leads to
	Owner      int    `json:"owner"`                // the account that owns Path; 0 if the system has none
	SHA256     string `json:"sha256,omitempty"`     // of the pinned content, in hexadecimal
}

// trustList is the content of the trust file.
type trustList struct {
	Trusted []TrustEntry `json:"trusted"`
}

// location is the place of a project file.
type location struct {
	path   string // the directories above the folder are free of symbolic links
	target string // the file that path leads to, free of symbolic links
}

// locate resolves the path of a project file. A part that does not exist stays as it is.
func locate(path string) location {
	at := location{path: path, target: path}
	project := filepath.Dir(filepath.Dir(path))
	if resolved, err := filepath.EvalSymlinks(project); err == nil {
		at.path = filepath.Join(resolved, FolderName, FileName)
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		at.target = resolved
	}
	return at
}

// covers reports whether an entry is about a file. A file's entry wants the same target.
// A repository's entry covers the project files below its directory, but not those below
// another repository inside it: a directory that has an entry .git.
func (e TrustEntry) covers(at location) bool {
	if !e.Repository {
		return e.Path == at.path && cmp.Or(e.Target, e.Path) == at.target
	}
	return e.holds(at.path) && e.holds(at.target)
}

func (e TrustEntry) holds(path string) bool {
	for dir := filepath.Dir(filepath.Dir(path)); dir != e.Path; dir = filepath.Dir(dir) {
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if err == nil || filepath.Dir(dir) == dir {
			return false
		}
	}
	return true
}

// trustIn returns the trust that entries give a file with a content. The entry of the
// file goes before those of repositories; changed tells that it pins another content.
func trustIn(entries []TrustEntry, at location, data []byte) (t Trust, changed bool) {
	mine := func(e TrustEntry) bool { return e.Owner == ownerAt(at.target) && e.covers(at) }
	if i := slices.IndexFunc(entries, func(e TrustEntry) bool { return !e.Repository && mine(e) }); i >= 0 {
		switch entries[i].SHA256 {
		case "":
			return TrustGiven, false
		case hashOf(data):
			return TrustPinned, false
		}
		return TrustNone, true
	}
	if slices.ContainsFunc(entries, mine) {
		return TrustGiven, false
	}
	return TrustNone, false
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// ownerAt returns the account that owns the file at a path; 0 if that is not known.
func ownerAt(path string) int {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	account, _, _ := ownerOf(info)
	return account
}

// TrustFile returns the path of the file that lists trusted project files:
// $XDG_STATE_HOME/code-scalpel/trust.json, or ~/.local/state/code-scalpel/trust.json. It
// is "" if the environment and the account name no home directory.
func TrustFile(o Options) string {
	state := o.state()
	if state == "" {
		return ""
	}
	return filepath.Join(state, "code-scalpel", "trust.json")
}

// readTrust reads the trust file; a missing one trusts nothing. A file that another
// account can write to is an error.
func (o Options) readTrust() ([]TrustEntry, error) {
	path := TrustFile(o)
	if path == "" {
		return nil, nil
	}
	data, info, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if account, _, known := ownerOf(info); known && (account != ownAccount() || info.Mode()&0o022 != 0) {
		return nil, fmt.Errorf("%s: other accounts can write to the trust file, which is ignored (chmod 600)", path)
	}
	var list trustList
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: the trust file is not valid, and is ignored", path)
	}
	return list.Trusted, nil
}

// TrustEntries lists the entries of the trust file in the order of their paths. An
// invalid file, or one that other accounts can write to, is an error.
func TrustEntries(o Options) ([]TrustEntry, error) { return o.readTrust() }

// GiveTrust adds a project file, or the directory of a repository, to the trust file, and
// returns the entry. An earlier entry of the same path is replaced. With pin the trust
// ends when the content of the file changes. A path that another account owns or can
// write to is an error, and so is a pinned directory.
func GiveTrust(o Options, path string, pin bool) (TrustEntry, error) {
	entry, err := entryOf(path)
	if err != nil {
		return entry, err
	}
	target := cmp.Or(entry.Target, entry.Path)
	fault, hint := foreignAt(target)
	if !entry.Repository {
		fault, hint = foreign(entry.Path, target)
	}
	if fault != "" {
		return entry, fmt.Errorf("%s (%s)", fault, hint)
	}
	if entry.Owner = ownerAt(target); entry.Owner != ownAccount() {
		return entry, fmt.Errorf("%s belongs to account %d, not to %d (%s)", target, entry.Owner, ownAccount(), nameIt)
	}
	switch {
	case pin && entry.Repository:
		return entry, errors.New("only a file can be pinned, not a directory")
	case pin:
		data, _, err := readFile(target)
		if err != nil {
			return entry, err
		}
		entry.SHA256 = hashOf(data)
	}
	entries, err := o.readTrust()
	if err != nil {
		return entry, err
	}
	entries = slices.DeleteFunc(entries, entry.same)
	return entry, o.writeTrust(append(entries, entry))
}

// RevokeTrust removes the entry of a path from the trust file. It reports false if there
// is none. The path need not exist any more.
func RevokeTrust(o Options, path string) (bool, error) {
	entries, err := o.readTrust()
	if err != nil {
		return false, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	entry, err := entryOf(path)
	rest := slices.DeleteFunc(slices.Clone(entries), func(e TrustEntry) bool {
		return e.Path == abs || err == nil && e.Path == entry.Path
	})
	if len(rest) == len(entries) {
		return false, nil
	}
	return true, o.writeTrust(rest)
}

func (e TrustEntry) same(other TrustEntry) bool { return e.Path == other.Path }

// entryOf describes an existing path: a project file, its folder, or a directory that stands
// for the repository.
func entryOf(path string) (TrustEntry, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return TrustEntry{}, err
	}
	if filepath.Base(abs) == FolderName {
		abs = filepath.Join(abs, FileName)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return TrustEntry{}, err
	case info.IsDir():
		resolved, err := filepath.EvalSymlinks(abs)
		return TrustEntry{Path: resolved, Repository: true}, err
	case !strings.HasSuffix(abs, filepath.Join(string(filepath.Separator), FolderName, FileName)):
		return TrustEntry{}, fmt.Errorf("%s is no project file; those are called %s/%s", abs, FolderName, FileName)
	}
	at := locate(abs)
	entry := TrustEntry{Path: at.path}
	if at.target != at.path {
		entry.Target = at.target
	}
	return entry, nil
}

// writeTrust replaces the trust file. Its mode is 0600.
func (o Options) writeTrust(entries []TrustEntry) error {
	path := TrustFile(o)
	if path == "" {
		return errors.New("neither the environment nor the account names a home directory")
	}
	slices.SortFunc(entries, func(a, b TrustEntry) int { return cmp.Compare(a.Path, b.Path) })
	text, err := json.MarshalIndent(trustList{entries}, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(dir, "trust-*.json")
	if err != nil {
		return err
	}
	_, err = temporary.Write(append(text, '\n'))
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
