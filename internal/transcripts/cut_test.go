package transcripts

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// A file of any client may end at any byte, also within a character: a client was killed, or
// writes now. Whole lines and documents are read, nothing of the rest is, and the cut is counted.
func TestCutAnywhere(t *testing.T) {
	for _, client := range Clients() {
		paths, _ := filepath.Glob(filepath.Join("testdata", client, "*", "*.json*"))
		for _, pattern := range []string{"*/*/*.json*", "*/*/*/*.json*"} {
			deeper, _ := filepath.Glob(filepath.Join("testdata", client, pattern))
			paths = append(paths, deeper...)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.ReplaceAll(text, []byte("list"), []byte("lïst✓"))
			name := filepath.Join(t.TempDir(), filepath.Base(path))
			isLines := filepath.Ext(path) == ".jsonl"
			of := func(text []byte) (string, Skipped) {
				if err := os.WriteFile(name, text, 0o666); err != nil {
					t.Fatal(err)
				}
				return read(t, Options{Client: client, Paths: []string{name}})
			}
			whole, _ := of(text)
			before, _ := of(bytes.ReplaceAll(text, []byte("$rewindTo"), []byte("none"))) // it takes events back
			for cut := range text {
				if cut%7 > 0 && utf8.RuneStart(text[cut]) {
					continue
				}
				begun := text[:cut]
				if isLines {
					begun = text[bytes.LastIndexByte(text[:cut], '\n')+1 : cut]
				}
				got, left := of(text[:cut])
				if isCut := len(begun) > 0 && !json.Valid(begun); isCut && left.Cut == 0 || !isLines && isCut && got != "" {
					t.Fatalf("%s, cut at %d: %+v\n%s", path, cut, left, got)
				}
				for line := range strings.Lines(got) {
					if !strings.Contains(whole+before, line) {
						t.Fatalf("%s, cut at %d: %s", path, cut, line)
					}
				}
			}
		}
	}
}
