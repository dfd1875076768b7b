package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// oauth has clients of the SDK log in to its example server, through both kinds of the proxy. The
// server listens on all addresses, so it gets a network of its own.
func oauth(p *place) (found string, err error) {
	folder := filepath.Join(p.work, "oauth")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	cmd := exec.Command("unshare", "--map-root-user", "--net", "sh", "-c", `ip link set lo up && exec "$@"`, "sh", p.node, filepath.Join(p.folder, "oauth.mjs"), p.shape, folder)
	out, err := output(cmd)
	return fmt.Sprintf("%d checks", strings.Count(string(out), "\n")), err
}
