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

// reportFlags holds the flags of a report.
type reportFlags struct {
	file  string
	rules bool
}

// addRules adds the flag for commands that can explain documents.
func (r *reportFlags) addRules(fs *pflag.FlagSet) {
	fs.BoolVar(&r.rules, "report-rules", false, "with --report: the rules that removed most; takes about eight times as long as shaping")
}

func (r *reportFlags) check() error {
	if r.rules && r.file == "" {
		return errors.New("--report-rules needs --report, in which the rules are told")
	}
	return nil
}

func (f *filter) recordOf(d document, r shaper.Report) record {
	line := recordOf(d.file, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a written document.
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

// rule sums up the values that one rule removed.
type rule struct {
	Rule   string `json:"rule"` // its origin, or else its reason
	Values int    `json:"values"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"` // estimated, names included
}

// mostRules bounds the rules of a record.
const mostRules = 16

// rulesOf returns the rules that removed most from fields, named by a function.
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
