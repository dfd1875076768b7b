package shapeproc

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redpanda-data/benthos/v4/public/service"

	_ "github.com/redpanda-data/benthos/v4/public/components/io"
	_ "github.com/redpanda-data/benthos/v4/public/components/pure"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	_ "github.com/seed-7aa78ce4/shape/shaper/archive/redis"
)

// stream is a running stream of processors.
type stream struct {
	t    *testing.T
	send service.MessageBatchHandlerFunc
	out  []*service.Message
	mux  *http.ServeMux
	stop func()
}

// start runs processors, given as YAML.
func start(t *testing.T, processors ...string) *stream {
	t.Helper()
	s, err := startStream(t, processors)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func startStream(t *testing.T, processors []string) (*stream, error) {
	t.Setenv("HOME", t.TempDir())
	s, b := &stream{t: t, mux: http.NewServeMux()}, service.NewStreamBuilder()
	b.SetHTTPMux(s.mux)
	send, err := b.AddBatchProducerFunc()
	if err != nil {
		return nil, err
	}
	s.send = send
	for _, p := range processors {
		if err := b.AddProcessorYAML(p); err != nil {
			return nil, err
		}
	}
	b.AddBatchConsumerFunc(func(_ context.Context, batch service.MessageBatch) error {
		s.out = append(s.out, batch...)
		return nil
	})
	b.SetLoggerYAML("level: OFF")
	b.SetMetricsYAML("json_api: {}")
	b.SetThreads(4)
	built, err := b.Build()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- built.Run(context.Background())
		cancel()
	}()
	s.stop = func() {
		if err := built.StopWithin(time.Minute); err != nil {
			t.Error(err)
		}
		<-done
		s.stop = func() {}
	}
	if err := send(ctx, service.MessageBatch{service.NewMessage([]byte("{}"))}); err != nil {
		return nil, <-done // a processor could not start
	}
	t.Cleanup(func() { s.stop() })
	s.out = nil
	return s, nil
}

// message is one message: its content and metadata.
type message struct {
	body string
	meta map[string]string
}

// shape sends a batch, and returns the messages that come out.
func (s *stream) shape(batch ...message) []*service.Message {
	s.t.Helper()
	s.out = nil
	all := make(service.MessageBatch, len(batch))
	for i, in := range batch {
		all[i] = service.NewMessage([]byte(in.body))
		for name, value := range in.meta {
			all[i].MetaSetMut(name, value)
		}
	}
	if err := s.send(s.t.Context(), all); err != nil {
		s.t.Fatal(err)
	}
	return s.out
}

func textOf(m *service.Message) string {
	body, _ := m.AsBytes()
	return string(body)
}

func metaOf(m *service.Message, name string) string {
	value, _ := m.MetaGet(name)
	return value
}

// configured writes a configuration and returns its path.
func configured(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "response_config.json")
	save(t, path, text)
	return path
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// configurations are those of the law: hiding, comfort, detectors, texts.
var configurations = []string{
	`{"privacy":{"drop":["email","path"],"mask":[{"path":"**.url"}]}}`,
	`{"global":{"profile":"minimal","exclude_null_values":true},"tool_overrides":{"search":{"exclude_fields":["id","*_url"]}}}`,
	`{"privacy":{"detect":["pii","secrets"]},"global":{"max_string":80,"max_items":5}}`,
	`{"global":{"text_as":"auto"}}`,
}

