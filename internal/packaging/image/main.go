// Command image lays out OCI images of the programs, without a daemon. The layout of a program
// is dist/image/NAME, with an index of linux/amd64 and linux/arm64. Two runs of one commit
// write the same bytes.
package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

const source = "https://github.com/seed-7aa78ce4/shape"

// user owns the process in a container; it is no user of the host.
const user = "65532:65532"

// A program has an image.
type program struct {
	name, title string
	ports       []string
	health      []string // asks the program in the container
	labels      map[string]string
}

var programs = []program{
	{name: "shape", title: "Removes the fields that a model does not need from results of tools, and hides private data",
		labels: map[string]string{"io.modelcontextprotocol.server.name": "io.github.seed-7aa78ce4/shape"}},
	{name: "shape-serve", title: "Shapes the results of tools inside gateways",
		ports: []string{"4445/tcp"}, health: []string{"/shape-serve", "health"}},
	{name: "shape-benthos", title: "Benthos with processors that shape results of tools"},
}

// A release is one version of the project.
type release struct {
	root, version, revision string
	created                 time.Time
}

func main() {
	root := flag.String("root", "../../..", "`FOLDER` of the repository; .build/bin holds the programs, dist/image gets the layouts")
	flag.Parse()
	r, err := releaseAt(*root)
	for i := 0; err == nil && i < len(programs); i++ {
		err = r.write(programs[i])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// releaseAt reads the version, and from git the commit and its time.
func releaseAt(root string) (r release, err error) {
	version, err := os.ReadFile(filepath.Join(root, "internal/packaging/version.txt"))
	if err != nil {
		return r, err
	}
	out, err := exec.Command("git", "-C", root, "log", "-1", "--format=%H %ct").Output()
	if err != nil {
		return r, fmt.Errorf("git log: %w", err)
	}
	revision, seconds, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	return release{root: root, version: strings.TrimSpace(string(version)), revision: revision, created: time.Unix(at, 0).UTC()}, err
}

// write lays out the image of a program for both processors.
func (r release) write(p program) error {
	labels := r.labels(p)
	index := mutate.IndexMediaType(mutate.Annotations(empty.Index, labels).(v1.ImageIndex), types.OCIImageIndex)
	for _, arch := range []string{"amd64", "arm64"} {
		img, err := r.image(p, arch, labels)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", p.name, arch, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: img, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}},
		})
	}
	to := filepath.Join(r.root, "dist/image", p.name)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	path, err := layout.Write(to, empty.Index)
	if err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Printf("dist/image/%s %s\n", p.name, digest)
	return path.AppendIndex(index, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": r.version}))
}

func (r release) labels(p program) map[string]string {
	labels := map[string]string{
		"org.opencontainers.image.title":         p.name,
		"org.opencontainers.image.description":   p.title,
		"org.opencontainers.image.version":       r.version,
		"org.opencontainers.image.revision":      r.revision,
		"org.opencontainers.image.created":       r.created.Format(time.RFC3339),
		"org.opencontainers.image.licenses":      "MIT",
		"org.opencontainers.image.vendor":        "The shape authors",
		"org.opencontainers.image.source":        source,
		"org.opencontainers.image.url":           source,
		"org.opencontainers.image.documentation": source + "/blob/main/docs/containers.md",
	}
	maps.Copy(labels, p.labels)
	return labels
}

// image returns the image of a program for one processor: one layer, and its configuration.
func (r release) image(p program, arch string, labels map[string]string) (v1.Image, error) {
	text, err := r.layer(p, arch)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	img, err = mutate.Append(img, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.created}, CreatedBy: "internal/packaging/image"}})
	if err != nil {
		return nil, err
	}
	config, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", arch, v1.Time{Time: r.created}
	config.Config = v1.Config{
		User: user, Entrypoint: []string{"/" + p.name}, WorkingDir: "/work", Labels: labels,
		Env: []string{"HOME=/home", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"},
	}
	for _, port := range p.ports {
		config.Config.ExposedPorts = map[string]struct{}{port: {}}
	}
	if p.health != nil {
		config.Config.Healthcheck = &v1.HealthConfig{
			Test: append([]string{"CMD"}, p.health...), Interval: 30 * time.Second, Timeout: 5 * time.Second, StartPeriod: 10 * time.Second,
		}
	}
	img, err = mutate.ConfigFile(img, config)
	if err != nil {
		return nil, err
	}
	return mutate.Annotations(img, labels).(v1.Image), nil
}

// layer returns the files of an image: the program, licences, certificates of authorities, and
// two empty folders.
func (r release) layer(p program, arch string) ([]byte, error) {
	files := map[string][]byte{
		"etc/ssl/certs/ca-certificates.crt": authorities(), "etc/passwd": []byte("shape:x:65532:65532::/home:/\n"),
	}
	for name, source := range map[string]string{
		p.name: ".build/bin/linux_" + arch + "/" + p.name, "LICENSE": "LICENSE",
		"THIRD_PARTY_NOTICES": ".build/notices/" + p.name + "/THIRD_PARTY_NOTICES",
	} {
		text, err := os.ReadFile(filepath.Join(r.root, source))
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	add := func(h tar.Header, text []byte) error {
		h.ModTime, h.Size, h.Format = r.created, int64(len(text)), tar.FormatUSTAR
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := w.Write(text)
		return err
	}
	for _, dir := range []string{"etc", "etc/ssl", "etc/ssl/certs", "home", "work"} {
		h := tar.Header{Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755}
		if dir == "home" {
			h.Uid, h.Gid, h.Mode = 65532, 65532, 0o700
		}
		if err := add(h, nil); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644}
		if name == p.name {
			h.Mode = 0o755
		}
		if err := add(h, files[name]); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// authorities returns the roots that Mozilla trusts without a condition, as PEM.
func authorities() []byte {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})
		}
	}
	return out.Bytes()
}
