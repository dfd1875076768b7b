package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// record adds a line of a report.
func (s *stats) record(d documents.Document) error {
	var line report.Record
	if err := json.Unmarshal(d.Text, &line); err != nil {
		return d.Unusable(errors.New("this is no record of a report"))
	}
	one := savings.Saving{Calls: 1, BytesIn: line.BytesIn, BytesOut: line.BytesOut, TokensIn: line.TokensIn, TokensOut: line.TokensOut}
	if line.Error != "" {
		one.Refused = 1
	}
	if line.WouldSave != nil {
		one.WouldSave = line.WouldSave.Tokens
	}
	if line.Fit != nil {
		one.Steps = stepsOf(line.Fit.Steps)
	}
	if line.Counter == "" {
		s.sums.uncounted++
	} else {
		s.sums.counters.At(line.Counter)
	}
	for _, r := range line.Rules {
		if s.by == "rule" {
			s.sums.addAt("", r.Rule, r.Values, r.Bytes, r.Tokens)
		}
	}
	s.add(line.Tool, line.Server, one)
	s.hold(d, line.Tool, line.TokensOut)
	return nil
}

// response shapes a response and adds the savings.
func (s *stats) response(d documents.Document, tool string) error {
	req := s.request
	req.Tool, req.Server, req.Body = tool, cmp.Or(req.Server, s.from.server), d.Text
	res, err := s.engine.Shape(context.Background(), req)
	if err != nil {
		return err
	}
	read := report.Readings{Counter: app.CounterOf(s.request.Budget.Counter)}
	count := read.Add(d.Text, res.Body)
	s.sums.counters.At(read.Counter.Name())
	s.from.out.Put(count.Out)
	if !isRetrieval(tool) {
		s.from.in.Put(count.In)
	}
	one := savings.Saving{
		Calls: 1, BytesIn: len(d.Text), BytesOut: len(res.Body),
		TokensIn: count.In, TokensOut: count.Out, Steps: stepsOf(res.Report.Fit.Steps),
	}
	if res.Report.Audit {
		ruled, err := s.engine.Audit(context.Background(), req)
		if err != nil {
			return err
		}
		one.WouldSave = report.WouldSave(read.Counter, res.Body, ruled.Body).Tokens
	}
	s.add(tool, req.Server, one)
	s.hold(d, tool, count.Out)
	if !s.byPlace() {
		return nil
	}
	why, err := s.engine.Explain(context.Background(), req)
	if err != nil {
		return err
	}
	if s.by == "rule" {
		for _, r := range report.RulesOf(why.Fields, app.ByFlags) {
			s.sums.addAt("", r.Rule, r.Values, r.Bytes, r.Tokens)
		}
		return nil
	}
	for _, f := range why.Fields {
		if f.Kept {
			s.sums.addAt(tool, f.Pattern, f.Count, f.Bytes, f.Tokens)
		}
	}
	if rest := why.Rest.Kept; rest.Count > 0 {
		s.sums.addAt(tool, savings.Others, rest.Count, rest.Bytes, rest.Tokens)
	}
	return nil
}

// mostOver bounds the lines about results over --fail-over.
const mostOver = 100

// hold notes a result of more than --fail-over tokens.
func (s *stats) hold(d documents.Document, tool string, tokens int) {
	if s.most == 0 || tokens <= s.most {
		return
	}
	if s.sums.over++; s.sums.over > mostOver {
		return
	}
	message := fmt.Sprintf("a result of %s takes %d tokens", terminal.Printable(cmp.Or(tool, "a tool")), tokens)
	n := notice.Notice{Level: notice.Warning, Kind: "budget", Message: message, Place: notice.Place{File: d.File}}
	if bad, ok := errors.AsType[*app.BadDocument](d.Unusable(errors.New(message))); ok {
		bad.Placed = true
		n.Line, n.Column, n.Text = bad.At.Line, bad.At.Column, bad.Error()
	}
	s.Stderr.Tell(n)
}

// add adds one call. A retrieved result was already cut from an earlier one, so only its cost
// counts.
func (s *stats) add(tool, server string, one savings.Saving) {
	if isRetrieval(tool) {
		one.BytesIn, one.TokensIn = 0, 0
	}
	name := tool
	if s.by == "server" {
		name = server
	}
	s.sums.add(name, one)
}

// isRetrieval reports whether a tool, in any spelling, is shape_retrieve.
func isRetrieval(tool string) bool {
	name, found := strings.CutSuffix(tool, mcp.RetrieveTool)
	return found && (name == "" || strings.HasSuffix(name, ".") || strings.HasSuffix(name, "__") || strings.HasSuffix(name, "/"))
}

func stepsOf(steps []string) map[string]int {
	if len(steps) == 0 {
		return nil
	}
	counts := map[string]int{}
	for _, step := range steps[:min(len(steps), savings.MostSteps)] {
		counts[step] = 1
	}
	return counts
}
