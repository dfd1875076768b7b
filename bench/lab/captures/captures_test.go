package captures

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestTexts(t *testing.T) {
	folder := t.TempDir()
	if _, err := Texts(folder); err == nil {
		t.Error("an empty folder holds captures")
	}
	for name, text := range map[string]string{
		"a/01-t.response.json":       `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"one\n"}],"structuredContent":{"n": 1}}}`,
		"b/tools-list.response.json": `[1,2]`,
		"b/manifest.json":            `{}`,
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Texts(folder)
	if got := fmt.Sprintf("%s, %v", all, err); got != "[{a one\n} {a {\"n\":1}} {b [1,2]}], <nil>" {
		t.Error(got)
	}
}
