//go:build !unix

package files

import "os/user"

// Home returns the home directory of the process's account, or "" if it is unknown.
func Home() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}
