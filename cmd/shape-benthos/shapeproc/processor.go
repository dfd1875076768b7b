package shapeproc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// The names of the metadata that the processor sets.
const (
	metaTool      = "shape_tool"
	metaBytesIn   = "shape_bytes_in"
	metaBytesOut  = "shape_bytes_out"
	metaTokensIn  = "shape_tokens_in"
	metaTokensOut = "shape_tokens_out"
	metaProfile   = "shape_profile"
	metaOutcome   = "shape_outcome"
	metaHandle    = "shape_handle"
)

func init() {
	service.MustRegisterBatchProcessor("shape", shapeSpec(), func(conf *service.ParsedConfig, res *service.Resources) (service.BatchProcessor, error) {
		return newProcessor(conf, res)
	})
	service.MustRegisterBatchProcessor("shape_original", service.NewConfigSpec().
		Summary("Brings back the content of messages that the processor `shape` refused.").
		Description("Use it in front of a dead-letter output. The content is as it came: nothing of it is hidden.").
		Field(service.NewObjectField("").Default(map[string]any{})),
		func(*service.ParsedConfig, *service.Resources) (service.BatchProcessor, error) {
			return original{}, nil
		})
}

// shapeSpec returns the fields of the processor shape.
func shapeSpec() *service.ConfigSpec {
	spec := service.NewConfigSpec().
		Summary("Drops, shortens and hides fields of tool results.").
		Description("A message that cannot be shaped gets an error and loses its content. The processor `shape_original` brings the content back, for a dead-letter output.").
		Field(service.NewStringField("config").Default("").
			Description("The path of the configuration, which is followed while the stream runs. Without it the usual places are searched."))
	for _, f := range requestFields {
		spec.Field(service.NewInterpolatedStringField(f.name).Default("").Description(f.description))
	}
	return spec.Fields(
		service.NewStringAnnotatedEnumField("operation", map[string]string{
			"shape": "all rules",
			"hide":  "the hiding rules alone",
			"stats": "the message stays as it is, and its metadata tell the sizes that shape would give it",
		}).Default("shape"),
		service.NewStringAnnotatedEnumField("on_error", map[string]string{
			"fail": "the message goes on with its error and without its content",
			"drop": "the message is dropped",
			"pass": "a message that cannot be shaped passes; this needs a configuration that hides nothing",
		}).Default("fail"),
		service.NewStringField("archive_url").Default("").Secret().
			Description("The store for full results, such as `redis://cache:6379`, instead of the configured one."),
		service.NewStringField("archive_key_file").Default("").Description("The keys of the store, instead of the configured ones."),
		service.NewBoolField("count_tokens").Default(false).
			Description("Counts tokens into the metadata. This takes longer than shaping. `stats` always counts."),
	)
}

// processor shapes messages. It is safe for concurrent use: all threads of a pipeline share it.
type processor struct {
	requests requests
	engine   engine
	leaves   bool // the operation is stats
	counts   bool
	onError  string
	metrics  metrics
}

// metrics counts messages. Its labels are names of the configuration and fixed words.
type metrics struct {
	messages, errors, bytesSaved, tokensIn, tokensOut, unkept *service.MetricCounter

	latency *service.MetricTimer
	refused *service.MetricGauge // 1 while the file as it is now is not in use
}

func newMetrics(m *service.Metrics) metrics {
	return metrics{
		m.NewCounter("shape_messages", "tool", "outcome"), m.NewCounter("shape_errors", "reason"), m.NewCounter("shape_bytes_saved", "tool"),
		m.NewCounter("shape_tokens_in", "tool"), m.NewCounter("shape_tokens_out", "tool"), m.NewCounter("shape_archive_errors"),
		m.NewTimer("shape_latency_ns"), m.NewGauge("shape_config_refused"),
	}
}

func newProcessor(conf *service.ParsedConfig, res *service.Resources) (*processor, error) {
	var from sources
	var operation string
	p := &processor{}
	r, err := newRequests(conf)
	for name, to := range map[string]*string{
		"config": &from.config, "archive_url": &from.archiveURL, "archive_key_file": &from.keyFile, "operation": &operation, "on_error": &p.onError,
	} {
		if err == nil {
			*to, err = conf.FieldString(name)
		}
	}
	if err == nil {
		p.counts, err = conf.FieldBool("count_tokens")
	}
	if err != nil {
		return nil, err
	}
	r.fixed.HidingOnly, p.leaves = operation == "hide", operation == "stats"
	p.counts = p.counts || p.leaves
	from.passes = p.onError == "pass"
	if p.engine, err = open(from, r, res.Logger()); err != nil {
		return nil, err
	}
	p.requests, p.metrics = r, newMetrics(res.Metrics())
	return p, nil
}

