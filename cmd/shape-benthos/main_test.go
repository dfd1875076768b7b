package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redpanda-data/benthos/v4/public/service"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// asProgram has the test binary be the program.
const asProgram = "SHAPE_BENTHOS_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// example copies the examples into an empty folder, enters it, and returns one of them.
func example(t *testing.T, name string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("examples")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	t.Setenv("HOME", t.TempDir())
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run starts a stream, after changes. Its end is an error value or nil.
func run(t *testing.T, yaml string, changes ...func(*service.StreamBuilder)) (s *service.Stream, end <-chan error) {
	t.Helper()
	b := service.NewStreamBuilder()
	if err := b.SetYAML(yaml); err != nil {
		t.Fatal(err)
	}
	if err := b.SetLoggerYAML("level: OFF"); err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		change(b)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Run(context.Background()) }()
	return s, done
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page shows the example as it is.
func TestPageShowsTheExample(t *testing.T) {
	if text := "```yaml\n" + read(t, "examples/files.yaml") + "```\n"; !strings.Contains(read(t, "../../docs/scale.md"), text) {
		t.Error("docs/scale.md does not show examples/files.yaml")
	}
}

// One message in a thousand cannot be shaped. It ends in the dead-letter file as it came. The
// others are in their order in the file of their tool. None is lost.
func TestExampleFiles(t *testing.T) {
	yaml := example(t, "files.yaml")
	const count = 20_000
	var in, good, bad strings.Builder
	for n := range count {
		if n%1000 == 500 {
			fmt.Fprintf(&in, "{\"id\":%d,\"email\":\"canary\"\n", n)
			fmt.Fprintf(&bad, "{\"id\":%d,\"email\":\"canary\"\n", n)
			continue
		}
		fmt.Fprintf(&in, "{\"id\":%d,\"email\":\"canary\",\"html_url\":\"u\"}\n", n)
		fmt.Fprintf(&good, "{\"id\":%d}\n", n)
	}
	write(t, "results/list_issues.jsonl", in.String())
	write(t, "results/other.jsonl", "{\"html_url\":\"u\",\"email\":\"canary\"}\n")
	_, end := run(t, yaml)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	if got := read(t, "shaped/list_issues.jsonl"); got != good.String() {
		t.Errorf("%d bytes, want %d", len(got), good.Len())
	}
	if got := read(t, "refused.jsonl"); got != bad.String() {
		t.Errorf("refused: %.200s", got)
	}
	if got := read(t, "shaped/other.jsonl"); got != "{\"html_url\":\"u\"}\n" {
		t.Errorf("other: %.200s", got)
	}
	var sums struct{ Calls, Refused int }
	if err := json.Unmarshal([]byte(read(t, "sums.json")), &sums); err != nil || sums.Calls != count+1 || sums.Refused != count/1000 {
		t.Errorf("%+v, %v", sums, err)
	}
}

// Without reject_errored the output gets a message that cannot be shaped, and none of its
// content.
func TestOutputWithoutGuard(t *testing.T) {
	example(t, "files.yaml")
	write(t, "in.jsonl", "{\"email\":\"canary\"\n{\"a\":1}\n")
	_, end := run(t, `
input: {file: {paths: [in.jsonl], scanner: {lines: {}}}}
pipeline: {threads: 1, processors: [{shape: {config: response_config.json}}]}
output: {file: {path: out.jsonl, codec: lines}}`)
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	if got := read(t, "out.jsonl"); got != "null\n{\"a\":1}\n" {
		t.Errorf("%s", got)
	}
}

// endpoint gets the handler of the path /shape from a stream, and another one at the end of the
// stream.
type endpoint chan http.HandlerFunc

func (e endpoint) HandleFunc(path string, handler func(http.ResponseWriter, *http.Request)) {
	if path == "/shape" {
		e <- handler
	}
}

// The server of the test answers at an address of its own, with the handler of the example.
func TestExampleHTTP(t *testing.T) {
	yaml, own := example(t, "http.yaml"), make(endpoint, 2)
	const address = "    address: 127.0.0.1:4196\n"
	if !strings.Contains(yaml, address) {
		t.Fatal("the example has another address")
	}
	s, end := run(t, strings.Replace(yaml, address, "", 1), func(b *service.StreamBuilder) { b.SetHTTPMux(own) })
	server := httptest.NewServer(<-own)
	defer server.Close()
	for _, c := range []struct {
		tool, body string
		status     int
		want       string
	}{
		{"list_issues", `{"email":"e","html_url":"u","id":1}`, 200, `{"id":1}`},
		{"other", `{"email":"e","html_url":"u","id":1}`, 200, `{"html_url":"u","id":1}`},
		{"other", `{"email":"canary"`, 422, `{"error":"`},
	} {
		answer, err := http.Post(server.URL+"/shape?tool="+c.tool, "application/json", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != c.status || !strings.HasPrefix(string(got), c.want) || strings.Contains(string(got), "canary") {
			t.Errorf("%s: %d %s, %v", c.body, answer.StatusCode, got, err)
		}
	}
	if err := s.StopWithin(time.Minute); err != nil {
		t.Error(err)
	}
	<-end
}

// Records of three partitions are shaped in their order; the refused ones keep their content.
func TestExampleKafka(t *testing.T) {
	yaml := example(t, "kafka.yaml")
	cluster, err := kfake.NewCluster(kfake.SeedTopics(3, "results", "results.shaped", "results.refused"))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	seeds := kgo.SeedBrokers(cluster.ListenAddrs()...)
	client, err := kgo.NewClient(seeds, kgo.ConsumeTopics("results.shaped", "results.refused"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	const count = 3000
	for n := range count {
		value := fmt.Sprintf(`{"id":%d,"email":"canary","html_url":"u"}`, n)
		if n%1000 == 500 {
			value = value[:len(value)-1]
		}
		client.Produce(t.Context(), &kgo.Record{Topic: "results", Key: strconv.AppendInt(nil, int64(n%7), 10), Value: []byte(value), Headers: []kgo.RecordHeader{{Key: "tool", Value: []byte("list_issues")}}}, nil)
	}
	if err := client.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, end := run(t, strings.ReplaceAll(yaml, "${BROKER:127.0.0.1:9092}", strings.Join(cluster.ListenAddrs(), ",")))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	latest, refused := map[string]int{}, 0
	for got := 0; got < count; {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("%d of %d records", got, count)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			got++
			if r.Topic == "results.refused" {
				refused++
				if !strings.Contains(string(r.Value), "canary") {
					t.Errorf("refused: %s", r.Value)
				}
				return
			}
			var result struct{ ID int }
			if err := json.Unmarshal(r.Value, &result); err != nil || string(r.Value) != fmt.Sprintf(`{"id":%d}`, result.ID) || len(r.Headers) != 1 {
				t.Errorf("%s, %d headers, %v", r.Value, len(r.Headers), err)
			}
			if key := string(r.Key); result.ID < latest[key] {
				t.Errorf("%d came after %d", result.ID, latest[key])
			} else {
				latest[key] = result.ID
			}
		})
	}
	if refused != count/1000 {
		t.Errorf("%d are refused", refused)
	}
	if err := s.StopWithin(time.Minute); err != nil {
		t.Error(err)
	}
	<-end
}

// The program takes as many recorded results as the filter to the same bytes. It logs the
// speed of both. SHAPE_STREAM_MB is the size of the input, SHAPE_STREAM_RESULTS a pattern of
// files with other results.
func TestThroughput(t *testing.T) {
	folder, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	results := os.Getenv("SHAPE_STREAM_RESULTS")
	if results == "" {
		results = filepath.Join(folder, "../../testdata/recordings/*/*.response.json")
	}
	size, err := strconv.Atoi(os.Getenv("SHAPE_STREAM_MB"))
	if err != nil {
		size = 8
	}
	shape := filepath.Join(t.TempDir(), "shape")
	build := exec.Command("go", "build", "-o", shape, ".")
	build.Dir = filepath.Join(folder, "../shape")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines, yaml := recorded(t, results), example(t, "files.yaml")
	makeInput(t, "results/list_issues.jsonl", lines, int64(size)<<20)
	measure(t, size, "shape --jobs 0", shape, "--config", "response_config.json", "--tool", "list_issues", "--jobs", "0", "--output", "want.jsonl", "results/list_issues.jsonl")
	for _, name := range []string{"shape-benthos", "shape-benthos without count_tokens"} {
		write(t, "run.yaml", yaml)
		measure(t, size, name, os.Args[0], "run", "run.yaml")
		same(t, "want.jsonl", "shaped/list_issues.jsonl")
		os.RemoveAll("shaped")
		yaml = strings.Replace(yaml, "count_tokens: true", "count_tokens: false", 1)
	}
	if _, err := os.Stat("refused.jsonl"); err == nil {
		t.Error("results were refused")
	}
}

// recorded returns the results of files, each as one line.
func recorded(t *testing.T, pattern string) (lines [][]byte) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	for _, file := range files {
		var line bytes.Buffer
		if err := json.Compact(&line, []byte(read(t, file))); err != nil {
			t.Fatal(file, err)
		}
		lines = append(lines, append(line.Bytes(), '\n'))
	}
	return lines
}

// makeInput repeats lines up to a size.
func makeInput(t *testing.T, name string, lines [][]byte, size int64) {
	t.Helper()
	write(t, name, "")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for n, written := 0, int64(0); written < size; n++ {
		line := lines[n%len(lines)]
		if _, err := file.Write(line); err != nil {
			t.Fatal(err)
		}
		written += int64(len(line))
	}
}

// measure runs a program and logs its speed by the clock and by the time of its processors.
func measure(t *testing.T, megabytes int, name, program string, args ...string) {
	t.Helper()
	began, cmd := time.Now(), exec.Command(program, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	took, used := time.Since(began), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	t.Logf("%s: %d MB in %.1f s; %.1f s of processors, %.0f MB/s per core", name, megabytes, took.Seconds(), used.Seconds(), float64(megabytes)/used.Seconds())
}

// same compares two files.
func same(t *testing.T, want, got string) {
	t.Helper()
	a, err := os.Open(want)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := os.Open(got)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for left, right := make([]byte, 1<<20), make([]byte, 1<<20); ; {
		n, errA := io.ReadFull(a, left)
		m, errB := io.ReadFull(b, right)
		if n != m || !bytes.Equal(left[:n], right[:m]) {
			t.Fatalf("%s and %s differ", want, got)
		}
		if errA != nil && errB != nil {
			return
		}
	}
}
