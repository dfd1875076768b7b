package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// keeps is a program for scripts. It archives its input under the key of the directory or of a
// client, and prints the handle.
func keeps() {
	document, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	results, err := archive.Open(archive.Settings{Store: "directory", Path: os.Args[1]})
	if err != nil {
		panic(err)
	}
	for _, client := range os.Args[2:] {
		results.Key = results.Key.For("client", client)
	}
	h, err := results.Keep(context.Background(), document)
	if err != nil {
		panic(err)
	}
	fmt.Println(h)
}

// archiveForExamples makes an archive with a fixed key, so the handles in help texts are valid.
func archiveForExamples(t *testing.T) {
	t.Helper()
	writeFile(t, "archive.json", `{"global":{"archive":{"store":"directory","path":"archive"}}}`)
	key := archive.Key([]byte("the key of the examples of help."))
	writeFile(t, "archive/key", string(key[:]))
	for name, mode := range map[string]os.FileMode{"archive": 0o700, "archive/key": 0o600} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	results, err := archive.Open(archive.Settings{Store: "directory", Path: "archive"})
	if err != nil {
		t.Fatal(err)
	}
	defer results.Store.Close()
	h, err := results.Keep(context.Background(), []byte(`{"rows":[{"id":1},{"id":2}]}`))
	cmd, _, missing := Root().Find([]string{"retrieve"})
	if err != nil || missing != nil || !strings.Contains(cmd.Example, " "+string(h)+"\n") {
		t.Fatalf("the help shows another handle than %s: %v", h, err)
	}
}
