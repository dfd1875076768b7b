// Package trust tells whether all keys of a project file hold. A stranger's project brings
// such a file, so some of its keys need the user's word. config/RELOAD.md states the rules.
package trust

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

// Trust says why every key of a file holds. With [None] some keys are set aside.
type Trust string

const (
	Named   Trust = "named"       // the program or the environment names the file
	Own     Trust = "own"         // the file is the user's or the machine's own
	Program Trust = "program"     // the program trusts project files
	Env     Trust = "environment" // SHAPE_TRUST is 1 or lists the file or its repository
	Given   Trust = "given"       // the trust file lists the file or its repository
	Pinned  Trust = "pinned"      // the trust file lists the file with the hash of its content
	None    Trust = "none"        // a project file without trust
)

var clauses = map[Trust]string{
	Named:   "trusted: it was named",
	Own:     "trusted: it is the user's or the machine's own",
	Program: "trusted by the program",
	Env:     "trusted by " + Variable,
	Given:   "trusted by shape config trust",
	Pinned:  "trusted by shape config trust --pin",
	None:    "not trusted",
}

// String returns the reason as a clause, such as "trusted by SHAPE_TRUST".
func (t Trust) String() string { return clauses[t] }

// Variable names the environment variable that trusts project files: "1" for all of
// them, or a list of paths, separated as in $PATH.
const Variable = "SHAPE_TRUST"

// Standing is the trust in a file when it was read.
type Standing struct {
	Trust   Trust
	Fault   string // the file is refused; "" if it is not
	Hint    string // of Fault, or the repair of None
	Changed bool   // None, since the content differs from the pinned one
	Unread  string // the trust file cannot be used; "" if it can
	Unmet   bool   // None, though Variable has a value
}

// Grants hold the user's word on project files.
type Grants struct {
	Program bool   // the program trusts all of them
	List    string // the value of Variable
	Store   Store
}

// Standing judges a project file that was read; info describes it.
func (g Grants) Standing(path string, data []byte, info fs.FileInfo) Standing {
	at := locate(path)
	none := Standing{Trust: None, Hint: "trust the file with: shape config trust " + path}
	fault, hint := foreign(path, at.target)
	if fault == "" { // another file may have stood there when it was opened
		fault, hint = foreignFile(at.target, info)
	}
	if fault != "" {
		none.Fault, none.Hint = fault, hint
		return none
	}
	if g.Program {
		return Standing{Trust: Program}
	}
	if g.List == "1" || slices.ContainsFunc(filepath.SplitList(g.List), func(path string) bool {
		entry, err := entryOf(path)
		return path != "" && err == nil && entry.covers(at)
	}) {
		return Standing{Trust: Env}
	}
	none.Unmet = g.List != ""
	entries, err := g.Store.Entries()
	if err != nil {
		none.Unread = err.Error()
		return none
	}
	trust, changed := trustIn(entries, at, data)
	if trust == None {
		none.Changed = changed
		return none
	}
	return Standing{Trust: trust}
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
	info, _ := os.Lstat(path)
	return foreignFile(path, info)
}

// foreignFile is foreign for a path that info describes; nil is a path that does not exist.
func foreignFile(path string, info fs.FileInfo) (fault, hint string) {
	if info == nil {
		return "", ""
	}
	account, group, known := files.Owner(info)
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
	if own := files.Account(); account != own && (account != 0 || mode.IsRegular()) {
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
