package cli

import (
	"encoding/json"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// logbook is the report of a proxy: a line for each result of a tool. Lines are written
// behind the calls, each whole, so that several proxies may share a file and it may be
// moved away meanwhile. What cannot be written is lost, which is said once.
type logbook struct {
	app     *app
	file    string
	counter tokens.Counter
	rules   bool // are told
	lines   chan []byte
	ends    chan struct{} // closed when no more are to be waited for
	written chan struct{} // closed when all are
	lost    atomic.Bool
}

const (
	waiting  = 1 << 10 // lines that may wait to be written
	lastPage = 2 * time.Second
)

// logbook begins the report of a proxy; nil where none is asked for.
func (p *proxy) logbook() (*logbook, error) {
	if err := p.report.check(); err != nil || p.report.file == "" {
		return nil, err
	}
	info, _ := os.Stat(p.report.file)
	if p.report.file == "-" || info != nil && info.Mode().IsRegular() && p.reads([]string{p.config.Path}, info) {
		return nil, errors.New("--report needs a file of its own: this one is read, or takes the messages")
	}
	b := newLogbook(p.app, p.report.file, counterOf(p.counter))
	b.rules = p.report.rules
	go b.write()
	return b, nil
}

func newLogbook(a *app, file string, counter tokens.Counter) *logbook {
	return &logbook{
		app: a, file: file, counter: counter,
		lines: make(chan []byte, waiting), ends: make(chan struct{}), written: make(chan struct{}),
	}
}

// Answered notes what became of a result. It waits for nothing.
func (b *logbook) Answered(e mcp.Event) {
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

// call is what a record tells of a result that passed a proxy.
type call struct {
	record
	Time    string `json:"time"`
	Method  string `json:"method,omitempty"` // by which the client asked for it
	IsError bool   `json:"is_error,omitempty"`
	Exempt  string `json:"exempt,omitempty"` // why structuredContent is exempt from comfort rules
}

func (b *logbook) recordOf(e *mcp.Event) call {
	line := recordOf("", 0, e.Report)
	line.Tool, line.Server, line.BytesIn, line.BytesOut = e.Tool, e.Server, e.BytesIn, e.BytesOut
	before, after := e.Tokens(b.counter)
	line.usage = usage{b.counter.Name(), before, after, e.Took.Microseconds()}
	if b.rules {
		fields, err := e.Fields()
		if err != nil {
			b.fail(err)
		}
		line.Rules = rulesOf(fields, func(rule string) string { return rule })
	}
	if e.Refused != nil {
		line.Error = e.Refused.Error()
	}
	exempt := ""
	if e.View {
		exempt = "view"
	}
	return call{line, b.app.now().UTC().Format("2006-01-02T15:04:05.000Z07:00"), e.Method, e.IsError, exempt}
}

// write writes lines as they come, those that wait at once. A line that may be torn ends
// before the next one.
func (b *logbook) write() {
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

// fail says once that something is missing in the report.
func (b *logbook) fail(err error) {
	if !b.lost.Swap(true) {
		b.app.stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "report", Message: "the report is not complete: " + err.Error()})
	}
}

// end writes what is left, and waits for it as long as a last page takes.
func (b *logbook) end() {
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
