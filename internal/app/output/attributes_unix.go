//go:build linux || darwin

package output

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// ofTheSystem holds the prefixes of extended attributes that the system sets itself.
var ofTheSystem = []string{"security.", "com.apple."}

// lostAttribute returns the first extended attribute that differs between a file and its
// replacement, or "". A folder can give the new file an attribute.
func lostAttribute(file, replacement string) (string, error) {
	was, err := attributes(file)
	if err != nil {
		return "", err
	}
	is, err := attributes(replacement)
	if err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if value, ok := is[name]; !ok || value != was[name] {
			return titled(name), nil
		}
		delete(is, name)
	}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		return titled(name), nil
	}
	return "", nil
}

// attributes returns the extended attributes of a file, without those of the system. A file
// system can lack attributes.
func attributes(file string) (map[string]string, error) {
	const most = 64 << 10 // bytes of all names, and of one value (xattr(7))
	room := make([]byte, most)
	n, err := unix.Listxattr(file, room)
	if err != nil {
		if errors.Is(err, unix.ENOTSUP) {
			err = nil
		}
		return nil, err
	}
	all := map[string]string{}
	for name := range bytes.SplitSeq(bytes.Clone(room[:n]), []byte{0}) {
		name := string(name)
		if name == "" || slices.ContainsFunc(ofTheSystem, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			continue
		}
		n, err := unix.Getxattr(file, name, room)
		if err != nil {
			return nil, err
		}
		all[name] = string(room[:n])
	}
	return all, nil
}

// accessList is the extended attribute that holds a POSIX access control list.
const accessList = "system.posix_acl_access"

func titled(name string) string {
	if name == accessList {
		return "the access control list"
	}
	return "the extended attribute " + name
}
