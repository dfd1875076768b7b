package browser

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// axe-core finds faults of access. Its one file is not committed, since it has another licence.
const (
	axePackage   = "axe-core@4.14.1"
	axeTarball   = "axe-core-4.14.1.tgz"
	axeIntegrity = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// axe returns the script. npm fetches its package into the cache of the user, once.
var axe = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "shape-browser")
	if script, err := unpackAxe(filepath.Join(dir, axeTarball)); err == nil {
		return script, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	pack := exec.Command("npm", "pack", "--silent", axePackage)
	pack.Dir = dir
	if out, err := pack.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm pack %s: %w: %s", axePackage, err, out)
	}
	return unpackAxe(filepath.Join(dir, axeTarball))
})

// unpackAxe returns the script of a package with the right sum.
func unpackAxe(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha512.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	if base64.StdEncoding.EncodeToString(sum.Sum(nil)) != axeIntegrity {
		return "", errors.New(axeTarball + " has another sum than it should")
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	plain, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	for entries := tar.NewReader(plain); ; {
		entry, err := entries.Next()
		if err != nil {
			return "", err
		}
		if entry.Name == "package/axe.min.js" {
			script, err := io.ReadAll(entries)
			return string(script), err
		}
	}
}

// audit fails the test for each fault of access in the page as it is now.
func (p *tab) audit(where string) {
	p.Helper()
	script, err := axe()
	need(p.T, err)
	type violation struct {
		ID    string   `json:"id"`
		Help  string   `json:"help"`
		Nodes []string `json:"nodes"`
	}
	for _, v := range value[[]violation](p, `(async () => {
		if (!window.axe) { `+script+` }
		const { violations } = await axe.run(document, { resultTypes: ['violations'] })
		return violations.map((v) => ({ id: v.id, help: v.help, nodes: v.nodes.map((n) => n.target.join(' ') + ': ' + n.any.concat(n.all, n.none).map((c) => c.message).join('; ')) }))
	})()`) {
		p.Errorf("%s: axe: %s: %s", where, v.ID, v.Help)
		for _, node := range v.Nodes[:min(len(v.Nodes), 5)] {
			p.Errorf("    %s", node)
		}
	}
}
