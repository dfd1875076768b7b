package autoload_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/autoload"
)

// The quick start is two lines: one finds and watches the file, one answers.
func ExampleMustLoad() {
	leave := enter(`{"tool_overrides": {"analyze_code": {"include_only": ["functions"]}}}`)
	defer leave()
	ctx, body := context.Background(), []byte(`{"tier":"pro","data":{"functions":["f"],"imports":["os"]}}`)

	eng := autoload.MustLoad()
	out, err := eng.Shape(ctx, shaper.Request{Tool: "analyze_code", Body: body})

	fmt.Println(string(out.Body), err)
	eng.Close()
	// Output: {"data":{"functions":["f"]}} <nil>
}

// enter makes a folder with a configuration the working directory, until leave
// is called.
func enter(config string) (leave func()) {
	before, err := os.Getwd()
	must(err)
	dir, err := os.MkdirTemp("", "shape")
	must(err)
	must(os.Mkdir(filepath.Join(dir, ".code-scalpel"), 0o755))
	must(os.WriteFile(filepath.Join(dir, ".code-scalpel", "response_config.json"), []byte(config), 0o644))
	must(os.Chdir(dir))
	return func() {
		must(os.Chdir(before))
		must(os.RemoveAll(dir))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
