package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// faulty is an input that panics, with content.
type faulty struct{}

func (faulty) Read([]byte) (int, error) { panic("S3CRET") }

// A fault of our own is a sentence that names its place, in an exit status of its
// own, and leaves nothing behind.
func TestFaultOfItsOwn(t *testing.T) {
	alone(t)
	writeFile(t, "out.json", "[1]\n")
	var stdout, stderr bytes.Buffer
	status := run([]string{"-o", "out.json", "out.json", "-"}, faulty{}, &stdout, &stderr)
	want := regexp.MustCompile(`^shape: a fault of shape itself, at cli/fault_test\.go:\d+; please report it with shape .*\n$`)
	if status != app.ExitFault || stdout.Len() > 0 || !want.MatchString(stderr.String()) {
		t.Errorf("exit status %d, %q, %q", status, stdout.String(), stderr.String())
	}
	for _, trace := range []string{"goroutine", "panic", "S3CRET"} {
		if strings.Contains(stderr.String(), trace) {
			t.Errorf("tells %s: %s", trace, stderr.String())
		}
	}
	files, err := os.ReadDir(".")
	if text, _ := os.ReadFile("out.json"); err != nil || len(files) != 1 || string(text) != "[1]\n" {
		t.Errorf("%v, %q, %v", files, text, err)
	}
	if got := shape(faulty{}, "--error-format", "json"); !strings.HasPrefix(got.stderr, `{"level":"error","kind":"fault","exit":70,`) {
		t.Error(got.stderr)
	}
}
