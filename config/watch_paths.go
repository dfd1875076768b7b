package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many symbolic links one path may lead through; Linux gives up
// at 40.
const maxLinks = 40

// deciders adds to set what decides which file an absolute path leads to: each
// directory on the way that exists, along every symbolic link, and the file
// itself, whose directory reports nothing when it is a bind mount that is
// written in place. All are free of symbolic links.
func deciders(path string, set map[string]struct{}) {
	here, rest, links := rootOf(path), steps(path), 0
	for len(rest) > 0 {
		set[here] = struct{}{}
		step := rest[0]
		rest = rest[1:]
		if step == ".." {
			here = filepath.Dir(here)
			continue
		}
		next := filepath.Join(here, step)
		info, err := os.Lstat(next)
		if err != nil {
			return // whatever appears here is announced by the directory above
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			here = next
			continue
		}
		target, err := os.Readlink(next)
		if links++; err != nil || links > maxLinks {
			return
		}
		if filepath.IsAbs(target) {
			here = rootOf(target)
		}
		rest = append(steps(target), rest...)
	}
	set[here] = struct{}{}
}

// rootOf is the root that an absolute path starts from.
func rootOf(path string) string { return filepath.VolumeName(path) + string(filepath.Separator) }

// steps splits a path into its names. It keeps "..", which after a symbolic
// link leads elsewhere than filepath.Clean believes.
func steps(path string) []string {
	path = path[len(filepath.VolumeName(path)):]
	return strings.FieldsFunc(path, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
}
