package archive

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// A record is a file that holds the SHA-256 of a document and then the document. So any store
// recognizes a truncated file, even without the key of its handle. The file is written under a
// temporary name and renamed after a sync. Its modification time is the time of Put by the
// writer's clock; the clock of a file server may differ.

// unfinished begins the name of a file that is being written.
const unfinished = "put-"

// write writes a record and returns its file, locked until it is closed. A file without a lock
// belongs to a writer that was killed. The caller closes it after the rename. On an error f is
// nil, and name is the file to remove.
func (d *directory) write(document []byte) (name string, f *os.File, err error) {
	name = unfinished + rand.Text()
	f, err = d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return name, nil, err
	}
	err = state.LockFile(f)
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

// canLock tells that a file can have its lock until it is renamed. Windows renames no open file.
const canLock = state.CanLock && runtime.GOOS != "windows"

// settle closes a file that is written, unless its lock is of use until it is renamed.
func settle(f *os.File) error {
	if canLock {
		return nil
	}
	return f.Close()
}

// read returns the document under a valid handle and the time of its Put. A file that is no
// sound record of this user is unknown.
func (d *directory) read(h Handle) (document []byte, put time.Time, err error) {
	info, err := d.root.Lstat(string(h))
	if err == nil && (!state.IsOurs(info) || info.Size() > d.limits.Bytes) {
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

// block is the usual block size of disks; a file takes a multiple of it.
const block = 4096

// onDisk returns the cost of a document of that size in a directory.
func onDisk(size int) int64 {
	return (int64(size) + sha256.Size + block - 1) / block * block
}
