package prom_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

var update = flag.Bool("update", false, "write the text that is wanted")

// The text is testdata/metrics.txt: values of labels are escaped, buckets add up.
func TestText(t *testing.T) {
	m := prom.New()
	for _, e := range []shaper.Event{
		{Applied: []string{"weather.*", "weather.forecast"}, Profile: "minimal", Dialect: "mcp", Outcome: shaper.OutcomeShaped, BytesIn: 256, BytesOut: 100, Took: 10 * time.Microsecond, Counter: "estimate", TokensIn: 50, TokensOut: 20},
		{Tool: "unknown", Profile: "minimal", Dialect: "mcp", Outcome: shaper.OutcomeShaped, BytesIn: 257, BytesOut: 100, Took: time.Minute},
		{Tool: "unknown too", Profile: "minimal", Dialect: "mcp", Outcome: shaper.OutcomeShaped, BytesIn: 1 << 30, BytesOut: 1 << 30, Took: time.Millisecond, Counter: "estimate", TokensIn: 5, TokensOut: 6},
		{Applied: []string{"a\"b\\c\nd\xff"}, Outcome: shaper.OutcomeError, BytesIn: 1},
	} {
		m.Shaped(e)
	}
	m.Loaded(time.UnixMilli(1767323045006))
	m.Watches("notify")
	m.Reloaded(false, time.UnixMilli(1767323046006))
	m.Watches("poll")
	m.Reloaded(true, time.Time{})
	answer := httptest.NewRecorder()
	m.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	got := answer.Body.Bytes()
	if *update {
		os.WriteFile("testdata/metrics.txt", got, 0o666)
	}
	want, err := os.ReadFile("testdata/metrics.txt")
	if err != nil || !bytes.Equal(got, want) || answer.Header().Get("Content-Type") != "text/plain; version=0.0.4; charset=utf-8" {
		t.Errorf("%v, %s, got\n%s", err, answer.Header(), got)
	}
}

var line = regexp.MustCompile(`^([a-z_]+(\{([a-z]+="([^"\\\n]|\\[\\"n])*",?)+\})? [0-9.e+-]+|# HELP [a-z_]+ [ -~]+|# TYPE [a-z_]+ (counter|gauge|histogram))$`)

// Whatever names there are, each line is one of the format.
func FuzzLawsMetricsAreLines(f *testing.F) {
	f.Add("t", "minimal", "mcp", "estimate")
	f.Add("\"} 1\n", "\\", "\xff", "")
	f.Fuzz(func(t *testing.T, tool, profile, dialect, counter string) {
		m := prom.New()
		m.Shaped(shaper.Event{Applied: []string{tool}, Profile: profile, Dialect: dialect, Counter: counter, TokensIn: 1})
		m.Watches(tool)
		var text bytes.Buffer
		m.WriteTo(&text)
		for one := range strings.Lines(text.String()) {
			if !line.MatchString(strings.TrimSuffix(one, "\n")) {
				t.Fatalf("%q", one)
			}
		}
	})
}

// A hundred thousand tools make no more series than the configuration has names. The series
// are bounded for any number of names. No response is lost.
func TestSeriesAreBounded(t *testing.T) {
	const tools = 100_000
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "known_*"}}})
	if err != nil {
		t.Fatal(err)
	}
	m := prom.New()
	eng, err := shaper.New(set, shaper.WithObserver(m))
	if err != nil {
		t.Fatal(err)
	}
	for i := range tools {
		eng.AppendShape(nil, shaper.Request{Tool: fmt.Sprintf("%s%d", []string{"known_", "unknown"}[i%2], i), Body: []byte(`{}`)})
	}
	if n := series(m); n != 2 {
		t.Errorf("%d series", n)
	}
	for i := range tools {
		m.Shaped(shaper.Event{Applied: []string{fmt.Sprint(i)}, Outcome: shaper.OutcomeShaped})
	}
	if n := series(m); n != 1<<12+1 {
		t.Errorf("%d series of any names", n)
	}
	var text bytes.Buffer
	m.WriteTo(&text)
	if !strings.Contains(text.String(), fmt.Sprintf("\nshape_duration_seconds_count %d\n", 2*tools)) {
		t.Error("some are lost")
	}
}

func series(m *prom.Metrics) int {
	var text bytes.Buffer
	m.WriteTo(&text)
	return strings.Count(text.String(), "\nshape_responses_total{")
}

// Tool results are counted under the names that the server listed, at most 256, with the
// tokens before and after. Results of other names are counted together. A caller cannot create
// a label.
func TestToolsByName(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"secret"}}}})
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		t.Fatal(err)
	}
	m := prom.New()
	x := mcp.New(eng, mcp.WithObserver(m)).Session().Exchange()
	list := []string{}
	for i := range 300 {
		list = append(list, fmt.Sprintf(`{"name":"t%d"}`, i))
	}
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[`+strings.Join(list, ",")+`]}}`))
	for _, name := range []string{"t0", "t255", "t256", "t299", "made up"} {
		x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":2,"method":"tools/call","params":{"name":%q}}`, name))
		x.FromServer(t.Context(), []byte(`{"id":2,"result":{"content":[{"type":"text","text":"{\"secret\":\"one two three\",\"a\":1}"}]}}`))
	}
	x.FromClient(t.Context(), []byte(`{"id":3,"method":"tools/call","params":{"name":"t0"}}`))
	x.FromServer(t.Context(), []byte(`{"id":3,"result":{"content":[],"isError":true}}`))
	var text bytes.Buffer
	m.WriteTo(&text)
	for _, want := range []string{
		`shape_tool_results_total{tool="t0",result="ok"} 1`, `shape_tool_results_total{tool="t0",result="error"} 1`,
		`shape_tool_results_total{tool="t255",result="ok"} 1`, `shape_tool_results_total{tool="_other",result="ok"} 3`,
	} {
		if !strings.Contains(text.String(), want+"\n") {
			t.Errorf("%s is missing", want)
		}
	}
	before, after := tokensOf(t, text.String(), "t0")
	if after <= 0 || after >= before {
		t.Errorf("%d tokens before, %d after", before, after)
	}
	if strings.Contains(text.String(), "made up") || strings.Count(text.String(), "\nshape_tool_results_total{") != 4 {
		t.Error(text.String())
	}
}

func tokensOf(t *testing.T, text, tool string) (before, after int) {
	t.Helper()
	for line := range strings.Lines(text) {
		fmt.Sscanf(line, `shape_tool_tokens_total{tool="`+tool+`",direction="in"} %d`, &before)
		fmt.Sscanf(line, `shape_tool_tokens_total{tool="`+tool+`",direction="out"} %d`, &after)
	}
	return before, after
}

// Many goroutines may count during a read.
func TestMetricsAtOnce(t *testing.T) {
	m := prom.New()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				m.Shaped(shaper.Event{Outcome: shaper.OutcomeShaped})
				series(m)
			}
		})
	}
	all.Wait()
	var text bytes.Buffer
	m.WriteTo(&text)
	if !strings.Contains(text.String(), `outcome="shaped"} 800`) {
		t.Errorf("got %s", text.String())
	}
}
