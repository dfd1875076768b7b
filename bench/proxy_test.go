package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// The roles of the test program as another process, and the size of the server's results.
const (
	roleEnv = "SHAPE_BENCH_ROLE"
	sizeEnv = "SHAPE_BENCH_SIZE"
)

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleEnv); role {
	case "":
		os.Exit(m.Run())
	case "server":
		serveRecords()
	default:
		stand(specs[role])
	}
}

// specs are two configurations of a proxy. One changes nothing; one drops rarely read
// members and nulls.
var specs = map[string]profiles.Spec{
	"identity": {Global: profiles.Global{Settings: profiles.Settings{Dialect: new("plain")}}},
	"shaped": {
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true)}},
		Tools:  []profiles.Tool{{Name: "list", ExcludeFields: []string{"*_url", "node_id", "gravatar_id"}}},
	},
}

// serveRecords is a server whose tool lists records, in both halves of its result and
// with a schema.
func serveRecords() {
	size, _ := strconv.Atoi(os.Getenv(sizeEnv))
	list, result := recordsTool(size)
	in := bufio.NewReader(os.Stdin)
	for {
		asked, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if bytes.Contains(asked, []byte("tools/list")) {
			os.Stdout.Write(list)
		} else {
			os.Stdout.Write(result)
		}
	}
}

// recordsTool are the answers of the server, whose results have some size.
func recordsTool(size int) (list, result []byte) {
	doc := Records(size / 2)
	schema, _ := json.Marshal(schemaOf(decoded(doc)))
	list = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"list","inputSchema":{"type":"object"},"outputSchema":%s}]}}`+"\n", schema)
	text, _ := json.Marshal(string(doc))
	return list, fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":%s}],"structuredContent":%s},"jsonrpc":"2.0","id":1}`+"\n", text, doc)
}

func decoded(doc []byte) (v any) {
	if err := json.Unmarshal(doc, &v); err != nil {
		panic(err)
	}
	return v
}

// schemaOf is a strict schema of a document whose lists hold records of one kind.
func schemaOf(v any) map[string]any {
	switch v := v.(type) {
	case map[string]any:
		properties := map[string]any{}
		for name, value := range v {
			properties[name] = schemaOf(value)
		}
		return map[string]any{"type": "object", "properties": properties, "required": slices.AppendSeq([]string{}, maps.Keys(v)), "additionalProperties": false}
	case []any:
		if len(v) > 0 {
			return map[string]any{"type": "array", "items": schemaOf(v[0])}
		}
	}
	return map[string]any{}
}

// stand is a proxy in front of the server.
func stand(spec profiles.Spec) {
	os.Setenv(roleEnv, "server")
	p := stdio.Proxy{Server: mcp.New(engineOf(spec)), In: os.Stdin, Out: os.Stdout, Stderr: os.Stderr}
	if _, err := p.Run(context.Background(), os.Args[0]); err != nil {
		panic(err)
	}
}

func engineOf(spec profiles.Spec) *shaper.Engine {
	set, err := profiles.New(spec)
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	return eng
}

// line is a server, or a proxy in front of one, with its client.
type line struct {
	to   io.Writer
	from *bufio.Reader
}

// newLine starts a role of the test program, behind a command if there is one.
func newLine(b *testing.B, role string, size int, command ...string) *line {
	b.Helper()
	command = append(command, os.Args[0])
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), roleEnv+"="+role, sizeEnv+"="+strconv.Itoa(size))
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	from, fault := cmd.StdoutPipe()
	if err := cmp.Or(err, fault, cmd.Start()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		to.Close()
		cmd.Wait()
	})
	return &line{to, bufio.NewReaderSize(from, 1<<20)}
}

// ask sends a request, and returns the answer and how long that took.
func (l *line) ask(b *testing.B, method string) ([]byte, time.Duration) {
	begin := time.Now()
	fmt.Fprintf(l.to, `{"jsonrpc":"2.0","id":1,"method":%q,"params":{"name":"list"}}`+"\n", method)
	answer, err := l.from.ReadBytes('\n')
	if err != nil {
		b.Fatal(err)
	}
	return answer, time.Since(begin)
}

// BenchmarkProxy asks a server in three ways in turn. They are directly, through a proxy
// that changes nothing, and through one that shapes both halves and narrows the schema.
// Server, proxy and client are separate processes.
func BenchmarkProxy(b *testing.B) {
	for _, size := range []int{10 << 10, 100 << 10, 2 << 20} {
		b.Run(strconv.Itoa(size), func(b *testing.B) { benchmarkProxy(b, size) })
	}
}

