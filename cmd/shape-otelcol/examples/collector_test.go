// Package examples holds a Collector with the processor shape: the file for its builder, a
// configuration, and telemetry with secrets. The tests run all of them.
package examples

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/notations"
)

// secrets are those of traces.json and logs.json. The names of the first two stand in JSON in a
// string, so patterns for keys do not meet them.
var secrets = []string{"birch-tree-19", "Ann Miller", "ann@example.com", "k-willow-51"}

// The files of this folder are valid.
func TestFiles(t *testing.T) {
	conf, err := confmaptest.LoadConf("collector.yaml")
	require.NoError(t, err)
	cfg := settings(t, conf)
	_, err = config.Load(config.Options{Path: cfg.Config, Home: t.TempDir(), Strict: true})
	require.NoError(t, err)
}

// settings returns those of the processor in the configuration of a Collector.
func settings(t *testing.T, conf *confmap.Conf) *shapeprocessor.Config {
	t.Helper()
	part, err := conf.Sub("processors::shape")
	require.NoError(t, err)
	cfg := shapeprocessor.NewFactory().CreateDefaultConfig().(*shapeprocessor.Config)
	require.NoError(t, part.Unmarshal(cfg))
	require.NoError(t, cfg.Validate())
	return cfg
}

// The manifest holds valid rules and a valid configuration, and mounts the folder of the rules
// at the place that the configuration names.
func TestKubernetes(t *testing.T) {
	text, err := os.ReadFile("kubernetes.yaml")
	require.NoError(t, err)
	mounted := map[string]string{}
	for _, part := range strings.Split(string(text), "\n---\n") {
		retrieved, err := confmap.NewRetrievedFromYAML([]byte(part))
		require.NoError(t, err)
		object, err := retrieved.AsConf()
		require.NoError(t, err)
		files, _ := object.Get("data").(map[string]any)
		for name, file := range files {
			mounted[name] = file.(string)
		}
	}
	_, err = config.Parse("response_config.json", []byte(mounted["response_config.json"]))
	require.NoError(t, err)
	retrieved, err := confmap.NewRetrievedFromYAML([]byte(mounted["collector.yaml"]))
	require.NoError(t, err)
	conf, err := retrieved.AsConf()
	require.NoError(t, err)
	assert.Equal(t, "/etc/shape/response_config.json", settings(t, conf).Config)
	assert.Contains(t, string(text), "{name: rules, mountPath: /etc/shape, readOnly: true}")
}

// backend records the telemetry that a Collector exports to it.
type backend struct {
	*httptest.Server
	came chan string // the readable parts of each request
}

func newBackend(t *testing.T) *backend {
	b := &backend{came: make(chan string, 100)}
	b.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			var err error
			if body, err = gzip.NewReader(r.Body); err != nil {
				t.Error(err)
				return
			}
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Error(err)
		}
		b.came <- string(text)
	}))
	t.Cleanup(b.Close)
	return b
}

// collector is a running process.
type collector struct {
	*exec.Cmd
	address, metrics string
	backend          *backend
	log              *bytes.Buffer
	done             sync.WaitGroup // waits for the reader of log
}

// start runs the Collector that make otelcol builds, until it is ready.
func start(t *testing.T, files ...string) *collector {
	t.Helper()
	program := os.Getenv("SHAPE_OTELCOL")
	if program == "" {
		t.Skip("SHAPE_OTELCOL names no Collector; make otelcol builds one")
	}
	c := &collector{address: freeAddress(t), metrics: freeAddress(t), backend: newBackend(t), log: new(bytes.Buffer)}
	var args []string
	for _, file := range files {
		args = append(args, "--config", file)
	}
	_, port, _ := net.SplitHostPort(c.metrics)
	c.Cmd = exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "OTLP_LISTEN="+c.address, "OTLP_BACKEND="+c.backend.URL, "METRICS_PORT="+port)
	stderr, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	ready := make(chan bool, 1)
	c.done.Go(func() {
		defer close(ready)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			c.log.WriteString(lines.Text() + "\n")
			if strings.Contains(lines.Text(), "Everything is ready") {
				ready <- true
			}
		}
	})
	if !<-ready {
		t.Fatalf("the Collector did not start:\n%s", c.log)
	}
	return c
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// send posts telemetry in JSON and returns the request that the backend gets.
func (c *collector) send(t *testing.T, signal string, body []byte) string {
	t.Helper()
	resp, err := http.Post("http://"+c.address+"/v1/"+signal, "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, http.StatusOK, resp.StatusCode)
	return <-c.backend.came
}

// sendFiles sends the two files of this folder.
func (c *collector) sendFiles(t *testing.T) (out string) {
	t.Helper()
	for _, signal := range []string{"traces", "logs"} {
		body, err := os.ReadFile(signal + ".json")
		require.NoError(t, err)
		for _, secret := range secrets[:2] {
			require.Contains(t, string(body), secret)
		}
		out += c.send(t, signal, body)
	}
	return out
}

// end ends the Collector in good order, and returns its log with the output of debug.
func (c *collector) end(t *testing.T) string {
	t.Helper()
	require.NoError(t, c.Process.Signal(os.Interrupt))
	c.done.Wait()
	require.NoError(t, c.Wait(), c.log)
	return c.log.String()
}

// No secret comes out of a Collector with shape, in any notation that is held.
func TestCollectorHides(t *testing.T) {
	c := start(t, "collector.yaml")
	out := c.sendFiles(t)
	assert.Contains(t, out, `{"id":1.0,"customer":{"email":"***"}}`)
	const value = "S3CRETx7"
	td, ld, texts := ptrace.NewTraces(), plog.NewLogs(), 0
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	records := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for _, k := range slices.Concat(notations.Kinds(), notations.Outputs()) {
		secret := notations.Pair{Name: "api_key", Value: value}
		if k.Outcome != notations.Held || k.Private != "" || !k.Fits(secret) {
			continue
		}
		text := notations.Write(k, secret, notations.Pair{Name: "region", Value: "eu4west1"})
		spans.AppendEmpty().Attributes().PutStr("gen_ai.tool.call.result", text)
		records.AppendEmpty().Body().SetEmptyMap().PutStr("text", text)
		texts += 2
	}
	body, err := (&ptrace.JSONMarshaler{}).MarshalTraces(td)
	require.NoError(t, err)
	out += c.send(t, "traces", body)
	body, err = (&plog.JSONMarshaler{}).MarshalLogs(ld)
	require.NoError(t, err)
	out += c.send(t, "logs", body)
	resp, err := http.Get("http://" + c.metrics + "/metrics")
	require.NoError(t, err)
	defer resp.Body.Close()
	metrics, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, string(metrics), "otelcol_shape_processor_hidden")
	log := c.end(t)
	for _, secret := range append(secrets, value) {
		assert.False(t, strings.Contains(out, secret), "%s reached the backend", secret)
		assert.False(t, strings.Contains(log, secret), "%s stands in the log", secret)
	}
	t.Logf("%d texts with secrets beside the files", texts)
}

// The processor redaction masks values by the key of an attribute and by patterns. It shows
// values behind names that stand in strings.
func TestRedactionShows(t *testing.T) {
	c := start(t, "collector.yaml", "redaction.yaml")
	out := c.sendFiles(t)
	c.end(t)
	for _, secret := range secrets[:2] {
		assert.Contains(t, out, secret)
	}
}