// ProcessBatch shapes each message and keeps their order. Its error is that of ctx.
func (p *processor) ProcessBatch(ctx context.Context, batch service.MessageBatch) ([]service.MessageBatch, error) {
	refused := int64(0)
	if p.engine.watcher.Status().Err != nil {
		refused = 1
	}
	p.metrics.refused.Set(refused)
	out := make(service.MessageBatch, 0, len(batch))
	for _, m := range batch {
		shaped, err := p.shape(ctx, m)
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		if err != nil {
			p.metrics.errors.Incr(1, reasonOf(err))
			shaped = p.failed(m, err)
		}
		if shaped != nil {
			out = append(out, shaped)
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	return []service.MessageBatch{out}, nil
}

// Close ends the following of the configuration, and closes the archive. Benthos may call it more
// than once, and while other threads still shape: their results then stay whole.
func (p *processor) Close(context.Context) error {
	p.engine.close()
	return nil
}

// shape returns a shaped copy of a message. Errors hold none of its content.
func (p *processor) shape(ctx context.Context, m *service.Message) (out *service.Message, err error) {
	defer func() {
		if recover() != nil { // the value of the panic may be content
			out, err = nil, errors.New("a fault of shape itself; please report it")
		}
	}()
	began := time.Now()
	req, err := p.requests.of(m)
	if err != nil {
		return nil, err
	}
	if req.Body, err = m.AsBytes(); err != nil {
		return nil, errors.New("the message has no bytes")
	}
	res, err := p.engine.Shape(ctx, req)
	if err != nil {
		return nil, err
	}
	if misfit := res.Report.Misfit; misfit != "" {
		return nil, fmt.Errorf("no %s envelope here: %s", req.Dialect, misfit)
	}
	out = m.Copy()
	if !p.leaves {
		out.SetBytes(res.Body)
	}
	labelTool(out, req)
	p.tell(out, req.Body, res)
	p.metrics.latency.Timing(time.Since(began).Nanoseconds())
	return out, nil
}

// labelTool sets the name of the tool, if the message gives one.
func labelTool(out *service.Message, req shaper.Request) {
	if req.Tool != "" && req.Tool != profiles.AnyTool {
		out.MetaSetMut(metaTool, req.Tool)
	}
}

// tell sets the other metadata of a shaped message, and counts it.
func (p *processor) tell(out *service.Message, body []byte, res shaper.Result) {
	tool, outcome := shaper.EntryOf(res.Report.Applied), string(shaper.OutcomeOf(&res.Report, nil))
	out.MetaSetMut(metaBytesIn, len(body))
	out.MetaSetMut(metaBytesOut, len(res.Body))
	out.MetaSetMut(metaProfile, res.Report.Profile)
	out.MetaSetMut(metaOutcome, outcome)
	kept := &res.Report.Kept
	if kept.Handle != "" {
		out.MetaSetMut(metaHandle, string(kept.Handle))
	}
	if kept.Err != nil {
		p.metrics.unkept.Incr(1)
	}
	p.metrics.messages.Incr(1, tool, outcome)
	p.metrics.bytesSaved.Incr(max(int64(len(body)-len(res.Body)), 0), tool)
	if p.counts {
		before, after := tokensOf(body), tokensOf(res.Body)
		out.MetaSetMut(metaTokensIn, before)
		out.MetaSetMut(metaTokensOut, after)
		p.metrics.tokensIn.Incr(int64(before), tool)
		p.metrics.tokensOut.Incr(int64(after), tool)
	}
}

// tokensOf counts the tokens of a document as the flag --stats of the filter does.
func tokensOf(body []byte) int {
	read, err := shaper.Measure(body, tokens.Estimate{})
	if err != nil {
		return tokens.Estimate{}.Count(body)
	}
	return read.Text.Tokens
}

// reasonOf returns a word of a fixed set.
func reasonOf(err error) string {
	if fault, ok := errors.AsType[*shaper.Error](err); ok {
		return fault.Reason
	}
	return "request"
}

// withheld is the content of a message that could not be shaped.
const withheld = "null"

// originalKey is the key of the content of a refused message in the message's context.
type originalKey struct{}

// failed returns a message that could not be shaped, nil if it is dropped. Its content is in
// its context, and no output writes that.
func (p *processor) failed(m *service.Message, err error) *service.Message {
	if p.onError == "drop" {
		return nil
	}
	m.SetError(err)
	out := m.Copy()
	out.MetaSetMut(metaOutcome, string(shaper.OutcomeError))
	if req, err := p.requests.of(m); err == nil {
		labelTool(out, req)
	}
	if p.leaves {
		return out
	}
	body, err := m.AsBytes()
	if err != nil {
		body = nil
	}
	out.SetBytes([]byte(withheld))
	return out.WithContext(context.WithValue(m.Context(), originalKey{}, body))
}

// original brings back the content of refused messages.
type original struct{}

func (original) ProcessBatch(_ context.Context, batch service.MessageBatch) ([]service.MessageBatch, error) {
	out := batch.Copy()
	for _, m := range out {
		if body, refused := m.Context().Value(originalKey{}).([]byte); refused {
			m.SetBytes(body)
		}
	}
	return []service.MessageBatch{out}, nil
}

func (original) Close(context.Context) error { return nil }
