package config

import (
	"errors"
	"io/fs"
	"runtime"
	"syscall"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

var errNowhere = errors.New("a symbolic link that leads nowhere")

// read returns the file at a place. A broken link is no missing file: its rules would be lost
// without a message.
func (o Options) read(p Place) file {
	read := o.seams.read
	if read == nil {
		read = files.Read
	}
	data, info, err := read(p.Path)
	var mode fs.FileMode
	if info != nil && runtime.GOOS != "windows" { // made up there: whether others may write is not told
		mode = info.Mode()
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if files.LeadsNowhere(p.Path) {
			return file{Place: p, Err: errNowhere}
		}
		return file{Place: p, Missing: true}
	}
	found := file{Place: p, Data: data, Mode: mode, Err: err}
	if err == nil {
		found.Standing = o.standing(p, data, info)
	}
	return found
}
