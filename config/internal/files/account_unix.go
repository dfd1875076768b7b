//go:build unix

package files

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"sync"
)

// Home returns the home directory of the process's account, or "" if it is unknown. The
// environment does not change it. Without cgo, os/user returns $HOME for a user of a directory
// service, since /etc/passwd has no such user. For these getent is asked.
var Home = sync.OnceValue(func() string {
	id := strconv.Itoa(os.Getuid())
	if u, err := user.LookupId(id); err == nil {
		return u.HomeDir
	}
	return homeIn(getent(id), id)
})

// getent returns the entry of a user in the system's name services, in the form of
// /etc/passwd. It is "" if the user or getent is missing.
func getent(id string) string {
	cmd := exec.Command("/usr/bin/getent", "passwd", id)
	cmd.Env = []string{} // nil would mean this process's environment
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
