//go:build unix

package files

import (
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"sync"
	"syscall"
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

// Owner returns the account and the group that own a file; known is false if the file
// system does not tell.
func Owner(info fs.FileInfo) (account, group int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}

// Account returns the account that the process runs as.
func Account() int { return os.Geteuid() }
