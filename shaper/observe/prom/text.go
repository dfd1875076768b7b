package prom

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// text is the metrics as they are now: families in one order, and samples in one.
func (m *Metrics) text() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	var p page
	p.family("shape_responses_total", "counter", "Responses, by the entry of tool_overrides that applied.")
	responses := slices.Collect(maps.Keys(m.responses))
	sort.Slice(responses, func(i, j int) bool { return responses[i].compare(responses[j]) < 0 })
	for _, r := range responses {
		p.count(m.responses[r], "tool", r.tool, "profile", r.profile, "dialect", r.dialect, "outcome", r.outcome)
	}
	p.family("shape_response_bytes", "histogram", "Size of responses, as they came and as they went.")
	p.histogram(&m.in, "direction", "in")
	p.histogram(&m.out, "direction", "out")
	p.family("shape_duration_seconds", "histogram", "Time that shaping a response took.")
	p.histogram(&m.took)
	p.family("shape_tokens_saved_total", "counter", "Tokens that budgets saved, where they were counted.")
	for _, counter := range slices.Sorted(maps.Keys(m.saved)) {
		p.count(m.saved[counter], "counter", counter)
	}
	p.family("shape_tool_results_total", "counter", "Results of tools behind an MCP server, by the name of the tool.")
	calls := slices.Collect(maps.Keys(m.calls))
	sort.Slice(calls, func(i, j int) bool { return calls[i].compare(calls[j]) < 0 })
	for _, c := range calls {
		p.count(m.calls[c], "tool", c.tool, "result", c.result)
	}
	p.family("shape_tool_tokens_total", "counter", "Estimated tokens of results of tools, as they came and as they went.")
	for _, tool := range slices.Sorted(maps.Keys(m.tokens)) {
		p.count(m.tokens[tool].in, "tool", tool, "direction", "in")
		p.count(m.tokens[tool].out, "tool", tool, "direction", "out")
	}
	if len(m.would) > 0 {
		p.family("shape_tool_tokens_would_save_total", "counter", "Estimated tokens that rules under the key audit would save.")
	}
	for _, tool := range slices.Sorted(maps.Keys(m.would)) {
		p.count(m.would[tool], "tool", tool)
	}
	if m.config != nil {
		p.configuration(m.config)
	}
	return p.out
}

func (r response) compare(other response) int {
	return cmp.Or(cmp.Compare(r.tool, other.tool), cmp.Compare(r.profile, other.profile), cmp.Compare(r.dialect, other.dialect), cmp.Compare(r.outcome, other.outcome))
}

func (c call) compare(other call) int {
	return cmp.Or(cmp.Compare(c.tool, other.tool), cmp.Compare(c.result, other.result))
}

// page is a text in the making.
type page struct {
	out  []byte
	name string // of the family
}

func (p *page) family(name, kind, help string) {
	p.name = name
	p.out = fmt.Appendf(p.out, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", name, help, kind)
}

func (p *page) count(n uint64, labels ...string) { p.sample("", strconv.FormatUint(n, 10), labels...) }

func (p *page) number(n float64, labels ...string) { p.sample("", spelled(n), labels...) }

func spelled(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// sample writes a line. Labels are names and values in turn.
func (p *page) sample(suffix, value string, labels ...string) {
	p.out = append(append(p.out, p.name...), suffix...)
	for i := 0; i < len(labels); i += 2 {
		before := byte('{')
		if i > 0 {
			before = ','
		}
		p.out = append(append(p.out, before), labels[i]+`="`+escape.Replace(strings.ToValidUTF8(labels[i+1], "\ufffd"))+`"`...)
	}
	if len(labels) > 0 {
		p.out = append(p.out, '}')
	}
	p.out = append(append(p.out, ' '), value+"\n"...)
}

// escape is of the values of labels.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// histogram writes the cumulative buckets: each one includes all lower ones.
func (p *page) histogram(h *histogram, labels ...string) {
	total := uint64(0)
	for i, n := range h.counts {
		total += n
		bound := "+Inf"
		if i < len(h.bounds) {
			bound = spelled(h.bounds[i])
		}
		p.sample("_bucket", strconv.FormatUint(total, 10), append(slices.Clip(labels), "le", bound)...)
	}
	p.sample("_sum", spelled(h.sum), labels...)
	p.sample("_count", strconv.FormatUint(total, 10), labels...)
}

// configuration writes the state of the file.
func (p *page) configuration(c *configuration) {
	p.family("shape_config_last_reload_successful", "gauge", "Whether the configuration as it is now is in use.")
	p.number(oneIf(!c.refused))
	p.family("shape_config_last_reload_success_timestamp_seconds", "gauge", "When the configuration in use came into use.")
	p.sample("", strconv.FormatFloat(float64(c.at.UnixMilli())/1000, 'f', 3, 64))
	p.family("shape_config_reloads_total", "counter", "Changes of the configuration.")
	p.count(c.good, "result", "success")
	p.count(c.bad, "result", "failure")
	p.family("shape_watch_mode", "gauge", "How changes of the configuration are seen.")
	for _, mode := range slices.Sorted(maps.Keys(c.seen)) {
		p.number(oneIf(mode == c.mode), "mode", mode)
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
