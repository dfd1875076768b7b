package output

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A fault names the file that was to be replaced, not the temporary one.
func TestFaultsOfAReplacementNameItsTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	r, err := new(Gate).Replace("out.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	r.Close()
	const want = "write out.json: file already closed"
	if _, err := r.Write([]byte("{}")); err == nil || err.Error() != want {
		t.Errorf("writing: %v, want %s", err, want)
	}
	if err := r.Commit(); err == nil || err.Error() != want {
		t.Errorf("committing: %v, want %s", err, want)
	}
}

func TestFaultsOfRenamingNameItsTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("taken", 0o777); err != nil {
		t.Fatal(err)
	}
	r, err := new(Gate).Replace("taken")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if err := r.Commit(); err == nil || !strings.HasPrefix(err.Error(), "replace taken: ") || strings.Contains(err.Error(), ".shape-") {
		t.Errorf("got %v", err)
	}
}

// An edit does not undo the write of another program.
func TestEditOfWhatChanges(t *testing.T) {
	for name, change := range map[string]func(file string) error{
		"written": func(file string) error { return os.WriteFile(file, []byte("theirs"), 0o666) },
		"replaced": func(file string) error {
			return errors.Join(os.WriteFile(file+".new", []byte("old"), 0o666), os.Rename(file+".new", file))
		},
		"removed": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			r, err := new(Gate).Edit(file)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Discard()
			if err := change(file); err != nil {
				t.Fatal(err)
			}
			want, _ := os.ReadFile(file)
			const fault = ": another program changed it meanwhile"
			if err := r.Commit(); err == nil || !strings.HasSuffix(err.Error(), fault) {
				t.Errorf("got %v", err)
			}
			if got, _ := os.ReadFile(file); string(got) != string(want) {
				t.Errorf("the file is %q, want %q", got, want)
			}
		})
	}
}

// A copy takes the place of a link, and of nothing that is no file.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	file, victim, link := filepath.Join(dir, "f"), filepath.Join(dir, "victim"), filepath.Join(dir, "f.bak")
	for name, text := range map[string]string{file: "old", victim: "theirs"} {
		if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("victim", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for range 2 { // over the link, and over the copy before
		if err := new(Gate).Backup(link, file); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{link: "old", victim: "theirs", file: "old"} {
			info, err := os.Lstat(name)
			if got, _ := os.ReadFile(name); string(got) != want || err != nil || info.Mode() != 0o640 {
				t.Errorf("%s: %q, want %q; %v, %v", name, got, want, info.Mode(), err)
			}
		}
	}
	if err := new(Gate).Backup(dir, file); err == nil || !strings.HasSuffix(err.Error(), "not a regular file") {
		t.Errorf("over a folder: %v", err)
	}
}
