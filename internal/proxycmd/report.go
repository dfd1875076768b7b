package proxycmd

import (
	"encoding/json"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// reportLog is the report of a proxy: one line for each result of a tool. A goroutine appends
// whole lines, so several proxies can share a file, and the file can move meanwhile. A line
// that cannot be written is lost; the first loss causes a warning.
type reportLog struct {
	app     *app.App
	file    string
	counter tokens.Counter
	rules   bool // --report-rules
	lines   chan []byte
	ends    chan struct{} // closed when no more lines come
	written chan struct{} // closed after the last write
	lost    atomic.Bool
}

const (
	waiting  = 1 << 10 // lines in the queue
	lastPage = 2 * time.Second
)

// reportLog starts the report, or returns nil without --report.
func (p *proxy) reportLog() (*reportLog, error) {
	if err := p.report.Check(); err != nil || p.report.File == "" {
		return nil, err
	}
	info, _ := os.Stat(p.report.File)
	if p.report.File == "-" || info != nil && info.Mode().IsRegular() && p.Reads([]string{p.config.Path}, info) {
		return nil, errors.New("--report needs a file of its own: this one is read, or takes the messages")
	}
	b := newReportLog(p.App, p.report.File, app.CounterOf(p.counter))
	b.rules = p.report.Rules
	go b.write()
	return b, nil
}

func newReportLog(a *app.App, file string, counter tokens.Counter) *reportLog {
	return &reportLog{
		app: a, file: file, counter: counter,
		lines: make(chan []byte, waiting), ends: make(chan struct{}), written: make(chan struct{}),
	}
}

// Answered queues the line of a result. It never blocks.
func (b *reportLog) Answered(e mcp.Event) {
	line, err := json.Marshal(b.recordOf(&e))
	if err != nil {
		b.fail(err)
		return
	}
	select {
	case b.lines <- append(line, '\n'):
	default:
		b.fail(errors.New("more results come than can be written"))
	}
}

// call is the line of one result.
type call struct {
	report.Record
	Time    string `json:"time"`
	Method  string `json:"method,omitempty"` // of the request
	IsError bool   `json:"is_error,omitempty"`
	Exempt  string `json:"exempt,omitempty"` // the reason to exempt structuredContent from comfort rules
}

func (b *reportLog) recordOf(e *mcp.Event) call {
	line := report.Of("", 0, e.Report)
	line.Tool, line.Server, line.BytesIn, line.BytesOut = e.Tool, e.Server, e.BytesIn, e.BytesOut
	before, after := e.Tokens(b.counter)
	line.Usage = report.Usage{Counter: b.counter.Name(), TokensIn: before, TokensOut: after, Microseconds: e.Took.Microseconds()}
	if bytes, tokens, err := e.WouldSave(b.counter); err != nil {
		b.fail(err)
	} else if e.Report.Audit {
		line.WouldSave = &report.Savings{Bytes: bytes, Tokens: tokens}
	}
	if b.rules {
		fields, err := e.Fields()
		if err != nil {
			b.fail(err)
		}
		line.Rules = report.RulesOf(fields, func(rule string) string { return rule })
	}
	if e.Refused != nil {
		line.Error = e.Refused.Error()
	}
	exempt := ""
	if e.View {
		exempt = "view"
	}
	return call{line, b.app.Now().UTC().Format("2006-01-02T15:04:05.000Z07:00"), e.Method, e.IsError, exempt}
}

// write appends lines as they come, all queued ones at once. After a failed write it ends the
// line that may be torn.
func (b *reportLog) write() {
	defer close(b.written)
	var lead []byte
	for {
		text := append([]byte{}, lead...)
		select {
		case line := <-b.lines:
			text = append(text, line...)
		case <-b.ends:
			if len(b.lines) == 0 {
				return
			}
		}
		for range len(b.lines) {
			text = append(text, <-b.lines...)
		}
		lead = nil
		if err := appendTo(b.file, text); err != nil {
			lead = []byte("\n")
			b.fail(err)
		}
	}
}

// appendTo appends lines to a file in one write.
func appendTo(name string, lines []byte) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(lines)
	return errors.Join(err, file.Close())
}

// fail warns once that the report is incomplete.
func (b *reportLog) fail(err error) {
	if !b.lost.Swap(true) {
		b.app.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "report", Message: "the report is not complete: " + err.Error()})
	}
}

// end waits up to lastPage for the last lines.
func (b *reportLog) end() {
	if b == nil {
		return
	}
	close(b.ends)
	select {
	case <-b.written:
	case <-time.After(lastPage):
		b.fail(errors.New("it takes no more"))
	}
}
