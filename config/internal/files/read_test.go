package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	full := bytes.Repeat([]byte("x"), MaxSize)
	must(os.WriteFile(in("full"), full, 0o640))
	must(os.WriteFile(in("over"), append(full, 'x'), 0o640))
	must(os.WriteFile(in("empty"), nil, 0o640))
	must(os.Symlink("full", in("link")))
	must(os.Symlink("loop", in("loop")))
	must(os.Symlink("nothing", in("dangling")))
	must(exec.Command("mkfifo", in("pipe")).Run())

	for name, want := range map[string]struct {
		size int
		err  error
	}{
		in("full"):         {size: MaxSize},
		in("link"):         {size: MaxSize},
		in("empty"):        {},
		in("over"):         {err: ErrTooLarge},
		in("pipe"):         {err: ErrNotRegular}, // and without waiting for a writer
		dir:                {err: ErrNotRegular},
		"/dev/zero":        {err: ErrNotRegular},
		in("nothing"):      {err: fs.ErrNotExist},
		in("dangling"):     {err: fs.ErrNotExist},
		in("nothing/here"): {err: fs.ErrNotExist},
	} {
		data, info, err := Read(name)
		if len(data) != want.size || !errors.Is(err, want.err) || err == nil && info.Mode().Perm() != 0o640 {
			t.Errorf("%s: %d bytes, %v, %v; want %d bytes, %v", name, len(data), info, err, want.size, want.err)
		}
		var path *fs.PathError
		if err != nil && (!errors.As(err, &path) || path.Path != name) {
			t.Errorf("%s: the error does not name the path: %v", name, err)
		}
	}
	if _, _, err := Read(in("loop")); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to itself: %v", err)
	}
}
