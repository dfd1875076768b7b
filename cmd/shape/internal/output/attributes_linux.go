package output

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes gives a file the owner, the extended attributes with the access
// control list among them, and the mode of another, or says which it cannot.
// The owner comes first, since changing it clears mode bits, and the mode last: it
// opens the file to others, and with a list that it no longer has it would to more.
func keepAttributes(file *os.File, of string, like fs.FileInfo) error {
	if err := keepOwner(file, like); err != nil {
		return fmt.Errorf("the owner: %w", reason(err))
	}
	if err := keepExtended(file, of); err != nil {
		return err
	}
	if err := file.Chmod(like.Mode()); err != nil {
		return fmt.Errorf("the mode: %w", reason(err))
	}
	return nil
}

// maxExtended is the most bytes that Linux has in the value of an extended
// attribute, and in the list of their names (xattr(7)).
const maxExtended = 64 << 10

// keepExtended gives a file the extended attributes of another and takes those
// that it has beyond: a folder's default access control list may have given it one.
func keepExtended(file *os.File, of string) error {
	fd, space := int(file.Fd()), make([]byte, 2*maxExtended)
	want, err := extendedNames(space, func(list []byte) (int, error) { return unix.Listxattr(of, list) })
	if err != nil {
		return err
	}
	have, err := extendedNames(space, func(list []byte) (int, error) { return unix.Flistxattr(fd, list) })
	if err != nil {
		return err
	}
	for _, name := range want {
		if err := copyExtended(fd, of, name, space); err != nil {
			return fmt.Errorf("%s: %w", titled(name), err)
		}
	}
	for _, name := range have {
		if slices.Contains(want, name) || strings.HasPrefix(name, "security.") {
			continue // the system's own labels are as it gives them
		}
		if err := unix.Fremovexattr(fd, name); err != nil {
			return fmt.Errorf("%s: %w", titled(name), err)
		}
	}
	return nil
}

// extendedNames are the names of a file's extended attributes, but those of what
// the system says of its content. The access control list comes after the user's
// own: it may end the right to set them. A file system may know of none.
func extendedNames(space []byte, list func([]byte) (int, error)) (names []string, err error) {
	n, err := list(space)
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the extended attributes: %w", err)
	}
	for name := range bytes.SplitSeq(space[:n], []byte{0}) {
		if s := string(name); s != "" && s != "security.ima" && s != "security.evm" {
			names = append(names, s)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	return names, nil
}

// copyExtended gives a file one extended attribute of another, unless it has it:
// few may set the system's.
func copyExtended(fd int, of, name string, space []byte) error {
	n, err := unix.Getxattr(of, name, space[:maxExtended])
	if errors.Is(err, unix.ENODATA) {
		return nil // gone since it was listed
	}
	if err != nil {
		return err
	}
	want, have := space[:n], space[maxExtended:]
	if n, err := unix.Fgetxattr(fd, name, have); err == nil && bytes.Equal(want, have[:n]) {
		return nil
	}
	return unix.Fsetxattr(fd, name, want, 0)
}

// accessList is the extended attribute that holds a POSIX access control list.
const accessList = "system.posix_acl_access"

// titled is an extended attribute as people speak of it.
func titled(name string) string {
	if name == accessList {
		return "the access control list"
	}
	return "the extended attribute " + name
}
