package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// reportFlags say where the report of the filter goes, and what it costs.
type reportFlags struct {
	file  string
	rules bool
}

// addRules adds the flag of a command whose documents can be explained.
func (r *reportFlags) addRules(fs *pflag.FlagSet) {
	fs.BoolVar(&r.rules, "report-rules", false, "with --report: which rules took most; takes about eight times as long as to shape")
}

func (r *reportFlags) check() error {
	if r.rules && r.file == "" {
		return errors.New("--report-rules needs --report, in which the rules are told")
	}
	return nil
}

// clock is the time, where a report tells how long something takes.
func (f *filter) clock() (now time.Time) {
	if f.reports != nil {
		now = f.now()
	}
	return now
}

// since is how long something took that began at a time of clock.
func (f *filter) since(began time.Time) (took time.Duration) {
	if !began.IsZero() {
		took = f.now().Sub(began)
	}
	return took
}

// recordOf is the record of a document, as far as it was shaped.
func (f *filter) recordOf(d document, r shaper.Report) record {
	line := recordOf(d.file, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a document that was answered.
func (f *filter) reportOn(d document, line record, read account, took time.Duration) error {
	if f.reports == nil {
		return nil
	}
	line.usage = usage{f.tally.read.counter.Name(), read.in, read.out, took.Microseconds()}
	if f.report.rules {
		req, err := f.requestFor(d)
		if err != nil {
			return err
		}
		why, err := f.engine.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		line.Rules = rulesOf(why.Fields, byFlags)
	}
	if err := f.reports.Value(line); err != nil {
		return err
	}
	return f.reports.Flush(d.last)
}

// rule is what a rule took, all together.
type rule struct {
	Rule   string `json:"rule"` // where it was written, or why without one
	Values int    `json:"values"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"` // estimated, names included
}

// mostRules is how many rules a record tells of.
const mostRules = 16

// rulesOf are the rules that took most, by what was dropped of fields, as they are named.
func rulesOf(fields []shaper.Field, named func(rule string) string) (all []rule) {
	for _, f := range fields {
		if f.Kept {
			continue
		}
		name := cmp.Or(named(f.Rule), f.Reason)
		i := slices.IndexFunc(all, func(r rule) bool { return r.Rule == name })
		if i < 0 {
			i = len(all)
			all = append(all, rule{Rule: name})
		}
		r := &all[i]
		r.Values, r.Bytes, r.Tokens = r.Values+f.Count, r.Bytes+f.Bytes, r.Tokens+f.Tokens
	}
	slices.SortStableFunc(all, func(a, b rule) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return all[:min(mostRules, len(all))]
}
