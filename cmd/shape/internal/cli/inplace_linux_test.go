package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestSoakP13InPlace edits files of every kind in place. There are links, read-only folders,
// full disks, and links in place of the backup. Files with access control lists or attributes
// are refused, and so is a folder's default list. Every second round is killed. A file then has
// its old or its new content, and no wider permissions. The same holds for files that a killed
// run left. With SHAPE_SOAK=1 it is 1,000 files:
//
//	SHAPE_SOAK=1 go test -run TestSoakP13 -v ./cmd/shape/internal/cli
func TestSoakP13InPlace(t *testing.T) {
	s, count := newEdits(t), 50
	switch {
	case os.Getenv("SHAPE_SOAK") != "":
		count = 1000
	case testkit.Race: // the command is in other processes
		count = 2 * len(s.kinds)
	}
	random := rand.New(rand.NewPCG(13, 0))
	var usual time.Duration // of the last edit that was not killed
	var killed, edited int
	for i := range count {
		e := s.edit(t, i)
		patience := time.Hour
		if i/len(s.kinds)%2 == 1 {
			patience = time.Duration(random.Int64N(int64(usual)))
		}
		start := time.Now()
		e.run(t, patience)
		took := time.Since(start)
		if e.status < 0 {
			killed++
		}
		if e.judge(t) {
			edited++
			usual = took
		}
		e.clear()
	}
	t.Logf("%d files of %d kinds: %d runs killed, %d files edited; none torn, lost or opened", count, len(s.kinds), killed, edited)
}

// edits is a folder of files and the user that edits them, never root.
type edits struct {
	dir          string
	before, want string // contents of the files
	kinds        []editKind
	editor       *syscall.Credential // nil: we ourselves
}

// edit is one file that is edited.
type edit struct {
	*edits
	editKind
	folder string
	file   string
	named  string   // how the command is told of it
	others []string // files with the same content that keep it
	open   string   // to whom the file is open
	status int      // of the run; -1 where it was killed
}

// editKind is a kind of file. It holds the need for root to make one, and the exit status of an
// edit that is not killed.
type editKind struct {
	name    string
	root    bool
	wanted  int
	prepare func(*edit) error
}

var editKinds = []editKind{
	{"closed", false, 0, func(e *edit) error { return os.Chmod(e.file, 0o600) }},
	{"read-only", false, 0, func(e *edit) error { return os.Chmod(e.file, 0o444) }},
	{"attribute", false, app.ExitWrite, func(e *edit) error { return unix.Setxattr(e.file, "user.note", []byte("a note"), 0) }},
	{"list", false, app.ExitWrite, func(e *edit) error {
		return unix.Setxattr(e.file, "system.posix_acl_access", testkit.LettingRead(1234), 0)
	}},
	{"default list", false, app.ExitWrite, func(e *edit) error {
		return unix.Setxattr(e.folder, "system.posix_acl_default", testkit.LettingRead(1234), 0)
	}},
	{"symbolic link", false, 0, behindLink},
	{"hard link", false, 0, withOtherName},
	{"copy's name is a link", false, 0, withLinkForCopy},
	{"read-only folder", false, app.ExitWrite, func(e *edit) error { return os.Chmod(e.folder, 0o555) }},
	{"full disk", true, app.ExitWrite, onFullDisk},
	{"another's", true, app.ExitWrite, func(e *edit) error { return errors.Join(os.Chown(e.file, 0, 0), os.Chmod(e.file, 0o644)) }},
}

func behindLink(e *edit) error {
	e.named = filepath.Join(e.folder, "link.json")
	return os.Symlink("file.json", e.named)
}

func withOtherName(e *edit) error {
	e.others = append(e.others, filepath.Join(e.folder, "other.json"))
	return os.Link(e.file, e.others[0])
}

func withLinkForCopy(e *edit) error {
	e.others = append(e.others, filepath.Join(e.folder, "theirs.json"))
	return errors.Join(os.WriteFile(e.others[0], []byte(e.before), 0o600), os.Symlink("theirs.json", e.named+".bak"))
}

// onFullDisk puts the file on a disk that has no room for another.
func onFullDisk(e *edit) error {
	size := fmt.Sprintf("size=%d,mode=777", len(e.before)+len(e.want)/2)
	if err := unix.Mount("tmpfs", e.folder, "tmpfs", 0, size); err != nil {
		return err
	}
	return e.write()
}

