//go:build !unix

package files

import (
	"io/fs"
	"os/user"
)

// Home returns the home directory of the process's account, or "" if it is unknown.
func Home() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}

// Owner knows no accounts here: neither owners nor modes of files are checked.
func Owner(fs.FileInfo) (account, group int, known bool) { return 0, 0, false }

// Account returns one number for every account.
func Account() int { return 0 }