func benchmarkProxy(b *testing.B, size int) {
	roles := []string{"server", "identity", "shaped"}
	_, plain := recordsTool(size)
	lines, want := make([]*line, len(roles)), make([][]byte, len(roles))
	for i, role := range roles {
		lines[i] = newLine(b, role, size)
		lines[i].ask(b, "tools/list")
		want[i], _ = lines[i].ask(b, "tools/call")
		if same := bytes.Equal(want[i], plain); same != (role != "shaped") {
			b.Fatalf("%s: the result is the server's: %v", role, same)
		}
	}
	if fields := bytes.Count(want[2], []byte(`_url`)); fields > 0 || len(want[2]) > len(plain)*4/5 {
		b.Fatalf("%d fields are left that go, in %d of %d bytes", fields, len(want[2]), len(plain))
	}
	times := make([]Samples, len(roles))
	b.ResetTimer()
	InTurn(b.N, len(roles), func(i int) error {
		got, took := lines[i].ask(b, "tools/call")
		if !bytes.Equal(got, want[i]) {
			b.Fatalf("%s: another result than before", roles[i])
		}
		times[i] = append(times[i], took.Seconds())
		return nil
	})
	direct, identity, shaped := times[0].Median(), times[1].Median(), times[2].Median()
	b.ReportMetric(direct*1e6, "µs-direct")
	b.ReportMetric(identity/direct, "identity/direct")
	b.ReportMetric(shaped/identity, "shaped/identity")
}

// BenchmarkRecord compares the command shape proxy with and without --record. A second one
// without it shows the noise. An iteration is a round. In a round each proxy gets calls for
// a second, one every five milliseconds, so that it also writes its recording then. The
// median of a round is its figure, and the quieter half of all rounds counts.
func BenchmarkRecord(b *testing.B) {
	dir := b.TempDir()
	program, file := filepath.Join(dir, "shape"), filepath.Join(dir, "c.json")
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/shape").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(file, []byte(`{"tool_overrides": {"list": {"exclude_fields": ["*_url", "node_id"]}}}`), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Setenv("HOME", dir)
	b.Setenv("XDG_STATE_HOME", dir)
	for _, size := range []int{10 << 10, 100 << 10} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			var lines []*line
			for _, flag := range []string{"--counter=estimate", "--counter=estimate", "--record"} {
				lines = append(lines, newLine(b, "server", size, program, "proxy", "--config", file, flag, "--"))
			}
			benchmarkRecord(b, lines)
		})
	}
}

func benchmarkRecord(b *testing.B, lines []*line) {
	times := make([]Samples, len(lines))
	for _, l := range lines {
		l.ask(b, "tools/list")
		l.ask(b, "tools/call")
	}
	b.ResetTimer()
	InTurn(b.N, len(lines), func(i int) error {
		var round Samples
		for begin := time.Now(); time.Since(begin) < time.Second; time.Sleep(5 * time.Millisecond) {
			_, took := lines[i].ask(b, "tools/call")
			round = append(round, took.Seconds())
		}
		times[i] = append(times[i], round.Median())
		return nil
	})
	var quiet [3]float64
	for i, all := range times {
		quiet[i] = Samples(slices.Sorted(slices.Values(all))[:(len(all)+1)/2]).Median()
	}
	b.ReportMetric(quiet[0]*1e6, "µs-plain")
	b.ReportMetric(quiet[1]/quiet[0], "again/plain")
	b.ReportMetric(quiet[2]/min(quiet[0], quiet[1]), "record/plain")
}

// BenchmarkExchange measures the work of a proxy on a result, without pipes and processes.
func BenchmarkExchange(b *testing.B) {
	for _, size := range []int{10 << 10, 100 << 10, 2 << 20} {
		for _, role := range []string{"identity", "shaped"} {
			b.Run(role+"/"+strconv.Itoa(size), func(b *testing.B) { benchmarkExchange(b, specs[role], size) })
		}
	}
}

func benchmarkExchange(b *testing.B, spec profiles.Spec, size int) {
	x := mcp.New(engineOf(spec)).Session().Exchange()
	list, result := recordsTool(size)
	ask := func(method string, answer []byte) []byte {
		x.FromClient(b.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":{"name":"list"}}`, method))
		return x.FromServer(b.Context(), answer)
	}
	ask("tools/list", list)
	want := ask("tools/call", result)
	b.SetBytes(int64(len(result)))
	b.ReportAllocs()
	for b.Loop() {
		if got := ask("tools/call", result); len(got) != len(want) {
			b.Fatalf("%d bytes, before %d", len(got), len(want))
		}
	}
}
