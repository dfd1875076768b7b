// Command npm packs the packages for npm: one with the script, and one for each platform with
// the program. It needs npm, and asks no registry.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platforms maps the suffixes of packages, as Node names a platform, to folders of programs.
var platforms = map[string]string{
	"linux-x64": "linux_amd64", "linux-arm64": "linux_arm64",
	"darwin-x64": "darwin_amd64", "darwin-arm64": "darwin_arm64",
	"win32-x64": "windows_amd64", "win32-arm64": "windows_arm64",
}

// A manifest is the content of a package.json.
type manifest = map[string]any

func main() {
	root := flag.String("root", "../../..", "`FOLDER` of the repository; .build/bin holds the programs, dist/npm gets the packages")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "npm:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	from, to := filepath.Join(root, "internal/packaging/npm"), filepath.Join(root, "dist/npm")
	version, err := os.ReadFile(filepath.Join(root, "internal/packaging/version.txt"))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(from, "package.json"))
	if err != nil {
		return err
	}
	common := manifest{}
	if err := json.Unmarshal(text, &common); err != nil {
		return err
	}
	common["version"] = strings.TrimSpace(string(version))
	name := common["name"].(string)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	legal := map[string]string{
		"LICENSE": filepath.Join(root, "LICENSE"), "THIRD_PARTY_NOTICES": filepath.Join(root, ".build/notices/shape/THIRD_PARTY_NOTICES"),
	}
	optional := map[string]string{}
	for _, suffix := range slices.Sorted(maps.Keys(platforms)) {
		optional[name+"-"+suffix] = common["version"].(string)
		if err := packPlatform(to, suffix, filepath.Join(root, ".build/bin", platforms[suffix]), common, legal); err != nil {
			return err
		}
	}
	common["bin"] = map[string]string{"shape": "bin/shape.js"}
	common["optionalDependencies"] = optional
	files := maps.Clone(legal)
	files["bin/shape.js"] = filepath.Join(from, "bin/shape.js")
	files["README.md"] = filepath.Join(from, "README.md")
	return pack(to, "shape", common, files)
}

// packPlatform packs the program of one platform.
func packPlatform(to, suffix, programs string, common manifest, legal map[string]string) error {
	system, cpu, _ := strings.Cut(suffix, "-")
	m := maps.Clone(common)
	m["name"] = fmt.Sprint(common["name"], "-", suffix)
	m["description"] = fmt.Sprintf("The program of %s for %s", common["name"], suffix)
	m["os"], m["cpu"] = []string{system}, []string{cpu}
	m["preferUnplugged"] = true // a program in a zip file cannot start
	for _, key := range []string{"mcpName", "keywords", "engines"} {
		delete(m, key)
	}
	program := "shape"
	if system == "win32" {
		program = "shape.exe"
	}
	files := maps.Clone(legal)
	files["bin/"+program] = filepath.Join(programs, program)
	return pack(to, "shape-"+suffix, m, files)
}

// pack writes the folder of a package and packs it into a tarball beside it. The folder goes.
func pack(to, folder string, m manifest, files map[string]string) error {
	dir := filepath.Join(to, folder)
	defer os.RemoveAll(dir)
	m["files"] = slices.Sorted(maps.Keys(files))
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	for name, source := range files {
		if err := copyFile(filepath.Join(dir, name), source, strings.HasPrefix(name, "bin/")); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), append(text, '\n'), 0o644); err != nil {
		return err
	}
	cmd := exec.Command("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", "..")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	return cmd.Run()
}

func copyFile(to, from string, isProgram bool) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if isProgram {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, mode)
}
