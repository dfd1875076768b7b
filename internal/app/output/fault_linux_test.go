package output

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// On a full disk no empty file stays: as a configuration it would refuse every result.
func TestWriteNewWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new")
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	err := WriteNew(name, []byte("text"), 0o600)
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	if !errors.Is(err, syscall.EFBIG) {
		t.Error(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
