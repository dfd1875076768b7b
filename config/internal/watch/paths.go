package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many symbolic links one path may lead through; Linux gives up
// at 40.
const maxLinks = 40

// edges are directories whose ancestors need no watch: home directories, since they stay in
// place. A mount point cannot be renamed and is an edge as well. The directories above belong
// to other people and are busy.
type edges []fs.FileInfo

// at reports whether a directory is an edge below the one above it.
func (e edges) at(dir, above fs.FileInfo) bool {
	if dir == nil || above == nil || !dir.IsDir() {
		return false
	}
	for _, home := range e {
		if os.SameFile(home, dir) {
			return true
		}
	}
	return device(dir) != device(above)
}

// outside reports whether an edge lies between a directory and one above it, as
// their names have it.
func (e edges) outside(above, dir string) bool {
	for above != dir && filepath.Dir(dir) != dir {
		here, _ := os.Stat(dir)
		dir = filepath.Dir(dir)
		if there, _ := os.Stat(dir); e.at(here, there) {
			return true
		}
	}
	return false
}

// trail is the state of a walk along an absolute path.
type trail struct {
	edges
	set   map[string]struct{} // the paths that decide the target
	here  string
	info  fs.FileInfo // of here
	above []string    // directories since the last edge or link, without here
}

// deciders adds to set the paths that decide the file behind an absolute path. They are the
// existing directories on the way, from the last edge on and along every symbolic link, and
// the file itself. The directory of a bind mount reports nothing when the file is written in
// place. All are free of symbolic links.
func deciders(path string, e edges, set map[string]struct{}) {
	t := trail{edges: e, set: set}
	t.enter(rootOf(path))
	rest, links := steps(path), 0
	for len(rest) > 0 {
		step := rest[0]
		rest = rest[1:]
		if step == ".." {
			t.need()
			t.enter(filepath.Dir(t.here))
			continue
		}
		next := filepath.Join(t.here, step)
		info, err := os.Lstat(next)
		if err != nil {
			break // whatever appears here is announced by the directory above
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			t.above = append(t.above, t.here)
			if t.at(info, t.info) {
				t.above = nil
			}
			t.here, t.info = next, info
			continue
		}
		t.need()
		target, err := os.Readlink(next)
		if links++; err != nil || links > maxLinks {
			return
		}
		if filepath.IsAbs(target) {
			t.enter(rootOf(target))
		}
		rest = append(steps(target), rest...)
	}
	t.need()
}

// enter goes on from another directory.
func (t *trail) enter(dir string) {
	t.here, t.above = dir, nil
	t.info, _ = os.Lstat(dir)
}

// need keeps where the trail is, and the way to it.
func (t *trail) need() {
	for _, dir := range append(t.above, t.here) {
		t.set[dir] = struct{}{}
	}
}

// rootOf is the root that an absolute path starts from.
func rootOf(path string) string { return filepath.VolumeName(path) + string(filepath.Separator) }

// steps splits a path into its names. It keeps "..": after a symbolic link it leads elsewhere
// than filepath.Clean assumes.
func steps(path string) []string {
	path = path[len(filepath.VolumeName(path)):]
	return strings.FieldsFunc(path, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
}
