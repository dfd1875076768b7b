package trust

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
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

// The file of a project stands in a folder of its own.
const (
	FolderName = ".code-scalpel"
	FileName   = "response_config.json"
)

// Store is the path of the file that lists trusted project files. "" means that the
// environment and the account name no home directory.
type Store string

// Entry is the trust in one project file, or in the project files of a repository.
type Entry struct {
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
	Trusted []Entry `json:"trusted"`
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
func (e Entry) covers(at location) bool {
	if !e.Repository {
		return e.Path == at.path && cmp.Or(e.Target, e.Path) == at.target
	}
	return e.holds(at.path) && e.holds(at.target)
}

func (e Entry) holds(path string) bool {
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
func trustIn(entries []Entry, at location, data []byte) (t Trust, changed bool) {
	mine := func(e Entry) bool { return e.Owner == ownerAt(at.target) && e.covers(at) }
	if i := slices.IndexFunc(entries, func(e Entry) bool { return !e.Repository && mine(e) }); i >= 0 {
		switch entries[i].SHA256 {
		case "":
			return Given, false
		case hashOf(data):
			return Pinned, false
		}
		return None, true
	}
	if slices.ContainsFunc(entries, mine) {
		return Given, false
	}
	return None, false
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
	account, _, _ := files.Owner(info)
	return account
}

// Entries reads the entries in the order of their paths; a missing file trusts nothing. An
// invalid file, or one that another account can write to, is an error.
func (s Store) Entries() ([]Entry, error) {
	if s == "" {
		return nil, nil
	}
	data, info, err := files.Read(string(s))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if account, _, known := files.Owner(info); known && (account != files.Account() || info.Mode()&0o022 != 0) {
		return nil, fmt.Errorf("%s: other accounts can write to the trust file, which is ignored (chmod 600)", s)
	}
	var list trustList
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: the trust file is not valid, and is ignored", s)
	}
	return list.Trusted, nil
}

// Give replaces the entry of a path, a project file or the directory of a repository, and
// returns it. With pin the trust ends when the content of the file changes.
func (s Store) Give(path string, pin bool) (Entry, error) {
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
	if entry.Owner = ownerAt(target); entry.Owner != files.Account() {
		return entry, fmt.Errorf("%s belongs to account %d, not to %d (%s)", target, entry.Owner, files.Account(), nameIt)
	}
	switch {
	case pin && entry.Repository:
		return entry, errors.New("only a file can be pinned, not a directory")
	case pin:
		data, _, err := files.Read(target)
		if err != nil {
			return entry, err
		}
		entry.SHA256 = hashOf(data)
	}
	entries, err := s.Entries()
	if err != nil {
		return entry, err
	}
	entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.Path == entry.Path })
	return entry, s.write(append(entries, entry))
}

// Revoke removes the entry of a path. It reports false if there is none.
func (s Store) Revoke(path string) (bool, error) {
	entries, err := s.Entries()
	if err != nil {
		return false, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	entry, err := entryOf(path)
	rest := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		return e.Path == abs || err == nil && e.Path == entry.Path
	})
	if len(rest) == len(entries) {
		return false, nil
	}
	return true, s.write(rest)
}

// entryOf describes an existing path: a project file, its folder, or a directory that stands
// for the repository.
func entryOf(path string) (Entry, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return Entry{}, err
	}
	if filepath.Base(abs) == FolderName {
		abs = filepath.Join(abs, FileName)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return Entry{}, err
	case info.IsDir():
		resolved, err := filepath.EvalSymlinks(abs)
		return Entry{Path: resolved, Repository: true}, err
	case !strings.HasSuffix(abs, filepath.Join(string(filepath.Separator), FolderName, FileName)):
		return Entry{}, fmt.Errorf("%s is no project file; those are called %s/%s", abs, FolderName, FileName)
	}
	at := locate(abs)
	entry := Entry{Path: at.path}
	if at.target != at.path {
		entry.Target = at.target
	}
	return entry, nil
}

// write replaces the trust file. Its mode is 0600.
func (s Store) write(entries []Entry) error {
	if s == "" {
		return errors.New("neither the environment nor the account names a home directory")
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Path < entries[j].Path })
	text, err := json.MarshalIndent(trustList{entries}, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(string(s))
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
		err = os.Rename(temporary.Name(), string(s))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
