package archive

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// The lock file holds the total cost of all documents, so that most calls of Put need not list
// the directory. The total is raised before a document gets its name. After a crash it is at
// most too high. A Put that finds it over the limit counts again and corrects it.

const (
	// abandoned is the age of a file whose writer must be dead, by the clock of the disk. A
	// file server may have a clock of its own. It is for files without a lock to ask.
	abandoned = 10 * time.Minute
	// sweeps is the number of sweeps for expired documents in the lifetime of a document.
	sweeps = 8
)

// makeRoom counts a new document, and removes old ones if it does not fit. The caller holds
// the lock.
func (d *directory) makeRoom(cost int64) error {
	total := d.total()
	if now := d.now(); total+cost > d.limits.Bytes || now.Sub(d.swept).Abs() >= d.limits.Age/sweeps {
		var err error
		if total, err = d.sweep(d.limits.Bytes - cost); err != nil {
			return err
		}
		d.swept = now
	}
	return d.setTotal(total + cost)
}

// total returns the recorded cost of the documents; an invalid number counts as the limit.
func (d *directory) total() int64 {
	var number [8]byte
	if n, _ := d.lock.ReadAt(number[:], 0); n < len(number) {
		return d.limits.Bytes
	}
	return min(int64(binary.BigEndian.Uint64(number[:])&^(1<<63)), d.limits.Bytes)
}

func (d *directory) setTotal(total int64) error {
	_, err := d.lock.WriteAt(binary.BigEndian.AppendUint64(nil, uint64(total)), 0)
	return err
}

// sweep removes abandoned files and expired documents. If the rest costs more than most, it
// also removes the oldest documents, and some more, so that the next Put need not sweep again.
// It returns the cost of the rest.
func (d *directory) sweep(most int64) (total int64, err error) {
	if err := d.setTotal(d.limits.Bytes); err != nil {
		return 0, err
	}
	written, err := d.lock.Stat() // just now
	if err != nil {
		return 0, err
	}
	var kept []keptFile
	var errs []error
	err = d.each(func(k keptFile) {
		switch {
		case k.unfinished && written.ModTime().Sub(k.put) < abandoned && !d.isDead(k):
		case k.unfinished || d.limits.IsOver(d.now(), k.put):
			errs = append(errs, d.remove(k.name))
		default:
			kept = append(kept, k)
			total += onDisk(int(k.size))
		}
	})
	if total > most {
		sort.Slice(kept, func(i, j int) bool { // the oldest first
			return cmp.Or(kept[i].put.Compare(kept[j].put), strings.Compare(kept[i].name, kept[j].name)) < 0
		})
		for total > most-most/8 {
			errs = append(errs, d.remove(kept[0].name))
			total -= onDisk(int(kept[0].size))
			kept = kept[1:]
		}
	}
	return total, errors.Join(append(errs, err)...)
}

// isDead reports whether the writer of an unfinished file was killed: the system took its
// lock. A file without a byte may be one that its writer has not locked yet.
func (d *directory) isDead(k keptFile) bool {
	if k.written == 0 {
		return false
	}
	f, err := d.root.OpenFile(k.name, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return canLock && state.TryLockFile(f)
}

// keptFile describes the file of a document, finished or not.
type keptFile struct {
	name       string
	unfinished bool
	size       int64 // of the document
	written    int64 // bytes of the file
	put        time.Time
}

// each visits the files of the store. A file with such a name that is not the store's own is
// skipped.
func (d *directory) each(visit func(keptFile)) error {
	f, err := d.root.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		names, err := f.Readdirnames(1024)
		for _, name := range names {
			if k, ok := d.look(name); ok {
				visit(k)
			}
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// look is each for one name. A file that is gone by then was there before.
func (d *directory) look(name string) (k keptFile, ok bool) {
	k = keptFile{name: name, unfinished: strings.HasPrefix(name, unfinished)}
	if len(name) == 24 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567") == "" {
		k.unfinished = true // handles were once that long, and none gives it back
	} else if !k.unfinished && !Handle(name).IsValid() {
		return k, false
	}
	info, err := d.root.Lstat(name)
	if err != nil || !state.IsOurs(info) {
		return k, false
	}
	k.written = info.Size()
	k.size, k.put = max(info.Size()-sha256.Size, 0), info.ModTime()
	return k, true
}

// remove removes a file that may be gone already.
func (d *directory) remove(name string) error {
	if err := d.root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// locked runs a function while no other process changes the store. So no process removes a
// document as old while another renews it. Readers do not wait. The system releases the lock
// of a process that dies.
func (d *directory) locked(change func() error) error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if err := state.LockFile(d.lock); err != nil {
		return err
	}
	return errors.Join(change(), state.UnlockFile(d.lock))
}
