//go:build !unix

package config

import "os/user"

// accountHome is the home directory of the account that the process runs as; "" where
// nobody knows it.
func accountHome() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}
