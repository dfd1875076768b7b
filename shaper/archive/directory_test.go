package archive

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// folder is a directory store with helpers that change its files.
type folder struct {
	*testing.T
	*clock
	path    string
	store   *directory
	archive Archive
}

func newFolder(t *testing.T, limits Limits) *folder {
	f := &folder{T: t, clock: newClock(), path: filepath.Join(t.TempDir(), "state", "archive")}
	f.store = f.another(limits)
	f.archive = Archive{Store: f.store, Key: Key{1}}
	return f
}

// another is one more store in the same directory, as another process has it.
func (f *folder) another(limits Limits) *directory { return newDirectory(f.T, f.clock, f.path, limits) }

func (f *folder) file(name string) string { return filepath.Join(f.path, name) }

func (f *folder) names() (names []string) {
	f.Helper()
	entries, err := os.ReadDir(f.path)
	f.must(err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (f *folder) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *folder) content(name string) []byte {
	f.Helper()
	data, err := os.ReadFile(f.file(name))
	f.must(err)
	return data
}

// write writes a file in the directory, of a time of the test's clock.
func (f *folder) write(name string, data []byte) {
	f.Helper()
	f.must(os.WriteFile(f.file(name), data, 0o600))
	f.must(os.Chtimes(f.file(name), f.now, f.now))
}

// Other users cannot open the files, and the directory holds no other file.
func TestModes(t *testing.T) {
	f := newFolder(t, Limits{})
	h := keep(t, f.archive, "abc")
	if got, want := f.names(), []string{string(h), lockName}; !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
	if runtime.GOOS == "windows" {
		return // modes have no meaning on Windows
	}
	for path, want := range map[string]os.FileMode{filepath.Dir(f.path): 0o700, f.path: 0o700, f.file(string(h)): 0o600, f.file(lockName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", path, info.Mode(), err, want)
		}
	}
}

// A truncated or changed file is never served, not even by the store without the key.
func TestDamagedFiles(t *testing.T) {
	f := newFolder(t, Limits{})
	const document = `{"secret":"half of it must not come out"}`
	h := keep(t, f.archive, document)
	whole := f.content(string(h))
	for end := range whole {
		f.write(string(h), whole[:end])
		wantUnknown(t, f.archive, h)
		changed := bytes.Clone(whole)
		changed[end] ^= 1
		f.write(string(h), changed)
		wantUnknown(t, f.archive, h)
	}
	f.write(string(h), append(whole, 'x'))
	wantUnknown(t, f.archive, h)
	keep(t, f.archive, document)
	wantKept(t, f.archive, h, document)
}

// A second Put of a document does not write it again. It renews only its age.
func TestPutAgain(t *testing.T) {
	f := newFolder(t, Limits{Age: time.Hour})
	h := keep(t, f.archive, "abc")
	before, err := os.Stat(f.file(string(h)))
	f.must(err)
	f.wait(time.Minute)
	keep(t, f.archive, "abc")
	after, err := os.Stat(f.file(string(h)))
	f.must(err)
	if !os.SameFile(before, after) || after.ModTime().Sub(before.ModTime()) != time.Minute {
		t.Errorf("%v, and then %v", before.ModTime(), after.ModTime())
	}
}

// Expired files go when there is something to do, some time later at the most.
func TestExpiredFilesGo(t *testing.T) {
	f := newFolder(t, Limits{Age: time.Hour})
	h := keep(t, f.archive, "abc")
	f.wait(time.Hour)
	wantUnknown(t, f.archive, h)
	other := keep(t, f.archive, "def")
	if got, want := f.names(), []string{string(other), lockName}; !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
	f.clock.now = f.now.Add(-2 * time.Hour) // the file then comes from too far in the future
	wantUnknown(t, f.archive, other)
}

// Files of processes that died while they wrote are removed when the next process opens
// the archive. A file that a live process locks stays, and an empty one for a while, since
// its writer may lock it next. A file that is not the store's own stays.
func TestUnfinishedFiles(t *testing.T) {
	f := newFolder(t, Limits{Bytes: 3 * block})
	f.write(keyName, []byte("key"))
	f.write("notes", []byte("x"))
	for name, old := range map[string]time.Duration{"OLD": abandoned + time.Minute, "DEAD": abandoned / 2, "LIVE": abandoned / 2, "EMPTY": abandoned / 2, "OLD-EMPTY": 2 * abandoned} {
		f.write(unfinished+name, []byte("half")[:4*(1-strings.Count(name, "EMPTY"))])
		written := time.Now().Add(-old) // by the clock of the disk
		f.must(os.Chtimes(f.file(unfinished+name), written, written))
	}
	live, err := os.Open(f.file(unfinished + "LIVE"))
	f.must(err)
	defer live.Close()
	f.must(state.LockFile(live))
	f.another(Limits{})
	for name, stays := range map[string]bool{"OLD": false, "DEAD": !canLock, "LIVE": true, "EMPTY": true, "OLD-EMPTY": false} {
		if got := slices.Contains(f.names(), unfinished+name); got != stays {
			t.Errorf("%s stays: %t", name, got)
		}
	}
	for _, document := range strings.Split("0123456789", "") {
		keep(t, f.archive, document)
	}
	if got := f.names(); !slices.Contains(got, keyName) || !slices.Contains(got, "notes") {
		t.Errorf("%q", got)
	}
	wantStat(t, f.store, Stat{2, 2})
}

// A document put by one process is at once available to another.
func TestShared(t *testing.T) {
	f := newFolder(t, Limits{})
	f.together(Limits{}, func(d, other Archive, document string) {
		h, err := d.Keep(ctx, []byte(document))
		if err != nil {
			t.Error(err)
		}
		wantKept(t, other, h, document)
	})
	wantStat(t, f.store, Stat{4*49 + 1, 4 * 50 * 49 / 2}) // the empty one is one for all
}

// The limit holds for all processes together.
func TestSharedLimit(t *testing.T) {
	limits := Limits{Bytes: 64 * block}
	f := newFolder(t, limits)
	f.together(limits, func(d, _ Archive, document string) {
		if _, err := d.Keep(ctx, []byte(document)); err != nil {
			t.Error(err)
		}
		if stat, err := d.Store.Stat(ctx); err != nil || stat.Documents > 64 {
			t.Errorf("%+v %v", stat, err)
		}
	})
	if stat, err := f.store.Stat(ctx); err != nil || stat.Documents < 50 {
		t.Errorf("%+v %v", stat, err)
	}
}

// together lets four writers of two stores work at once, on 50 documents each.
func (f *folder) together(limits Limits, work func(d, other Archive, document string)) {
	other := Archive{Store: f.another(limits), Key: f.archive.Key}
	var writers sync.WaitGroup
	for i, d := range [][2]Archive{{f.archive, other}, {other, f.archive}, {f.archive, other}, {other, f.archive}} {
		writers.Go(func() {
			for j := range 50 {
				work(d[0], d[1], strings.Repeat(string(rune('a'+i)), j))
			}
		})
	}
	writers.Wait()
}

// A wrong or missing number makes the store count its files.
func TestTheNumberIsWrong(t *testing.T) {
	for _, number := range []string{"", "1234567", "\xff\xff\xff\xff\xff\xff\xff\xff", "\x7f\xff\xff\xff\xff\xff\xff\xff"} {
		f := newFolder(t, Limits{Bytes: 8 * block})
		handles := []Handle{keep(t, f.archive, "0"), keep(t, f.archive, "1")}
		f.must(os.WriteFile(f.file(lockName), []byte(number), 0o600))
		handles = append(handles, keep(t, f.archive, "2"))
		for i, h := range handles {
			wantKept(t, f.archive, h, string(rune('0'+i)))
		}
	}
}

// A store with room does not list its files: it knows their total.
func TestNoLookWithoutNeed(t *testing.T) {
	f := newFolder(t, Limits{Bytes: 8 * block, Age: 8 * time.Hour})
	looked := f.store.swept
	for i, document := range strings.Split("01234567", "") {
		f.wait(time.Minute)
		keep(t, f.archive, document)
		if got, want := f.store.total(), int64(i+1)*block; got != want || f.store.swept != looked {
			t.Errorf("%d is the number, want %d; looked at %v", got, want, f.store.swept)
		}
	}
	f.wait(time.Hour)
	keep(t, f.archive, "0") // already kept
	if f.store.swept != looked {
		t.Error("looked, to make one young")
	}
	keep(t, f.archive, "8")
	if got := f.store.total(); got != 7*block || f.store.swept == looked {
		t.Errorf("%d is the number, want %d", got, 7*block)
	}
}

// All files are looked at, however many there are.
func TestManyFiles(t *testing.T) {
	f := newFolder(t, Limits{})
	const many = 2500
	for n := range many {
		f.write(string(f.archive.Key.handle(binary.AppendUvarint(nil, uint64(n)))), nil)
	}
	wantStat(t, f.store, Stat{Documents: many})
	f.wait(usualAge)
	f.another(Limits{})
	if got := len(f.names()); got != 1 {
		t.Errorf("%d files are left", got)
	}
}

// A document may take all the room there is.
func TestOneForAll(t *testing.T) {
	f := newFolder(t, Limits{Bytes: 4 * block})
	small := keep(t, f.archive, "small")
	large := strings.Repeat("x", 4*block-hashSize)
	h := keep(t, f.archive, large)
	wantKept(t, f.archive, h, large)
	wantUnknown(t, f.archive, small)
	if _, err := f.archive.Keep(ctx, []byte(large+"x")); err == nil {
		t.Error("one byte more is taken, too")
	}
	wantKept(t, f.archive, h, large)
}

// A larger limit of another process lets nothing in that this one would have to hold.
func TestLargerThanThisOneTakes(t *testing.T) {
	f := newFolder(t, Limits{Bytes: 4 * block})
	other := Archive{Store: f.another(Limits{Bytes: 64 * block}), Key: f.archive.Key}
	h := keep(t, other, strings.Repeat("x", 5*block))
	wantUnknown(t, f.archive, h)
}

const hashSize = 32
