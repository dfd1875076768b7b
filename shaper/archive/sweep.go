package archive

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// The lock file holds a number: what all documents count for, so that not every Put has
// to look at all of them. It is raised before a document gets its place, so that after a
// crash it is too high at the most. Who finds it over the limit looks, and corrects it.

const (
	// abandoned is how old a file is that nobody is writing any more, by the clock of the
	// disk, which may be a server's. It is for files whose lock tells nothing.
	abandoned = 10 * time.Minute
	// sweeps are how often what is too old is removed in the time of a document's life.
	sweeps = 8
)

// makeRoom counts a document that is to come, and removes old ones where there is no
// room for it. The lock is held.
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

// total is what the documents are said to count for: what is no such number is too much.
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

// sweep removes what nobody goes on writing, what is too old, and where the rest takes
// more than most, the oldest documents: some more than it must, so that it need not look
// again with each Put. It returns what the rest counts for.
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
		case k.unfinished || d.limits.isOver(d.now(), k.put):
			errs = append(errs, d.remove(k.name))
		default:
			kept = append(kept, k)
			total += onDisk(int(k.size))
		}
	})
	if total > most {
		slices.SortFunc(kept, keptFile.compare)
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
	return tryLock(f)
}

// keptFile is what a directory tells of a document, or of a file that is to be one.
type keptFile struct {
	name       string
	unfinished bool
	size       int64 // of the document
	written    int64 // bytes of the file
	put        time.Time
}

// compare puts the oldest first.
func (k keptFile) compare(l keptFile) int {
	return cmp.Or(k.put.Compare(l.put), strings.Compare(k.name, l.name))
}

// each visits the files of the store. What is called so and is not the store's own is
// none of them.
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

// isFormer reports whether a file has a name of 24 letters and digits, as documents had
// when handles were longer.
func isFormer(name string) bool {
	const formerLength = 24
	return len(name) == formerLength && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// look is each for one name. A file that is gone by then was there before.
func (d *directory) look(name string) (k keptFile, ok bool) {
	k = keptFile{name: name, unfinished: strings.HasPrefix(name, unfinished)}
	if isFormer(name) {
		k.unfinished = true // no handle gives it back
	} else if !k.unfinished && !Handle(name).IsValid() {
		return k, false
	}
	info, err := d.root.Lstat(name)
	if err != nil || !isOurs(info) {
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

// locked runs a function while no other process changes what is kept: so none removes as
// old what another makes young. Readers do not wait. The system takes the lock from a
// process that dies.
func (d *directory) locked(change func() error) error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if err := lockFile(d.lock); err != nil {
		return err
	}
	return errors.Join(change(), unlockFile(d.lock))
}
