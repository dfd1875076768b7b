package output

import (
	"os"
	"strings"
	"testing"
)

// A fault names the file that was to be replaced, not the temporary one.
func TestFaultsOfAReplacementNameItsTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	r, err := NewGate().Replace("out.json", "out.json")
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
	r, err := NewGate().Replace("taken", "")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	if err := r.Commit(); err == nil || !strings.HasPrefix(err.Error(), "replace taken: ") || strings.Contains(err.Error(), ".shape-") {
		t.Errorf("got %v", err)
	}
}
