package archive

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// The lock file holds a number: what all documents count for, so that not every Put has
// to look at all of them. It is raised before a document gets its place, so that after a
// crash it is too high at the most. Who finds it over the limit looks, and corrects it.

const (
	// abandoned is how old a file is that nobody is writing any more.
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

// sweep removes what is too old, and where the rest takes more than most, the oldest
// documents: some more than it must, so that it need not look again with each Put. It
// returns what the rest counts for.
func (d *directory) sweep(most int64) (total int64, err error) {
	var kept []keptFile
	now := d.now()
	var errs []error
	if err := d.each(func(k keptFile) {
		if d.limits.isOver(now, k.put) {
			errs = append(errs, d.remove(string(k.handle)))
			return
		}
		kept = append(kept, k)
		total += onDisk(int(k.size))
	}); err != nil {
		return 0, err
	}
	if total <= most {
		return total, errors.Join(errs...)
	}
	slices.SortFunc(kept, func(a, b keptFile) int {
		return cmp.Or(a.put.Compare(b.put), strings.Compare(string(a.handle), string(b.handle)))
	})
	for _, k := range kept {
		if total <= most-most/8 {
			break
		}
		errs = append(errs, d.remove(string(k.handle)))
		total -= onDisk(int(k.size))
	}
	return total, errors.Join(errs...)
}

// keptFile is what a directory tells of a document.
type keptFile struct {
	handle Handle
	size   int64 // of the document
	put    time.Time
}

// each visits what is called by a handle and is ours, and removes what nobody goes on
// writing.
func (d *directory) each(visit func(keptFile)) error {
	f, err := d.root.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		names, err := f.Readdirnames(1024)
		for _, name := range names {
			d.look(name, visit)
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// look is each for one name. What is gone by then is nothing to tell of.
func (d *directory) look(name string, visit func(keptFile)) {
	h := Handle(name)
	isUnfinished := strings.HasPrefix(name, unfinished)
	if !isUnfinished && !h.IsValid() {
		return
	}
	info, err := d.root.Lstat(name)
	switch {
	case err != nil || !isOurs(info):
	case !isUnfinished:
		visit(keptFile{h, max(info.Size()-sha256.Size, 0), info.ModTime()})
	case d.now().Sub(info.ModTime()).Abs() >= abandoned:
		d.root.Remove(name)
	}
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
