//go:build !unix

package config

import "os/user"

// accountHome returns the home directory of the process's account, or "" if it is unknown.
func accountHome() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}
