// Package prom counts responses and writes the counts in the text format of Prometheus
// (version 0.0.4). It holds numbers and names of the configuration.
package prom

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/buckets"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Metrics are the metrics of an engine and of an MCP server. It is a [shaper.Observer], an
// [mcp.Observer], and an [http.Handler] that serves the counts. It is safe for concurrent use.
type Metrics struct {
	mu        sync.Mutex
	responses map[response]uint64
	in, out   histogram // bytes
	took      histogram // seconds
	saved     map[string]uint64
	calls     map[call]uint64
	tokens    map[string]inOut  // by tool
	would     map[string]uint64 // tokens that audits would save, by tool
	config    *configuration    // nil without a report on the configuration
}

// response is the set of labels under which responses are counted.
type response struct{ tool, profile, dialect, outcome string }

// call is the set of labels under which tool results are counted.
type call struct{ tool, result string }

// inOut are tokens before and after.
type inOut struct{ in, out uint64 }

// configuration is the state of the file behind the engine.
type configuration struct {
	refused   bool
	at        time.Time // of its first use
	good, bad uint64    // reloads
	mode      string
	seen      map[string]bool
}

// mostSeries bounds the series of responses, since configurations come and go.
const mostSeries = 1 << 12

const other = "_other"

// New returns empty metrics.
func New() *Metrics {
	return &Metrics{
		responses: map[response]uint64{}, saved: map[string]uint64{}, calls: map[call]uint64{}, tokens: map[string]inOut{}, would: map[string]uint64{},
		in: newHistogram(buckets.Bytes), out: newHistogram(buckets.Bytes), took: newHistogram(buckets.Seconds),
	}
}

// Shaped counts a response.
func (m *Metrics) Shaped(e shaper.Event) {
	key := response{e.Entry(), e.Profile, e.Dialect, string(e.Outcome)}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.responses[key]; !known && len(m.responses) >= mostSeries {
		key = response{other, other, other, string(e.Outcome)}
	}
	m.responses[key]++
	m.in.observe(float64(e.BytesIn))
	m.out.observe(float64(e.BytesOut))
	m.took.observe(e.Took.Seconds())
	if e.Counter != "" {
		m.saved[e.Counter] += uint64(max(0, e.TokensIn-e.TokensOut))
	}
}

// Answered counts the result of a tool, and its tokens before and after, by an estimate.
// The label of a tool is [mcp.Event.Label].
func (m *Metrics) Answered(e mcp.Event) {
	result := "ok"
	switch {
	case e.Refused != nil:
		result = "refused"
	case e.IsError:
		result = "error"
	}
	before, after := e.Tokens(tokens.Estimate{})
	_, would, _ := e.WouldSave(tokens.Estimate{})
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls[call{e.Label(), result}]++
	t := m.tokens[e.Label()]
	m.tokens[e.Label()] = inOut{t.in + uint64(before), t.out + uint64(after)}
	if would > 0 {
		m.would[e.Label()] += uint64(would)
	}
}

// Loaded records the time of the first configuration.
func (m *Metrics) Loaded(at time.Time) { m.told(func(c *configuration) { c.at = at }) }

// Reloaded records a change of the configuration: the time of its first use, or a refusal.
func (m *Metrics) Reloaded(refused bool, at time.Time) {
	m.told(func(c *configuration) {
		if c.refused = refused; refused {
			c.bad++
			return
		}
		c.good, c.at = c.good+1, at
	})
}

// Watches records the mode of the watch on the configuration.
func (m *Metrics) Watches(mode string) {
	m.told(func(c *configuration) {
		c.mode = mode
		c.seen[mode] = true
	})
}

func (m *Metrics) told(change func(*configuration)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.config == nil {
		m.config = &configuration{seen: map[string]bool{}}
	}
	change(m.config)
}

// ServeHTTP writes the metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.WriteTo(w) // the client may have gone
}

// WriteTo writes the metrics.
func (m *Metrics) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(m.text())
	return int64(n), err
}
