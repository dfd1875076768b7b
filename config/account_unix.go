//go:build unix

package config

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"sync"
)

// accountHome is the home directory of the account that the process runs as; "" where
// nobody knows it. Nothing of the environment changes it: os/user's own answer would be
// $HOME where a program without cgo runs for a user of a directory service, of whom
// nothing stands in /etc/passwd. For these getent is asked.
var accountHome = sync.OnceValue(func() string {
	id := strconv.Itoa(os.Getuid())
	if u, err := user.LookupId(id); err == nil {
		return u.HomeDir
	}
	return homeIn(getent(id), id)
})

// getent is what the name services of the system say of a user, in the form of
// /etc/passwd; "" where they, or it, are not there.
func getent(id string) string {
	cmd := exec.Command("/usr/bin/getent", "passwd", id)
	cmd.Env = []string{} // nil would be ours
	entry, _ := cmd.Output()
	return string(entry)
}

// homeIn is the home directory of a user in an entry of /etc/passwd.
func homeIn(entry, id string) string {
	fields := strings.Split(strings.TrimSuffix(entry, "\n"), ":")
	if len(fields) != 7 || fields[2] != id {
		return ""
	}
	return fields[5]
}
