package recordings

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	format "github.com/seed-7aa78ce4/shape/internal/record/session"
)

// Unit is files that are read together: one file, the parts of a recorded session, or the
// numbered responses of a folder.
type Unit struct {
	Name    string   // of the first file, with slashes
	Files   []string // in their order
	Size    int64
	Written time.Time // the last change of a file
}

// mostFiles bounds the files of a folder that Units looks at.
const mostFiles = 1 << 16

// Units lists the recordings at a name of a folder, the newest first: that file, or those below
// "." for all. It follows no link, and skips hidden folders.
func Units(root *os.Root, at string) ([]*Unit, error) {
	byName, n := map[string]*Unit{}, 0
	err := fs.WalkDir(root.FS(), at, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == at:
			return err
		case err != nil: // a folder without rights, or a file that went
			return nil
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir(), !IsRecording(entry):
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return nil
		}
		if n++; n > mostFiles {
			return fs.SkipAll
		}
		key := unitOf(name)
		u := byName[key]
		if u == nil {
			u = &Unit{Name: name}
			byName[key] = u
		}
		u.Files, u.Size = append(u.Files, name), u.Size+info.Size()
		if info.ModTime().After(u.Written) {
			u.Written = info.ModTime()
		}
		return nil
	})
	var all []*Unit
	for _, u := range byName {
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b *Unit) int { return cmp.Or(b.Written.Compare(a.Written), cmp.Compare(b.Name, a.Name)) })
	return all, err
}

// unitOf returns the key of the unit of a file: its folder for a numbered response, and the name
// without the number of a part.
func unitOf(name string) string {
	if numbered().MatchString(path.Base(name)) {
		return path.Dir(name) + "/"
	}
	id, isSession := strings.CutSuffix(name, format.Extension)
	if !isSession {
		return name
	}
	if first, part, isPart := strings.Cut(path.Base(id), "_"); isPart && strings.Trim(part, "0123456789") == "" {
		id = path.Join(path.Dir(id), first)
	}
	return id + format.Extension
}
