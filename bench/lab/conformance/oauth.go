package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// alone returns a command with a network of its own. Servers of the packages listen on all
// addresses.
func alone(command ...string) *exec.Cmd {
	return exec.Command("unshare", append([]string{"--map-root-user", "--net", "sh", "-c", `ip link set lo up && exec "$@"`, "sh"}, command...)...)
}

// browser makes a folder with a browser that follows each page at once, in the place of a person.
func (p *place) browser() (folder string, err error) {
	if folder, err = os.MkdirTemp(p.work, "browser-"); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\nexec curl -sL -o /dev/null \"$1\"\n"), 0o755)
}

// oauth has clients of the SDK log in to its example server, through both kinds of the proxy.
func oauth(p *place) (found string, err error) {
	folder, err := p.browser()
	if err != nil {
		return "", err
	}
	out, err := output(alone(p.node, filepath.Join(p.folder, "oauth.mjs"), p.shape, folder))
	return fmt.Sprintf("%d checks", strings.Count(string(out), "\n")), err
}

// scenarios are those of the suites that ask a client over HTTP. A scenario without metadata of
// the server (auth/2025-03-26-oauth-endpoint-fallback) is not among them: the bridge guesses no
// addresses.
var scenarios = strings.Fields(`initialize tools_call sse-retry request-metadata http-standard-headers http-custom-headers
	http-invalid-tool-headers json-schema-ref-no-deref auth/metadata-default auth/metadata-var1 auth/metadata-var2
	auth/metadata-var3 auth/scope-from-www-authenticate auth/scope-from-scopes-supported auth/scope-omitted-when-undefined
	auth/scope-step-up auth/scope-retry-limit auth/token-endpoint-auth-basic auth/token-endpoint-auth-post
	auth/token-endpoint-auth-none auth/pre-registration auth/2025-03-26-oauth-metadata-backcompat auth/resource-mismatch
	auth/offline-access-scope auth/offline-access-not-supported auth/authorization-server-migration auth/iss-supported
	auth/iss-not-advertised auth/iss-supported-missing auth/iss-wrong-issuer auth/iss-unexpected auth/iss-normalized
	auth/metadata-issuer-mismatch`)

// clients run the scenarios for clients, with the bridge as the part that speaks HTTP.
func clients(p *place) (found string, err error) {
	folder, err := p.browser()
	if err != nil {
		return "", err
	}
	suite := p.path("@modelcontextprotocol", "conformance", "dist", "index.js")
	client := strings.Join([]string{p.node, filepath.Join(p.folder, "client.mjs"), p.shape, folder}, " ")
	var failed []error
	for _, name := range scenarios {
		if out, err := output(alone(p.node, suite, "client", "--command", client, "--scenario", name)); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w\n%s", name, err, out))
		}
	}
	return fmt.Sprintf("%d of %d scenarios pass", len(scenarios)-len(failed), len(scenarios)), errors.Join(failed...)
}
