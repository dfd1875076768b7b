package output

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A gate that is shut leaves no temporary file, and lets nobody through.
func TestShut(t *testing.T) {
	dir := t.TempDir()
	g := NewGate()
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

// Somebody heeds signals before anything passes that one could cut short: writes that
// systems do not make at once, several as if they were one, and files.
func TestGuard(t *testing.T) {
	whole := make([]byte, atOnce)
	for name, c := range map[string]struct {
		do   func(g *Gate, s *Stream) error
		want int
	}{
		"nothing":          {func(*Gate, *Stream) error { return nil }, 0},
		"a short write":    {func(_ *Gate, s *Stream) error { return s.WriteDocuments(whole) }, 0},
		"a long write":     {func(_ *Gate, s *Stream) error { return s.WriteDocuments(append(whole, 0)) }, 1},
		"several writes":   {func(_ *Gate, s *Stream) error { return s.WriteAtOnce(func(io.Writer) error { return nil }) }, 1},
		"a file":           {func(g *Gate, _ *Stream) error { return g.toNull(t) }, 1},
		"a temporary file": {func(g *Gate, _ *Stream) error { _, err := g.Replace("f"); return err }, 1},
	} {
		t.Chdir(t.TempDir())
		g, guarded := NewGate(), 0
		var out bytes.Buffer
		g.Guard(func() {
			guarded++
			if left, _ := os.ReadDir("."); out.Len()+len(left) > 0 {
				t.Errorf("%s: too late", name)
			}
		})
		if err := c.do(g, g.Stream(&out)); err != nil || guarded != c.want {
			t.Errorf("%s: guarded %d times, %v, want %d", name, guarded, err, c.want)
		}
	}
}

// A replacement takes the place, with the mode of what was there, or leaves it.
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
		r, err := NewGate().Replace(link)
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

// toNull writes to a file that is no pipe.
func (g *Gate) toNull(t *testing.T) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	return g.Stream(null).WriteDocuments([]byte("{}\n"))
}
