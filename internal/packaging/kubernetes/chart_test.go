// Package kubernetes checks the chart of shape-serve. Its manifests decode as the types of
// Kubernetes, of the Gateway API and of Istio. Its flags are those of the program.
package kubernetes

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	istio "istio.io/client-go/pkg/apis/networking/v1alpha3"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	podsecurity "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	gateway "sigs.k8s.io/gateway-api/apis/v1"
)

const root = "../../.."

var update = flag.Bool("update", false, "write the manifests")

// names are those of the values in shape-serve/ci, and of the manifests.
var names = []string{"gateway", "istio", "agentgateway", "proxy", "tls"}

func helm(t *testing.T, args ...string) []byte {
	t.Helper()
	run := exec.Command("go", append([]string{"tool", "helm"}, args...)...)
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("helm %s: %v\n%s%s", args[0], err, out, &stderr)
	}
	return out
}

func manifest(t *testing.T, name string) []byte {
	t.Helper()
	return helm(t, "template", "shape-serve", "shape-serve", "--namespace", "mcp", "--kube-version", "1.30.0",
		"--values", "shape-serve/ci/"+name+"-values.yaml")
}

// objects decodes a manifest. An unknown or repeated field is an error.
func objects(t *testing.T, text []byte) (all []runtime.Object) {
	t.Helper()
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, gateway.Install, istio.AddToScheme} {
		if err := add(known); err != nil {
			t.Fatal(err)
		}
	}
	decoder := serializer.NewCodecFactory(known, serializer.EnableStrict).UniversalDeserializer()
	for _, one := range regexp.MustCompile(`(?m)^---\n`).Split(string(text), -1) {
		if strings.TrimSpace(one) == "" {
			continue
		}
		object, _, err := decoder.Decode([]byte(one), nil, nil)
		if err != nil {
			t.Errorf("%v in\n%s", err, one)
			continue
		}
		all = append(all, object)
	}
	return all
}

// of returns the objects of one type.
func of[T runtime.Object](all []runtime.Object) (found []T) {
	for _, one := range all {
		if object, ok := one.(T); ok {
			found = append(found, object)
		}
	}
	return found
}

// Each set of values passes helm's linter and gives objects that the cluster's types accept.
// The folder manifests holds them for users without helm.
func TestManifests(t *testing.T) {
	for _, name := range names {
		helm(t, "lint", "--strict", "shape-serve", "--values", "shape-serve/ci/"+name+"-values.yaml")
		text := manifest(t, name)
		file := "manifests/" + name + ".yaml"
		text = bytes.Replace(text, []byte("---"), []byte("# Written from the chart: go test -update"), 1)
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if written, err := os.ReadFile(file); err != nil || !bytes.Equal(written, text) {
			t.Errorf("%s is not that of the chart: go test -update", file)
		}
		all := objects(t, text)
		if len(of[*appsv1.Deployment](all)) != 1 || len(of[*corev1.Service](all)) != 1 {
			t.Errorf("%s: %d objects", name, len(all))
		}
	}
}

// The pods keep the strictest of the pod security standards.
func TestPodSecurity(t *testing.T) {
	checks, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	level := podsecurity.LevelVersion{Level: podsecurity.LevelRestricted, Version: podsecurity.LatestVersion()}
	for _, name := range names {
		for _, d := range of[*appsv1.Deployment](objects(t, manifest(t, name))) {
			for _, result := range checks.EvaluatePod(level, &d.Spec.Template.ObjectMeta, &d.Spec.Template.Spec) {
				if !result.Allowed {
					t.Errorf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
				}
			}
		}
	}
}

// Values that cannot work are refused, by a message that names them.
func TestRefusedValues(t *testing.T) {
	for want, values := range map[string]string{
		"proxy.server names":      "mode=proxy",
		"proxy.upstream is":       "mode=proxy,proxy.server=x",
		"proxy.tokenSecret names": "mode=proxy,proxy.server=x,proxy.upstream=http://x",
		"/mode":                   "mode=both",
		"/gateway/services/0":     "gateway.services={grpc}",
		"repliccas":               "repliccas=3",
	} {
		out, err := exec.Command("go", "tool", "helm", "template", "x", "shape-serve", "--kube-version", "1.30.0", "--set", values).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", values, err, out)
		}
	}
}

// program returns the path of shape-serve. It skips the test outside of make packages-check.
func program(t *testing.T) string {
	t.Helper()
	if os.Getenv("SHAPE_PACKAGES") == "" {
		t.Skip("make packages-check sets SHAPE_PACKAGES")
	}
	path, err := filepath.Abs(root + "/.build/bin/linux_amd64/shape-serve")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// shape-serve starts with the arguments and the rules of each Deployment. Its own probe then
// finds it well.
func TestArguments(t *testing.T) {
	serve := program(t)
	for _, name := range names {
		if name == "tls" {
			continue // it needs certificates, and a test of shape-serve has them
		}
		dir := t.TempDir()
		all := objects(t, manifest(t, name))
		for _, rules := range of[*corev1.ConfigMap](all) {
			for file, text := range rules.Data {
				// Without a server of Redis the start would end.
				text = regexp.MustCompile(`(?s)"archive": \{.*?\},?`).ReplaceAllString(text, `"max_items": 20`)
				os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600)
			}
		}
		container := of[*appsv1.Deployment](all)[0].Spec.Template.Spec.Containers[0]
		var args []string
		for _, arg := range container.Args {
			arg = strings.ReplaceAll(arg, "/etc/shape", dir)
			args = append(args, regexp.MustCompile(`=0\.0\.0\.0:\d+$`).ReplaceAllString(arg, "=0.0.0.0:0"))
		}
		run := exec.Command(serve, args...)
		run.Env = append(os.Environ(), "SHAPE_TOKEN=0123456789abcdef", "HOME="+dir)
		stderr, _ := run.StderrPipe()
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		port := ""
		lines := bufio.NewScanner(stderr)
		for port == "" && lines.Scan() {
			if m := regexp.MustCompile(`listening at \S*?:(\d+)(?:/\S*)?$`).FindStringSubmatch(lines.Text()); m != nil {
				port = m[1]
			}
			t.Log(lines.Text())
		}
		probe := []string{"health", "127.0.0.1:" + port}
		if own := container.ReadinessProbe.Exec; own != nil {
			probe = own.Command[1:]
			probe[len(probe)-1] = strings.Replace(probe[len(probe)-1], "8090", port, 1)
		}
		asks := exec.Command(serve, probe...)
		asks.Env = run.Env
		if out, err := asks.CombinedOutput(); err != nil {
			t.Errorf("%s: %q: %v, %s", name, probe, err, out)
		}
		run.Process.Signal(syscall.SIGTERM)
		for lines.Scan() {
		}
		if err := run.Wait(); err != nil {
			t.Errorf("%s: %q: %v", name, args, err)
		}
	}
}

// shape-serve check finds no place in the attachments that lets messages pass.
func TestAttachments(t *testing.T) {
	serve := program(t)
	dir := t.TempDir()
	for _, name := range []string{"istio", "agentgateway"} {
		text := manifest(t, name)
		for _, m := range of[*corev1.ConfigMap](objects(t, text)) {
			if config, ok := m.Data["config.yaml"]; ok {
				text = []byte(config)
			}
		}
		file := filepath.Join(dir, name+".yaml")
		os.WriteFile(file, text, 0o600)
		if out, err := exec.Command(serve, "check", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
