package archive

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"time"
)

// A record is a file that holds a document: the SHA-256 of the document, and then the
// document, so that half of a file is told from a whole one by any store, also by one
// that does not have the key of its handle. It is written under a name of its own, and
// renamed when the disk has all of it. Its time of modification is when it was put, by
// the clock of who put it: that of a file server may be another one.

// unfinished begins the name of a file that is being written.
const unfinished = "put-"

// write writes a record, and returns its file, which is locked until it is closed: a file
// without a lock belongs to a writer that was killed. The caller closes it after the rename.
// The name is that of what is there, also with an error; the file is nil then.
func (d *directory) write(document []byte) (name string, f *os.File, err error) {
	name = unfinished + rand.Text()
	f, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return name, nil, err
	}
	err = lockFile(f)
	sum := sha256.Sum256(document)
	for _, part := range [][]byte{sum[:], document} {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return name, nil, errors.Join(err, f.Close())
	}
	return name, f, settle(f)
}

// settle closes a file that is written, unless its lock is of use until it is renamed.
func settle(f *os.File) error {
	if canLock {
		return nil
	}
	return f.Close()
}

// read returns the document under a valid handle, and when it was put. What is no sound
// record of this user is unknown.
func (d *directory) read(h Handle) (document []byte, put time.Time, err error) {
	info, err := d.root.Lstat(string(h))
	if err == nil && (!isOurs(info) || info.Size() > d.limits.Bytes) {
		return nil, put, ErrUnknown
	}
	var record []byte
	if err == nil {
		record, err = d.root.ReadFile(string(h))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, put, ErrUnknown
	case err != nil:
		return nil, put, d.fault(err)
	case len(record) < sha256.Size:
		return nil, put, ErrUnknown
	}
	document = record[sha256.Size:]
	if sha256.Sum256(document) != [sha256.Size]byte(record) {
		return nil, put, ErrUnknown
	}
	return document, info.ModTime(), nil
}

// block is what a file takes a multiple of on most disks.
const block = 4096

// onDisk is what a document of a size counts for in a directory.
func onDisk(size int) int64 {
	return (int64(size) + sha256.Size + block - 1) / block * block
}

// isOurs reports whether a file is one that the store has made, by its kind, mode and
// owner: no link, no device, nothing that others can open.
func isOurs(info fs.FileInfo) bool { return info.Mode().IsRegular() && private(info) == nil }
