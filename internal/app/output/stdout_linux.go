package output

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// UnlessClosed returns standard output, or a failing writer if a shell closed it (>&-). Go's
// runtime then opens /dev/null for reading and writing, so all output would be lost in silence.
// A shell that redirects to /dev/null opens it for writing only. Other parents, such as Python
// and Node, open it for both on purpose. So the program of the parent decides.
func UnlessClosed(stdout io.Writer) io.Writer {
	file, ok := stdout.(*os.File)
	if !ok {
		return stdout
	}
	var at, null unix.Stat_t
	flags, err := unix.FcntlInt(file.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR ||
		unix.Fstat(int(file.Fd()), &at) != nil || unix.Stat(os.DevNull, &null) != nil || at.Rdev != null.Rdev {
		return stdout
	}
	parent := "/proc/" + strconv.Itoa(os.Getppid())
	program, err := os.Readlink(parent + "/exe")
	if err != nil || !slices.Contains(shells, filepath.Base(program)) {
		return stdout
	}
	if theirs, err := os.Readlink(parent + "/fd/1"); err != nil || theirs == os.DevNull {
		return stdout
	}
	return closed{&os.PathError{Op: "write", Path: file.Name(), Err: unix.EBADF}}
}

var shells = []string{"sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "busybox"}

// closed is a writer that fails.
type closed struct{ err error }

func (c closed) Write([]byte) (int, error) { return 0, c.err }
