//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

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
