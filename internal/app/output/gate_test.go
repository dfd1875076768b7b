package output

import (
	"os"
	"path/filepath"
	"testing"
)

// A shut gate leaves no temporary file and blocks all writes.
func TestShut(t *testing.T) {
	dir := t.TempDir()
	g := new(Gate)
	for _, name := range []string{"a", "b"} {
		if _, err := g.Replace(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Fatalf("%d temporary files, want 2", len(left))
	}
	g.Shut()
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if g.mu.TryLock() {
		t.Error("somebody could pass")
	}
}

// A replacement takes the place of a file with its mode, or leaves the file.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "f"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(target)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("f", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, keep := range []bool{false, true} {
		r, err := new(Gate).Replace(link)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		want := "old"
		if keep {
			want = "new"
			err = r.Commit()
		}
		r.Discard()
		text, _ := os.ReadFile(target)
		info, _ := os.Lstat(link)
		if err != nil || string(text) != want || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("committed %t: %s, %v, %v", keep, text, info.Mode(), err)
		}
		left, _ := os.ReadDir(dir)
		if len(left) != 2 {
			t.Errorf("committed %t: left behind %v", keep, left)
		}
	}
	if after, err := os.Stat(target); err != nil || after.Mode() != before.Mode() {
		t.Errorf("%v, want %v, %v", after.Mode(), before.Mode(), err)
	}
}
