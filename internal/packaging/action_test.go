package packaging

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// action runs the step of action.yml with inputs, as a runner does. It returns the step's log,
// its outputs and the summary.
func action(t *testing.T, inputs map[string]string) (log, outputs, summary string, err error) {
	t.Helper()
	dir := t.TempDir()
	run := exec.Command("bash", "internal/packaging/action/run.sh")
	run.Dir = root
	run.Env = append(os.Environ(), "HOME="+dir, "RUNNER_TEMP="+dir, "GITHUB_OUTPUT="+dir+"/output", "GITHUB_STEP_SUMMARY="+dir+"/summary")
	for _, name := range regexp.MustCompile(`(?m)^        (INPUT_\w+):`).FindAllStringSubmatch(read(t, "action.yml"), -1) {
		run.Env = append(run.Env, name[1]+"="+inputs[name[1]])
	}
	for _, name := range []string{"RUNNER_OS", "RUNNER_ARCH", "SHAPE_RELEASES"} {
		run.Env = append(run.Env, name+"="+inputs[name])
	}
	out, err := run.CombinedOutput()
	text := func(name string) string { text, _ := os.ReadFile(filepath.Join(dir, name)); return string(text) }
	return string(out), text("output"), text("summary"), err
}

// program builds shape, and skips the test on systems without bash.
func program(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the runner's bash is not that of the tests")
	}
	path := filepath.Join(t.TempDir(), "shape")
	if out, err := exec.Command("go", "build", "-C", root, "-buildvcs=false", "-o", path, "./cmd/shape").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

func TestAction(t *testing.T) {
	shape := program(t)
	t.Run("bound", func(t *testing.T) { actionBounds(t, shape) })
	t.Run("download", func(t *testing.T) { actionDownloads(t, shape) })
}

// actionBounds expects that the step names each result over the bound, fails, and has proposed
// rules for a comment.
func actionBounds(t *testing.T, shape string) {
	inputs := map[string]string{
		"INPUT_PROGRAM": shape, "INPUT_RESULTS": "testdata/sessions/1.jsonl\n\ntestdata/sessions/2.jsonl\n",
		"INPUT_MAX_TOKENS": "1096", "INPUT_SESSIONS": "testdata/sessions",
	}
	log, outputs, summary, err := action(t, inputs)
	if err == nil || !strings.Contains(log, "::error::shape: a result takes more than 1096 tokens") {
		t.Errorf("%v\n%s", err, log)
	}
	if strings.Contains(summary, "1.jsonl:2:1") || !strings.Contains(log, "2.jsonl:2:1") {
		t.Errorf("the log:\n%s\nthe summary:\n%s", log, summary)
	}
	for _, want := range []string{"### Tokens of results", "list_issues", "2.jsonl:2:1: a result of list_issues takes", "### Proposed rules\n\n```jsonc\n// Proposed by shape suggest", `"omit_fields"`} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
	if !regexp.MustCompile(`(?s)^over=true\nprogram=\S+\ncomment<<(shape_[0-9a-f]{32})\n### .*\nshape_[0-9a-f]{32}\n$`).MatchString(outputs) || !strings.Contains(outputs, summary) {
		t.Errorf("outputs:\n%s", outputs)
	}

	inputs["INPUT_MAX_TOKENS"] = "2000"
	if log, outputs, _, err := action(t, inputs); err != nil || !strings.HasPrefix(outputs, "over=false\n") {
		t.Errorf("%v\n%s%s", err, log, outputs)
	}
	inputs["INPUT_CONFIG"] = "nowhere.json"
	if log, _, _, err := action(t, inputs); err == nil || !strings.Contains(log, "::error::shape: stats ended with status") {
		t.Errorf("%v\n%s", err, log)
	}
}

// actionDownloads expects that a release runs only if its checksum is the published one.
func actionDownloads(t *testing.T, shape string) {
	releases := t.TempDir()
	os.Mkdir(releases+"/v0.1.0", 0o755)
	archive := releases + "/v0.1.0/shape_0.1.0_linux_amd64.tar.gz"
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(shape)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(file)
	w := tar.NewWriter(z)
	w.WriteHeader(&tar.Header{Name: "shape", Mode: 0o755, Size: int64(len(text))})
	w.Write(text)
	w.Close()
	z.Close()
	file.Close()
	packed, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{
		"INPUT_VERSION": "v0.1.0", "INPUT_RESULTS": "testdata/sessions",
		"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "SHAPE_RELEASES": "file://" + releases,
	}
	sums := fmt.Sprintf("%x  other.tar.gz\n%x  shape_0.1.0_linux_amd64.tar.gz\n", sha256.Sum256(nil), sha256.Sum256(packed))
	for name, c := range map[string]struct {
		sums, version string
		isGood        bool
	}{
		"good":       {sums, "v0.1.0", true},
		"wrong sum":  {strings.ReplaceAll(sums, fmt.Sprintf("%x", sha256.Sum256(packed)), strings.Repeat("0", 64)), "v0.1.0", false},
		"no sum":     {"", "v0.1.0", false},
		"no release": {sums, "v0.2.0", false},
		"no version": {sums, "v0.1.0/../..", false},
	} {
		os.WriteFile(releases+"/v0.1.0/checksums.txt", []byte(c.sums), 0o644)
		inputs["INPUT_VERSION"] = c.version
		log, outputs, summary, err := action(t, inputs)
		if (err == nil) != c.isGood || strings.Contains(summary, "list_issues") != c.isGood {
			t.Errorf("%s: %v\n%s%s", name, err, log, outputs)
		}
	}
}
