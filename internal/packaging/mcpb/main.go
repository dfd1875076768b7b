// Command mcpb writes a bundle for Claude Desktop for each platform. A bundle is a zip file with
// a manifest and the program. Two runs write the same bytes.
package main

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// systems maps the names of systems in manifests to those of Go.
var systems = map[string]string{"darwin": "darwin", "win32": "windows", "linux": "linux"}

func main() {
	root := flag.String("root", "../../..", "`FOLDER` of the repository; .build/bin holds the programs, dist/mcpb gets the bundles")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "mcpb:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	if err := os.MkdirAll(filepath.Join(root, "dist/mcpb"), 0o755); err != nil {
		return err
	}
	version, err := os.ReadFile(filepath.Join(root, "internal/packaging/version.txt"))
	if err != nil {
		return err
	}
	template, err := os.ReadFile(filepath.Join(root, "internal/packaging/mcpb/manifest.json"))
	if err != nil {
		return err
	}
	for system := range systems {
		for _, arch := range []string{"amd64", "arm64"} {
			if err := bundle(root, system, arch, strings.TrimSpace(string(version)), template); err != nil {
				return fmt.Errorf("%s, %s: %w", system, arch, err)
			}
		}
	}
	return nil
}

// bundle writes the bundle of one platform.
func bundle(root, system, arch, version string, template []byte) error {
	program := "shape"
	if system == "win32" {
		program = "shape.exe"
		template = []byte(strings.ReplaceAll(string(template), `server/shape"`, `server/shape.exe"`))
	}
	var manifest map[string]any
	if err := json.Unmarshal(template, &manifest); err != nil {
		return err
	}
	manifest["version"] = version
	manifest["compatibility"] = map[string]any{"platforms": []string{system}}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	files := map[string][]byte{"manifest.json": append(text, '\n')}
	for name, source := range map[string]string{
		"server/" + program:   filepath.Join(".build/bin", systems[system]+"_"+arch, program),
		"LICENSE":             "LICENSE",
		"THIRD_PARTY_NOTICES": ".build/notices/shape/THIRD_PARTY_NOTICES",
	} {
		if files[name], err = os.ReadFile(filepath.Join(root, source)); err != nil {
			return err
		}
	}
	out, err := os.Create(filepath.Join(root, "dist/mcpb", fmt.Sprintf("shape-%s-%s.mcpb", system, arch)))
	if err != nil {
		return err
	}
	return cmp.Or(pack(out, files), out.Close())
}

// pack writes the files in the order of their names, with a fixed time.
func pack(out *os.File, files map[string][]byte) error {
	w := zip.NewWriter(out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(0o644)
		if strings.HasPrefix(name, "server/") {
			h.SetMode(0o755)
		}
		file, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := file.Write(files[name]); err != nil {
			return err
		}
	}
	return w.Close()
}