func newEdits(t *testing.T) *edits {
	t.Helper()
	dir := alone(t)
	for _, above := range []string{dir, filepath.Dir(dir)} { // the editor has to get there
		if err := os.Chmod(above, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	row := `{"id":1,"text":"` + strings.Repeat("words ", 100)
	s := &edits{
		dir:    dir,
		before: strings.Repeat(row+`","secret":"s"}`+"\n", 1000),
		want:   strings.Repeat(row+`"}`+"\n", 1000),
	}
	isRoot := os.Getuid() == 0
	if isRoot {
		const nobody = 65534
		s.editor = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	for _, kind := range editKinds {
		if isRoot || !kind.root {
			s.kinds = append(s.kinds, kind)
		}
	}
	return s
}

// edit makes a file that is to be edited.
func (s *edits) edit(t *testing.T, i int) *edit {
	t.Helper()
	e := &edit{edits: s, editKind: s.kinds[i%len(s.kinds)], folder: filepath.Join(s.dir, fmt.Sprint(i))}
	e.file = filepath.Join(e.folder, "file.json")
	e.named = e.file
	err := errors.Join(os.Mkdir(e.folder, 0o777), e.give(e.folder), e.write(), e.prepare(e))
	if err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	e.open = openTo(t, e.file)
	return e
}

// write makes the file, as one of the editor's.
func (e *edit) write() error {
	return errors.Join(os.WriteFile(e.file, []byte(e.before), 0o640), e.give(e.file))
}

// give makes the editor the owner.
func (e *edit) give(name string) error {
	if e.editor == nil {
		return nil
	}
	return os.Chown(name, int(e.editor.Uid), int(e.editor.Gid))
}

// run runs the command, and kills it where it takes longer than we have patience.
func (e *edit) run(t *testing.T, patience time.Duration) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", "--in-place=.bak", "-x", "secret", e.named)
	cmd.Args[0] = "shape"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: e.editor}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	cmd.Wait()
	killer.Stop()
	e.status = cmd.ProcessState.ExitCode()
}

// judge reports whether the file was edited, and checks every promise of an edit.
func (e *edit) judge(t *testing.T) (edited bool) {
	t.Helper()
	text := content(t, e.file)
	if edited = text == e.want; !edited && text != e.before {
		t.Errorf("%s: the file is neither what it was nor what it was to become: %d bytes", e.name, len(text))
	}
	if e.status >= 0 && (e.status != e.wanted || edited != (e.status == 0)) {
		t.Errorf("%s: exit status %d, want %d; edited: %t", e.name, e.status, e.wanted, edited)
	}
	if now := openTo(t, e.file); now != e.open {
		t.Errorf("%s: the file was %s and is %s", e.name, e.open, now)
	}
	for _, other := range e.others {
		if content(t, other) != e.before {
			t.Errorf("%s: %s has changed", e.name, filepath.Base(other))
		}
	}
	e.judgeCopy(t, edited)
	e.judgeRest(t)
	return edited
}

// judgeCopy checks the backup and its permissions.
func (e *edit) judgeCopy(t *testing.T, edited bool) {
	t.Helper()
	name := e.named + ".bak"
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && !edited || err == nil && info.Mode()&fs.ModeSymlink != 0 && !edited {
		return
	}
	if err != nil || content(t, name) != e.before || openTo(t, name) != e.open {
		t.Errorf("%s: the copy is not what was there: %v", e.name, err)
	}
}

// judgeRest wants nothing beside the file after a run that ended by itself, and
// otherwise nothing that is open to more people than the file.
func (e *edit) judgeRest(t *testing.T) {
	t.Helper()
	rest, _ := filepath.Glob(filepath.Join(e.folder, ".shape-*"))
	if e.status >= 0 && len(rest) > 0 {
		t.Errorf("%s: left %v", e.name, rest)
	}
	for _, name := range rest {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 != 0 && openTo(t, name) != e.open {
			t.Errorf("%s: left a file that is %s where the file is %s, %v", e.name, openTo(t, name), e.open, err)
		}
	}
}

// clear frees the disk and the folder.
func (e *edit) clear() {
	unix.Unmount(e.folder, unix.MNT_DETACH)
	os.RemoveAll(e.folder)
}

// openTo returns the permissions, the owner and the attributes of a file.
func openTo(t *testing.T, name string) string {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	said := fmt.Sprint(info.Mode(), " of ", owner.Uid, ":", owner.Gid)
	value := make([]byte, 1<<16)
	for _, attribute := range []string{"system.posix_acl_access", "user.note"} {
		if n, err := unix.Getxattr(name, attribute, value); err == nil {
			said += fmt.Sprintf(" with %s=%x", attribute, value[:n])
		}
	}
	return said
}