// Law: the output of the stream is that of the filter's engine, in the order of the input.
func TestLawStreamIsTheFilter(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/recordings/*/*.response.json")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	bodies := []string{`{"email":"a@b.c","id":1,"page_url":"u","n":null}`, `no JSON`, ``, `{"a":1,"a":2}`, `[1,{"email":2}`}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, string(text))
	}
	for i, text := range configurations {
		for _, operation := range []string{"shape", "hide"} {
			path := configured(t, text)
			s := start(t, fmt.Sprintf(`parallel: {processors: [{shape: {config: %q, tool: '${! @tool }', operation: %s}}]}`, path, operation))
			snapshot, err := config.Load(config.Options{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			filter, err := shaper.New(snapshot, shaper.FailClosed())
			if err != nil {
				t.Fatal(err)
			}
			batch := make([]message, len(bodies))
			for i, body := range bodies {
				batch[i] = message{body, map[string]string{"tool": "search"}}
			}
			out := s.shape(batch...)
			if len(out) != len(batch) {
				t.Fatalf("%d of %d messages", len(out), len(batch))
			}
			changed := 0
			for n, in := range batch {
				want, _, err := filter.AppendShape(nil, shaper.Request{Tool: "search", HidingOnly: operation == "hide", Body: []byte(in.body)})
				if err != nil {
					want = []byte(withheld)
				}
				if got := out[n]; textOf(got) != string(want) || (got.GetError() != nil) != (err != nil) {
					t.Errorf("configuration %d, message %d: %.200s, %v; the filter: %.200s, %v", i, n, textOf(got), got.GetError(), want, err)
				}
				if string(want) != in.body {
					changed++
				}
			}
			if changed < 5 {
				t.Errorf("configuration %d changed %d messages", i, changed)
			}
			s.stop()
		}
	}
}

func TestFields(t *testing.T) {
	path := configured(t, `{"tool_overrides":{"list":{"exclude_fields":["url"],"response_modes":{"ids":["id"]}},"s.put":{"exclude_fields":["id"]}}}`)
	const body = `{"id":1,"url":"u","note":"n"}`
	for _, c := range []struct {
		fields string
		meta   map[string]string
		want   string
	}{
		{"", nil, body},
		{"tool: list", nil, `{"id":1,"note":"n"}`},
		{"tool: '${! @tool }'", map[string]string{"tool": "list"}, `{"id":1,"note":"n"}`},
		{"tool: '${! @tool }'", map[string]string{"tool": "other"}, body},
		{"tool: '${! @tool }'", nil, `{"note":"n"}`}, // the hiding rules of every tool
		{"tool: '${! meta(\"tool\") }'", nil, `{"note":"n"}`},
		{"tool: '${! json(\"note\") }'", nil, body},
		{"tool: put, server: '${! @server }'", map[string]string{"server": "s"}, `{"url":"u","note":"n"}`},
		{"tool: list, mode: '${! @mode }'", map[string]string{"mode": "ids"}, `{"id":1}`},
		{"tool: list, mode: '${! @mode }'", nil, `{"id":1,"note":"n"}`},
		{"fields: '${! @fields }'", map[string]string{"fields": "id,note"}, `{"id":1,"note":"n"}`},
		{"fields: note", nil, `{"note":"n"}`},
		{"profile: '${! @profile }', tool: list", map[string]string{"profile": "nosuch"}, withheld},
		{"dialect: '${! @dialect }'", map[string]string{"dialect": "mcp"}, withheld},
		{"dialect: '${! @dialect }'", map[string]string{"dialect": "plain"}, body},
	} {
		t.Run(c.fields, func(t *testing.T) {
			s := start(t, fmt.Sprintf(`shape: {config: %q, %s}`, path, c.fields))
			out := s.shape(message{body, c.meta})
			if len(out) != 1 || textOf(out[0]) != c.want || (out[0].GetError() != nil) != (c.want == withheld) {
				t.Errorf("%s, %v", textOf(out[0]), out[0].GetError())
			}
			s.stop()
		})
	}
}

// A message that cannot be shaped loses its content until shape_original brings it back, and
// no error holds any of it.
func TestRefusedMessages(t *testing.T) {
	const secret = `{"password":"canary-4711"`
	path := configured(t, `{"privacy":{"drop":["password"]}}`)
	shape := fmt.Sprintf(`shape: {config: %q}`, path)
	good, bad := message{body: `{"password":1,"a":2}`}, message{body: secret, meta: map[string]string{"n": "1"}}

	out := start(t, shape).shape(good, bad, good)
	if len(out) != 3 || textOf(out[0]) != `{"a":2}` || textOf(out[1]) != withheld || textOf(out[2]) != `{"a":2}` {
		t.Fatalf("%d messages", len(out))
	}
	if err := out[1].GetError(); err == nil || strings.Contains(err.Error(), "canary") || metaOf(out[1], "n") != "1" || metaOf(out[1], metaOutcome) != "error" {
		t.Errorf("%v", err)
	}
	out[1].MetaWalk(func(name, value string) error {
		if strings.Contains(value, "canary") {
			t.Errorf("the metadata %s hold content", name)
		}
		return nil
	})

	out = start(t, shape, `catch: [{shape_original: {}}]`).shape(bad, good)
	if textOf(out[0]) != secret || out[0].GetError() != nil || textOf(out[1]) != `{"a":2}` {
		t.Errorf("caught: %s, %v", textOf(out[0]), out[0].GetError())
	}
	if out = start(t, fmt.Sprintf(`shape: {config: %q, on_error: drop}`, path)).shape(bad, good); len(out) != 1 || textOf(out[0]) != `{"a":2}` {
		t.Errorf("drop: %d messages", len(out))
	}
	if out = start(t, fmt.Sprintf(`shape: {config: %q, operation: stats}`, path)).shape(bad, good); textOf(out[0]) != secret || out[0].GetError() == nil || textOf(out[1]) != good.body {
		t.Errorf("stats: %s", textOf(out[0]))
	}
}

func TestPassNeedsNoHidingRule(t *testing.T) {
	path := configured(t, `{"global":{"max_items":1}}`)
	s := start(t, fmt.Sprintf(`shape: {config: %q, on_error: pass}`, path))
	if out := s.shape(message{body: `no JSON`}); textOf(out[0]) != `no JSON` || metaOf(out[0], metaOutcome) != "unshaped" {
		t.Errorf("%s, %v", textOf(out[0]), out[0].GetError())
	}
	for _, hiding := range []string{`{"privacy":{"drop":["a"]}}`, `{"tool_overrides":{"t":{"exclude_fields":["a"]}}}`} {
		_, err := startStream(t, []string{fmt.Sprintf(`shape: {config: %q, on_error: pass}`, configured(t, hiding))})
		if err == nil || !strings.Contains(err.Error(), "on_error: pass is refused") {
			t.Errorf("%s: %v", hiding, err)
		}
	}
}

func TestRefusedFields(t *testing.T) {
	good := configured(t, `{}`)
	for _, c := range []struct{ fields, want string }{
		{"config: /nowhere/response_config.json", "/nowhere/response_config.json"},
		{"config: " + configured(t, `{"privacy":{"drop":["a..b"]}}`), "response_config.json:1:"},
		{"config: " + good + ", profile: nosuch", "nosuch"},
		{"config: " + good + ", dialect: nosuch", "nosuch"},
		{"config: " + good + ", fields: 'a..b'", "a..b"},
		{"config: " + good + ", operation: nosuch", "nosuch"},
		{"config: " + good + ", tool: '${! nosuch('", "lint"},
	} {
		if _, err := startStream(t, []string{"shape: {" + c.fields + "}"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.fields, err)
		}
	}
}

func TestMetadata(t *testing.T) {
	path := configured(t, `{"tool_overrides":{"list":{"exclude_fields":["url"]}}}`)
	for _, c := range []struct {
		fields string
		want   map[string]string
	}{
		{"tool: list", map[string]string{metaTool: "list", metaBytesIn: "20", metaBytesOut: "8", metaProfile: "minimal", metaOutcome: "shaped", metaTokensIn: ""}},
		{"tool: list, count_tokens: true", map[string]string{metaTokensIn: "8", metaTokensOut: "4"}},
		{"operation: stats, tool: list", map[string]string{metaBytesIn: "20", metaBytesOut: "8", metaTokensIn: "8", metaTokensOut: "4"}},
	} {
		out := start(t, fmt.Sprintf(`shape: {config: %q, %s}`, path, c.fields)).shape(message{body: `{"id":1,"url":"uuu"}`})
		for name, want := range c.want {
			if got := metaOf(out[0], name); got != want {
				t.Errorf("%s: %s is %q, want %q", c.fields, name, got, want)
			}
		}
	}
}

// privacy.detect and text_as act: their packages are linked.
func TestDetectorsAndTexts(t *testing.T) {
	s := start(t, fmt.Sprintf(`shape: {config: %q}`, configured(t, `{"privacy":{"detect":["pii","secrets"]}}`)))
	out := s.shape(message{body: `{"a":"mail jane.roe@example.org","key":"ghp_` + strings.Repeat("aB3dE5gH7j", 4)[:36] + `"}`})
	if text := textOf(out[0]); strings.Contains(text, "jane.roe") || strings.Contains(text, "ghp_aB3") {
		t.Errorf("detect: %s", text)
	}
	page, err := json.Marshal(map[string]any{"content": []any{map[string]any{"type": "text", "text": "<html><head><title>T</title><style>" + strings.Repeat("p{color:red} ", 40) + "</style></head><body><h1>Head</h1><p>One <b>bold</b> word.</p></body></html>"}}})
	if err != nil {
		t.Fatal(err)
	}
	s = start(t, fmt.Sprintf(`shape: {config: %q}`, configured(t, `{"global":{"text_as":"html"}}`)))
	if text := textOf(s.shape(message{body: string(page)})[0]); strings.Contains(text, "<style>") || !strings.Contains(text, "# Head") {
		t.Errorf("text_as: %s", text)
	}
}

// The configuration is followed while the stream runs, and a broken one leaves the last in force.
func TestStreamFollowsTheConfiguration(t *testing.T) {
	path := configured(t, `{"privacy":{"drop":["a"]}}`)
	p := processorOf(t, path)
	hold := func(want string, good bool) {
		t.Helper()
		if err := p.engine.watcher.Reload(t.Context()); (err == nil) != good {
			t.Fatal(err)
		}
		out, err := p.ProcessBatch(t.Context(), service.MessageBatch{service.NewMessage([]byte(`{"a":1,"b":2,"c":3}`))})
		if err != nil || textOf(out[0][0]) != want {
			t.Errorf("%s, %v; want %s", textOf(out[0][0]), err, want)
		}
	}
	hold(`{"b":2,"c":3}`, true)
	save(t, path, `{"privacy":{"drop":["b"]}}`)
	hold(`{"a":1,"c":3}`, true)
	save(t, path, `{"privacy":`)
	hold(`{"a":1,"c":3}`, false)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.engine.watcher.Reload(t.Context())
	out, _ := p.ProcessBatch(t.Context(), service.MessageBatch{service.NewMessage([]byte(`{"b":2,"c":3}`))})
	if textOf(out[0][0]) != `{"c":3}` {
		t.Errorf("without the file: %s", textOf(out[0][0]))
	}
	save(t, path, `{"privacy":{"drop":["c"]}}`)
	hold(`{"a":1,"b":2}`, true)
}

// processorOf returns a processor shape with a configuration.
func processorOf(t *testing.T, path string) *processor {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	conf, err := shapeSpec().ParseYAML(fmt.Sprintf("config: %q", path), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProcessor(conf, service.MockResources())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(context.Background()) })
	return p
}

// A batch ends early only with its context.
func TestContextEnds(t *testing.T) {
	p := processorOf(t, configured(t, `{}`))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := p.ProcessBatch(ctx, service.MessageBatch{service.NewMessage([]byte(`{}`))}); err != context.Canceled || out != nil {
		t.Errorf("%v, %v", out, err)
	}
}

func TestMetrics(t *testing.T) {
	s := start(t, fmt.Sprintf(`shape: {config: %q, tool: '${! @tool }', count_tokens: true}`, configured(t, `{"tool_overrides":{"list":{"exclude_fields":["a"]}}}`)))
	list := map[string]string{"tool": "list"}
	s.shape(message{`{"a":1,"b":2}`, list}, message{`{"a":1}`, list}, message{`{`, list}, message{`{}`, map[string]string{"tool": "unknown\n"}})
	answer := httptest.NewRecorder()
	s.mux.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	var told map[string]any
	if err := json.Unmarshal(answer.Body.Bytes(), &told); err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprint(told)
	for _, want := range []string{
		`shape_messages{label="",outcome="shaped",path="root.pipeline.processors.0",tool="list"}:2`,
		`shape_errors{label="",path="root.pipeline.processors.0",reason="invalid_json"}:1`,
		`shape_bytes_saved{label="",path="root.pipeline.processors.0",tool="list"}:11`,
		`shape_config_refused{label="",path="root.pipeline.processors.0"}:0`,
		`shape_latency_ns`, `shape_tokens_in{label="",path="root.pipeline.processors.0",tool="list"}:11`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is missing in %s", want, all)
		}
	}
}

func TestStats(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "sums.json")
	s := start(t, fmt.Sprintf(`shape: {config: %q, tool: '${! @tool }', operation: stats}`, configured(t, `{"tool_overrides":{"list":{"exclude_fields":["a"]}}}`)),
		fmt.Sprintf(`shape_stats: {path: %q, every: 3}`, path))
	list := map[string]string{"tool": "list"}
	out := s.shape(message{`{"a":1,"b":2}`, list}, message{`{`, list}, message{`{"c":1}`, map[string]string{"tool": "other"}})
	if len(out) != 3 || textOf(out[0]) != `{"a":1,"b":2}` {
		t.Fatal("the messages changed")
	}
	read := func() (told sums) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil || json.Unmarshal(text, &told) != nil {
			t.Fatal(err)
		}
		return told
	}
	told := read() // three messages and the first one
	if told.Calls != 4 || told.Refused != 1 || told.BytesIn != 13+7+2 || len(told.Groups) != 3 || told.Groups[0].Name != "list" || told.Groups[0].Calls != 2 || told.Groups[0].BytesOut != 7 {
		t.Errorf("%+v", told)
	}
	batch := make([]message, 5000)
	for i := range batch {
		batch[i] = message{`{}`, map[string]string{"tool": fmt.Sprintf("tool %d %s", i, strings.Repeat("x", 400))}}
	}
	s.shape(batch...)
	s.shape(message{`{}`, list}) // written at the end alone
	s.stop()
	told = read()
	if last := told.Groups[len(told.Groups)-1]; told.Calls != 5005 || len(told.Groups) != 4097 || last.Name != "_other" || len(told.Groups[5].Name) > 210 {
		t.Errorf("%d calls, %d groups, the last is %+v", told.Calls, len(told.Groups), last)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	if _, err := startStream(t, []string{`shape_stats: {path: /nowhere/sums.json}`}); err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("a path that cannot be written: %v", err)
	}
}

// A cut result is in the archive, and its metadata hold the handle. A store that is down keeps
// the result whole.
func TestArchive(t *testing.T) {
	const body = `{"rows":[1,2,3]}`
	folder, keys, server := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "keys"), miniredis.RunT(t)
	save(t, keys, strings.Repeat("0a", 32)+"\n")
	directory := archive.Settings{Store: "directory", Path: folder}
	shared := archive.Settings{Store: "redis", URL: "redis://" + server.Addr(), KeyFile: keys}
	for _, c := range []struct {
		configuration, fields string
		store                 archive.Settings
	}{
		{fmt.Sprintf(`{"global":{"max_items":1,"archive":{"store":"directory","path":%q}}}`, folder), "", directory},
		{fmt.Sprintf(`{"global":{"max_items":1,"archive":{"store":"redis","url":%q,"key_file":%q}}}`, shared.URL, keys), "", shared},
		{`{"global":{"max_items":1,"archive":{"store":"memory"}}}`, fmt.Sprintf(", archive_url: %q, archive_key_file: %q", shared.URL, keys), shared},
	} {
		s := start(t, fmt.Sprintf(`shape: {config: %q%s}`, configured(t, c.configuration), c.fields))
		out := s.shape(message{body: body})[0]
		results, err := archive.Open(c.store)
		if err != nil {
			t.Fatal(err)
		}
		full, err := results.Redeem(t.Context(), archive.Handle(metaOf(out, metaHandle)))
		if textOf(out) != `{"rows":[1]}` || err != nil || string(full) != body {
			t.Errorf("%s: %s, %s, %v", c.store.Store, textOf(out), full, err)
		}
		if c.store.Store == "redis" {
			server.SetError("LOADING down")
			if out = s.shape(message{body: `{"rows":[4,5,6]}`})[0]; textOf(out) != `{"rows":[4,5,6]}` || metaOf(out, metaHandle) != "" {
				t.Errorf("a store that is down: %s", textOf(out))
			}
			server.SetError("")
		}
		results.Store.Close()
		s.stop()
	}
	p := processorOf(t, configured(t, fmt.Sprintf(`{"global":{"archive":{"store":"redis","url":%q,"key_file":%q}}}`, shared.URL, keys)))
	for range 2 {
		p.Close(t.Context())
	}
	if _, err := p.engine.results.Keep(t.Context(), []byte(body)); err == nil {
		t.Error("the archive is open after the end of the stream")
	}
	server.Close()
	for _, url := range []string{shared.URL, "redis://user:canary@127.0.0.1:1", "nosuch://user:canary@host"} {
		_, err := startStream(t, []string{fmt.Sprintf(`shape: {config: %q, archive_url: %q, archive_key_file: %q}`, configured(t, `{}`), url, keys)})
		if err == nil || !strings.Contains(err.Error(), "archive: ") || strings.Contains(err.Error(), "canary") {
			t.Errorf("%v", err)
		}
	}
}
