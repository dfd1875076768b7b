//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// ownerOf returns the account and the group that own a file; known is false if the file
// system does not tell.
func ownerOf(info fs.FileInfo) (account, group int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}

// ownAccount returns the account that the process runs as.
func ownAccount() int { return os.Geteuid() }
