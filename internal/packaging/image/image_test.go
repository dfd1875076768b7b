package main

import (
	"bufio"
	"bytes"
	"crypto/x509"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"archive/tar"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

const root = "../../.."

// maxShape is the size of the unpacked image of shape, in bytes.
const maxShape = 20_000_000

// index returns the index in the layout of a program. It skips the test outside of make
// packages-check.
func index(t *testing.T, name string) v1.ImageIndex {
	t.Helper()
	if os.Getenv("SHAPE_PACKAGES") == "" {
		t.Skip("make packages-check sets SHAPE_PACKAGES")
	}
	all, err := layout.ImageIndexFromPath(filepath.Join(root, "dist/image", name))
	if err != nil {
		t.Fatal(err)
	}
	m, err := all.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	found, err := all.ImageIndex(m.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Each layout is whole, holds both processors, and has the labels, the user and the health
// check. The same files give the same digests.
func TestLayouts(t *testing.T) {
	r, err := releaseAt(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		all := index(t, p.name)
		if err := validate.Index(all); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
		m, err := all.IndexManifest()
		if err != nil || len(m.Manifests) != 2 {
			t.Fatal(m, err)
		}
		for _, d := range m.Manifests {
			img, err := all.Image(d.Digest)
			if err != nil {
				t.Fatal(err)
			}
			c, err := img.ConfigFile()
			if err != nil {
				t.Fatal(err)
			}
			if c.Architecture != d.Platform.Architecture || c.Config.User != user || c.Config.Labels["org.opencontainers.image.version"] != r.version {
				t.Errorf("%s: %+v", p.name, c)
			}
			if hasHealth := c.Config.Healthcheck != nil; hasHealth != (p.health != nil) {
				t.Errorf("%s: health check: %v", p.name, hasHealth)
			}
			// The release has a tag in a clone of its own, so its commit need not be here.
			r.revision, r.created = c.Config.Labels["org.opencontainers.image.revision"], c.Created.Time
			again, err := r.image(p, c.Architecture, r.labels(p))
			if err != nil {
				t.Fatal(err)
			}
			if digest, _ := again.Digest(); digest != d.Digest {
				t.Errorf("%s, %s: a second run has the digest %s, not %s", p.name, c.Architecture, digest, d.Digest)
			}
			layers, _ := img.Layers()
			packed, _ := layers[0].Size()
			layer, _ := layers[0].Uncompressed()
			size, _ := io.Copy(io.Discard, layer)
			t.Logf("%s %s: %.1f MB, packed %.1f MB", p.name, c.Architecture, float64(size)/1e6, float64(packed)/1e6)
			if p.name == "shape" && size > maxShape {
				t.Errorf("shape has %d bytes, more than %d", size, maxShape)
			}
		}
	}
}

// unpack writes the files of the image for this processor into a folder.
func unpack(t *testing.T, name string) string {
	t.Helper()
	all := index(t, name)
	if os.Getuid() != 0 {
		t.Skip("chroot needs root")
	}
	m, err := all.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, d := range m.Manifests {
		if d.Platform.Architecture != runtime.GOARCH {
			continue
		}
		img, err := all.Image(d.Digest)
		if err != nil {
			t.Fatal(err)
		}
		unpackLayers(t, img, dir)
	}
	return dir
}

func unpackLayers(t *testing.T, img v1.Image, dir string) {
	files := mutate.Extract(img)
	defer files.Close()
	for r := tar.NewReader(files); ; {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, h.Name)
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(name, os.FileMode(h.Mode))
		} else {
			var text []byte
			if text, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(name, text, os.FileMode(h.Mode))
			}
		}
		if err == nil {
			err = os.Chown(name, h.Uid, h.Gid)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// container returns a command that runs as the image's user in /work. The folder is its root,
// and is read-only.
func container(dir string, args ...string) *exec.Cmd {
	const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec unshare -R "$0" -w /work -S 65532 -G 65532 "$@"`
	run := exec.Command("unshare", append([]string{"-m", "sh", "-c", script, dir}, args...)...)
	run.Env = []string{"PATH=/usr/bin:/bin", "HOME=/home", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"}
	return run
}

// shape runs the first example of the README as the image's user, and cannot write its root.
func TestShape(t *testing.T) {
	dir := unpack(t, "shape")
	if err := os.CopyFS(dir+"/work/testdata/samples", os.DirFS(root+"/testdata/samples")); err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(readme), "&& ./shape ")
	command, want, _ := strings.Cut(example, "\n")
	want, _, _ = strings.Cut(want, "```")
	out, err := container(dir, append([]string{"/shape"}, strings.Fields(command)...)...).CombinedOutput()
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
	out, err = container(dir, "/shape", "-o", "new.json", "testdata/samples/github/issues.json").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "read-only file system") {
		t.Errorf("a new file in a read-only root: %v, %s", err, out)
	}
	pem, err := os.ReadFile(dir + "/etc/ssl/certs/ca-certificates.crt")
	if n := bytes.Count(pem, []byte("BEGIN")); err != nil || n < 100 || !x509.NewCertPool().AppendCertsFromPEM(pem) {
		t.Errorf("%d certificates, %v", n, err)
	}
}

// shape-serve serves in its image; the health check asks it, and SIGTERM ends it.
func TestServe(t *testing.T) {
	dir := unpack(t, "shape-serve")
	if out, err := container(dir, "/shape-serve", "health").CombinedOutput(); err == nil {
		t.Errorf("health without a server: %s", out)
	}
	run := container(dir, "/shape-serve", "--no-config", "--services", "ext_proc")
	stderr, _ := run.StderrPipe()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), "listening at") {
		t.Log(lines.Text())
	}
	if out, err := container(dir, "/shape-serve", "health").CombinedOutput(); err != nil {
		t.Errorf("health: %v, %s", err, out)
	}
	run.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, stderr)
	if err := run.Wait(); err != nil {
		t.Error(err)
	}
}

// shape-benthos shapes a stream in its image.
func TestBenthos(t *testing.T) {
	dir := unpack(t, "shape-benthos")
	const stream = `
http: {enabled: false}
logger: {level: ERROR}
input: {stdin: {}}
pipeline: {processors: [{shape: {config: /work/rules.json}}]}
output: {stdout: {}}
`
	os.WriteFile(dir+"/work/stream.yaml", []byte(stream), 0o644)
	os.WriteFile(dir+"/work/rules.json", []byte(`{"privacy": {"drop": ["password"]}}`), 0o644)
	run := container(dir, "/shape-benthos", "run", "stream.yaml")
	run.Stdin = strings.NewReader(`{"id":1,"password":"p"}` + "\n")
	if out, err := run.CombinedOutput(); err != nil || string(out) != `{"id":1}`+"\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
