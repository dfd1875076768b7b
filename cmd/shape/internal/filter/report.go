package filter

import (
	"context"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/shaper"
)

func (f *filter) recordOf(d documents.Document, r shaper.Report) report.Record {
	line := report.Of(d.File, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a written document.
func (f *filter) reportOn(d documents.Document, line report.Record, read report.Account, took time.Duration) error {
	if f.reports == nil {
		return nil
	}
	line.Usage = report.Usage{Counter: f.tally.read.Counter.Name(), TokensIn: read.In, TokensOut: read.Out, Microseconds: took.Microseconds()}
	if f.report.Rules {
		req, err := f.requestFor(d)
		if err != nil {
			return err
		}
		why, err := f.engine.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		line.Rules = report.RulesOf(why.Fields, app.ByFlags)
	}
	if err := f.reports.Value(line); err != nil {
		return err
	}
	return f.reports.Flush(d.Last)
}
